import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { prefillS, profileFromJson, tokenIntervalS } from "../../src/profile";
import { narwhal, output, scratch, TRACE } from "./command";

const PREFILL = "test/fit/data/splitwise-llama2-70b-h100-80gb-tp8-prefill.csv";
const DECODE = "test/fit/data/splitwise-llama2-70b-h100-80gb-tp8-decode.csv";
const file = scratch();

describe("narwhal-slo fit", () => {
  it("prints a profile, and its report beside it", () => {
    const { status, stdout, stderr } = narwhal("fit", PREFILL, DECODE);
    expect(status).toBe(0);
    expect(profileFromJson(JSON.parse(stdout))).toMatchObject({ decodeMaxRequests: 64, prefillMaxTokens: 8192 });
    expect(stderr).toMatch(/prefill +7 +9\.0% +20\.8%\n +decode +19 +1\.9% +2\.3%/);
    expect(stderr).toContain("\nwarning: prefill: 6 rows hold several prompts and were left out\n");
    expect(stderr).not.toContain("\u001b");
  });

  it("shows each point beside what the fit makes of it, without colours", () => {
    const { stderr } = narwhal("fit", PREFILL, DECODE);
    const section = (title: string) => stderr.split(`${title}\n`)[1]?.split("\n\n")[0]?.split("\n") ?? [];
    expect(section("time to first token, ms").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["input tokens", "measured", "fitted", "error"],
      ["128", "58.2", "49.5", "-14.9%"],
      ["256", "51.7", "52.8", "+2.2%"],
      ["512", "53.9", "60.5", "+12.2%"],
      ["1,024", "77.9", "79.9", "+2.6%"],
      ["2,048", "137", "135", "-1.1%"],
      ["4,096", "390", "312", "-20.0%"],
      ["8,192", "845", "930", "+10.1%"],
    ]);
    const [head, ...points] = section("token interval, ms").map((line) => line.trim().split(/ {2,}/));
    expect(head).toEqual(["KV tokens", "requests", "measured", "fitted", "error"]);
    expect(points.length).toBe(19);
    expect(points.slice(-2)).toEqual([
      ["18,432", "32", "38.6", "39.7", "+2.8%"],
      ["36,864", "64", "50.2", "49.5", "-1.3%"],
    ]);
  });

  it("shows of many points those that it misses most", () => {
    // A hundred lengths on a line, and each tenth of them off it.
    const rows = Array.from({ length: 100 }, (_, i) => `${1000 + 10 * i},${(i % 10 === 5 ? 1.1 : 1) * (100 + i)}`);
    const many = file("many.csv", `input_tokens,ttft_ms\n${rows.join("\n")}\n`);
    const report = output("fit", many, DECODE, "--output", file("many.json", ""));
    const [, part = ""] = report.split("time to first token, ms (the 40 of 100 points that it misses most)\n");
    const lines = (part.split("\n\n")[0] as string).split("\n").slice(1);
    expect(lines.length).toBe(40);
    const tokens = lines.map((line) => Number(line.trim().split(/ +/)[0]?.replace(",", "")));
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    for (let i = 5; i < 100; i += 10) expect(tokens).toContain(1000 + 10 * i);
  });

  it("writes a profile that replay takes", () => {
    const path = file("profile.json", "");
    expect(output("fit", PREFILL, DECODE, "--output", path)).toContain("\ntoken interval, ms\n");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      prefill_min_tokens: 1,
      decode_max_kv_tokens: 36864,
    });
    expect(output("replay", TRACE, "--profile", path)).toMatch(/^Promises kept: TTFT \d/m);
  });

  it.each([
    [["fit", "missing.csv", DECODE], "narwhal-slo: missing.csv: no such file\n"],
    [["fit", DECODE, DECODE], `narwhal-slo: ${DECODE}: needs a column input_tokens or isl_tokens or `],
    [["fit", PREFILL, DECODE, "-o", "/nope/e.json"], "narwhal-slo: /nope/e.json: cannot be written: no such folder\n"],
    [["fit", PREFILL, DECODE, "-o", "/"], "narwhal-slo: /: cannot be written: is a directory\n"],
  ])("%j is refused in one line", (args, message) => {
    const { status, stdout, stderr } = narwhal(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr.trim().split("\n").length).toBe(1);
  });
});

describe("narwhal-slo fit --event-log", () => {
  const log = file("events.jsonl", "");
  output("replay", TRACE, "--event-log", log);

  it("learns a profile from what the engines did, close to the true one inside its domain", () => {
    const { status, stdout, stderr } = narwhal("fit", "--event-log", log);
    expect(status).toBe(0);
    const learned = profileFromJson(JSON.parse(stdout));
    const truth = profileFromJson(JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8")));
    expect(prefillS(learned, 4000) / prefillS(truth, 4000)).toBeCloseTo(1, 1);
    expect(tokenIntervalS(learned, 10_000, 8) / tokenIntervalS(truth, 10_000, 8)).toBeCloseTo(1, 1);
    expect(stderr).toMatch(/prefill +1,9\d\d +\d+\.\d% +3 tokens +7,437 tokens/);
  });

  it("takes the engine that is asked for, and names those that there are", () => {
    expect(narwhal("fit", "--event-log", log, "--engine", "engine-3").status).toBe(0);
    const { status, stderr } = narwhal("fit", "--event-log", log, "--engine", "x");
    expect(status).toBe(1);
    expect(stderr).toContain("the log has no engine x; it has engine-0, engine-1, engine-2, engine-3");
  });

  it.each([
    [["--event-log", log, PREFILL, DECODE], 2, "give --event-log or two files of measurements, not both"],
    [["--engine", "engine-0", PREFILL, DECODE], 2, "--engine needs --event-log"],
    [[PREFILL], 2, "two files of measurements are required, or --event-log <log>"],
    [["--event-log", TRACE], 1, "must be an event log"],
  ])("refuses %j", (args, code, message) => {
    const { status, stderr } = narwhal("fit", ...args);
    expect(status).toBe(code);
    expect(stderr).toContain(message);
  });
});
