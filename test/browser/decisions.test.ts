import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_POLICY } from "../../src/cli/defaults";
import { clockTime } from "../../src/cli/format";
import { explain, profileFromJson, resolveConfig } from "../../src/index";
import { parseTrace, Recording } from "../../src/replay";
import { TRACE } from "../cli/command";
import { digestsOf, openSimulator } from "./open";

/** What the page shows by default, recorded in Node. */
function recorded() {
  const profile = profileFromJson(JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8")));
  const roles = ["prefill", "decode", "decode", "decode"] as const;
  const recording = new Recording({
    requests: parseTrace(readFileSync(TRACE, "utf8")).requests,
    engines: roles.map((role, index) => ({ id: `engine-${index}`, role, profile })),
    config: resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }),
    policy: DEFAULT_POLICY,
  });
  recording.step(Number.POSITIVE_INFINITY);
  return recording.data().decisions;
}

test("a click on a decision opens its record, in English and in full", async () => {
  const decisions = recorded();
  const first = decisions.findIndex(({ record }) => record.result === "applied");
  const applied = decisions[first];
  const { page } = await openSimulator();
  await digestsOf(page);
  const lane = page.getByRole("slider");
  const box = await lane.boundingBox();
  // The axis is as long as the run.
  const endS = 480;
  await lane.click({ position: { x: ((applied?.record.at ?? 0) / endS) * (box?.width ?? 0) + 2, y: 10 } });
  expect(await page.locator(".explanation").textContent()).toBe(applied && explain(applied.record));
  expect(await lane.getAttribute("aria-valuetext")).toBe(
    `${first + 1} of ${decisions.length}, at ${clockTime(applied?.record.at ?? 0)}: applied, improved`,
  );
  expect(await page.locator(".scores tbody tr").count()).toBe(3);
  await page.getByText("Whole record").click();
  const fields = await page.locator(".record th").allTextContents();
  expect(fields).toEqual(Object.keys(applied?.record ?? {}));
});

test("keys and buttons go through the decisions; a held one shows its gate", async () => {
  const decisions = recorded();
  const { page } = await openSimulator();
  await digestsOf(page);
  await page.getByRole("slider").press("Home");
  const { record } = decisions[0] ?? {};
  expect(await page.locator(".explanation").textContent()).toBe(record && explain(record));
  const fact = (name: string) => page.locator(".facts div", { hasText: name }).locator("dd").textContent();
  expect(await fact("Gate")).toBe(record?.limit?.gate);
  expect([await fact("Value"), await fact("Threshold")]).toEqual([
    figure(record?.limit?.value),
    figure(record?.limit?.threshold),
  ]);
  await page.getByRole("button", { name: "Next move" }).click();
  expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toContain("applied, improved");
  await page.getByRole("button", { name: "Close" }).click();
  expect(await page.locator(".explanation").count()).toBe(0);
});

test("headroom's decisions that would move nothing have the scores of every split, too", async () => {
  const { page } = await openSimulator("decision=A20");
  await digestsOf(page);
  expect(await page.locator(".explanation").textContent()).toMatch(/^Kept /);
  expect(await page.locator(".scores tbody tr").count()).toBe(3);
  expect(await page.locator(".scores tbody small").allTextContents()).toEqual(["now"]);
});

test("the plots can be zoomed together", async () => {
  const { page } = await openSimulator();
  await digestsOf(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  expect(await page.locator(".zoom-bar .note").textContent()).toMatch(/^2:00 to 6:0\d/);
  const labels = await page.locator(".time-axis span").allTextContents();
  expect(labels[0]).toBe("2:30");
  await page.getByRole("button", { name: "Whole run" }).click();
  expect(await page.locator(".time-axis span").first().textContent()).toBe("0:00");
});

function figure(value: number | null | undefined): string {
  return Number.isInteger(value) ? String(value) : (value ?? 0).toFixed(2);
}
