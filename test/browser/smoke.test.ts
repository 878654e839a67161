import { expect, test } from "vitest";
import { output, TRACE } from "../cli/command";
import { digestInNode } from "./digest";
import { digestsOf, openSimulator } from "./open";

test("the page loads without a complaint, runs, and comes to what Node comes to", async () => {
  const { page, complaints } = await openSimulator();
  expect(await digestsOf(page)).toEqual([digestInNode(TRACE)]);
  const { attainment } = JSON.parse(output("replay", TRACE, "--json"));
  const tile = page.locator(".tile", { hasText: "Both SLOs met" });
  expect(await tile.locator("dd").textContent()).toBe(`${(100 * attainment.both_ratio).toFixed(1)}%`);
  expect(await page.locator("[data-profile]").textContent()).toBe(
    "profile: Llama-2-70B on H100-80GB, TP8 (shipped: h100-tp8-llama2-70b)",
  );
  expect(complaints).toEqual([]);
});
