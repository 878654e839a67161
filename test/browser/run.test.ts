import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scratch, TRACE } from "../cli/command";
import { digestInNode } from "./digest";
import { digestsOf, openSimulator } from "./open";

const write = scratch();

test("settings count as they do in the command's flags and files", async () => {
  const config = write("config.json", JSON.stringify({ ttft_slo_s: 0.5, step_s: 2, confirmations: 1 }));
  const simulation = write("simulation.json", JSON.stringify({ noise_cv: 0.3, move_s: 4 }));
  const link =
    "load=1.5&seed=7&a.prefill=2&a.decode=4&a.urgent=true&a.ttftSloS=0.5&a.stepS=2&a.confirmations=1&a.noiseCv=0.3&a.moveS=4";
  const flags = `--prefill 2 --decode 4 --load 1.5 --seed 7 --urgent --config ${config} --simulation ${simulation}`;
  const { page } = await openSimulator(link);
  expect(await digestsOf(page)).toEqual([digestInNode(TRACE, ...flags.split(" "))]);
});

test("a profile of one's own is that of the command's file, to the digest", async () => {
  const profile = { ...JSON.parse(readFileSync("data/h200-llama31-8b-fp8.json", "utf8")), source: "mine" };
  const link = new URLSearchParams({ "a.profile": "custom", "a.customProfile": JSON.stringify(profile) });
  const { page } = await openSimulator(link.toString());
  const node = digestInNode(TRACE, "--profile", write("profile.json", JSON.stringify(profile)));
  expect(await digestsOf(page)).toEqual([node]);
  expect(await page.locator("[data-profile]").textContent()).toBe("profile: mine (profile.json)");
});

test("an hour of the conversation trace is the same in the worker and in Node", async () => {
  const { page, complaints } = await openSimulator("trace=azure-conversation-hour&a.prefill=3&a.decode=5");
  const node = digestInNode("simulator/traces/azure-conversation-hour.csv.gz", "--prefill", "3", "--decode", "5");
  expect(await digestsOf(page)).toEqual([node]);
  expect(complaints).toEqual([]);
});

test("the pace changes when things are computed, not what", async () => {
  const { page } = await openSimulator("pace=300");
  expect(await digestsOf(page)).toEqual([digestInNode(TRACE)]);
});

test("two runs lie over each other, each with its own settings", async () => {
  const { page } = await openSimulator("compare=1&b.control=off");
  expect(await digestsOf(page)).toEqual([digestInNode(TRACE), digestInNode(TRACE, "--control", "off")]);
  expect(await page.getByRole("slider").count()).toBe(2);
  expect(await page.locator(".tile .difference").first().textContent()).toMatch(/^B \d.* points less$/);
});

const STEPS = [
  ["headroom", "", ["0:00", "0:01", "0:02"]],
  ["reactive", "a.policy=reactive", ["0:00", "0:05", "0:10"]],
] as const;

for (const [policy, link, times] of STEPS) {
  test(`a run can be stepped from decision to decision: ${policy}`, () => stepThrough(link, times));
}

async function stepThrough(link: string, times: readonly string[]): Promise<void> {
  const { page } = await openSimulator(link);
  const [digest] = await digestsOf(page);
  const status = page.locator("output");
  const step = page.getByRole("button", { name: "Step" });
  for (const time of times) {
    await step.click();
    await expect.poll(() => status.textContent()).toBe(`Paused at ${time} of 8:00`);
  }
  expect(await page.getByRole("slider").getAttribute("aria-valuemax")).toBe("2");
  await page.getByRole("button", { name: "Resume" }).click();
  expect(await digestsOf(page)).toEqual([digest]);
}

test("a run can be paused, go on at another pace, and be restarted", async () => {
  const { page } = await openSimulator("pace=1");
  await page.getByRole("button", { name: "Pause" }).click();
  expect(await page.locator("output").textContent()).toMatch(/^Paused at \d:\d\d of 8:00$/);
  await page.getByLabel("Pace").selectOption("as fast as possible");
  await page.getByRole("button", { name: "Resume" }).click();
  const [digest] = await digestsOf(page);
  await page.getByRole("button", { name: "Restart" }).click();
  expect(await digestsOf(page)).toEqual([digest]);
});
