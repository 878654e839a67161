import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { azureTrace, output, scratch, TRACE } from "../cli/command";
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
  expect(await page.locator("header .note").allTextContents()).toContain(
    "profile: Llama-2-70B on H100-80GB, TP8 (shipped: h100-tp8-llama2-70b); yours: --profile FILE",
  );
  expect(await page.locator("main > :last-child [data-digest]").count()).toBe(1);
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

test("a demand that has holes, or is not all there, says why", async () => {
  const path = write("report.html", "");
  const faults = [{ engine: "engine-1", from_s: 100, to_s: 160 }];
  const trace = write("long.csv", azureTrace(Array.from({ length: 180 }, (_, second) => (second < 60 ? 9000 : 500))));
  output("replay", trace, "--html", path, "--simulation", write("faults.json", JSON.stringify({ faults })));
  const down = await open(pathToFileURL(path).href);
  const remarks = await down.page.locator(".remark").allTextContents();
  expect(remarks).toEqual(
    Array(2).fill(
      expect.stringMatching(
        /^No demand was asked for from 1:4\d to 2:3\d: an engine was down \(fleet_unavailable\)\.$/,
      ),
    ),
  );
  output("replay", trace, "--html", path, "--policy", "reactive");
  const long = await open(pathToFileURL(path).href);
  expect((await long.page.locator(".remark").allTextContents())[0]).toContain("(prefill_domain)");
  expect([...down.complaints, ...long.complaints]).toEqual([]);
});
