import { pathToFileURL } from "node:url";
import { expect, inject, test } from "vitest";
import { output, scratch, TRACE } from "../cli/command";
import { digestsOf, open } from "./open";

const write = scratch();

/** A language that is no tag, as a container without a locale has it; and one that writes 2.000 for 2,000. */
const LANGUAGES = ["en-US@posix", "de-DE"];

for (const language of LANGUAGES) {
  test(`the page is the same where the browser speaks ${language}`, async () => {
    const { page, complaints } = await open(inject("site"), { locale: language.slice(0, 5) }, language);
    await digestsOf(page);
    expect(await page.locator("output").textContent()).toMatch(/^2,000 requests, /);
    expect(await page.locator(".plot canvas").count()).toBe(5);
    expect(complaints).toEqual([]);
  });

  test(`so is the report: ${language}`, async () => {
    const path = write("report.html", "");
    output("replay", TRACE, "--html", path);
    const { page, complaints } = await open(pathToFileURL(path).href, { locale: language.slice(0, 5) }, language);
    const tile = page.locator(".tile", { hasText: "Completed" });
    expect(await tile.locator("dd").textContent()).toBe("2,000");
    expect(await page.locator(".plot canvas").count()).toBe(5);
    expect(complaints).toEqual([]);
  });
}
