import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { output, scratch, TRACE } from "../cli/command";
import { violationsOf } from "./access";
import { open } from "./open";

const write = scratch();

test("the report is a file that needs no other, and says what the command says", async () => {
  const path = write("report.html", "");
  const document = JSON.parse(output("replay", TRACE, "--json", "--html", path));
  const comparison = JSON.parse(output("replay", TRACE, "--json", "--compare"));
  const { page, complaints } = await open(pathToFileURL(path).href);
  expect(await page.locator("h1").textContent()).toContain("azure-code-busiest2000.csv: 2,000 requests");
  expect(await page.locator("[data-digest]").textContent()).toBe(
    createHash("sha256").update(JSON.stringify(document)).digest("hex"),
  );
  const rows = await page.locator(".comparison tbody tr").allTextContents();
  expect(rows.length).toBe(comparison.fixed.length + 1);
  expect(rows.at(-1)).toContain(`${(100 * comparison.controller.attainment.both_ratio).toFixed(1)}%`);
  expect(await page.locator(".plot canvas").count()).toBe(5);
  await page.getByRole("slider").press("End");
  expect(await page.locator(".explanation").textContent()).not.toBe("");
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(readFileSync(path, "utf8")).not.toMatch(/(src|href)="(?!data:)/);
});
