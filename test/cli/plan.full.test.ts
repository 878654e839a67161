import { readFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, it, test } from "vitest";
import { planSchema } from "../../src/schema-entry";
import { narwhal, output, scratch } from "./command";

const write = scratch();

/** Ten requests a second for 20 s, as Mooncake writes them. */
const trace = write(
  "even.jsonl",
  Array.from(
    { length: 200 },
    (_, index) => `{"timestamp":${index * 100},"input_length":4000,"output_length":20}\n`,
  ).join(""),
);

const ask = (...args: readonly string[]) => output("plan", trace, "--seeds", "1", "--policy", "headroom", ...args);

describe("narwhal-slo plan", () => {
  it("answers in words, with a table of every contender", () => {
    const text = ask("--max-engines", "16");
    expect(text).toContain("even.jsonl: 200 requests in 0:20 (load x1, 1 seed: 1)");
    expect(text).toContain("goal: 95.0% of the requests meet TTFT <= 1 s and TPOT <= 0.05 s");
    expect(text).toMatch(/nobody \(best fixed split\) +\d+ +\d+ \+ \d+/);
    expect(text).toMatch(/\nYou need \d+ engines with .*\.\n$/);
  });

  it("answers for engines that there are", () => {
    expect(ask("--engines", "4")).toMatch(/\n4 engines carry load x[\d.]+ with .*\.\n$/);
  });

  it("says where no fleet is enough", () => {
    expect(ask("--max-engines", "3", "--slo-ttft", "0.01")).toContain("No fleet of up to 3 engines reaches 95.0%");
    expect(ask("--engines", "2", "--slo-ttft", "0.01")).toContain("2 engines do not reach 95.0% at any load");
  });

  it("prints a document as its schema says", () => {
    const document: unknown = JSON.parse(ask("--json", "--goal", "0.9", "--load", "0.5"));
    expect(v.parse(planSchema, document)).toEqual(document);
    expect(document).toMatchObject({
      schema: "narwhal-slo/plan",
      goal_ratio: 0.9,
      load: 0.5,
      seeds: [1],
      requests: 200,
    });
  });

  it("writes a page without scripts", () => {
    const page = write("plan.html", "");
    const text = ask("--html", page, "--max-engines", "8");
    const html = readFileSync(page, "utf8");
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toContain("<script");
    expect(html).toContain(
      text
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/[<>&"]/g, "") ?? "?",
    );
  });

  test.each([
    ["--goal", "1.5", "It must be > 0 and <= 1: 0.95 is 95%."],
    ["--engines", "1", "It must be 2 .. 256."],
    ["--seeds", "0", "It must be 1 .. 100."],
    ["--policy", "best", "Allowed choices are reactive, headroom, queue."],
  ])("refuses %s %s", (flag, value, message) => {
    const { status, stderr } = narwhal("plan", trace, flag, value);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
