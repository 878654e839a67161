import { describe, expect, it } from "vitest";
import { POLICIES } from "../../src/policies/policy-guard";
import { narwhal, output, TRACE } from "./command";

const text = output("demo");
const lines = text.trimEnd().split("\n");

/** The cells of a row of the demo's table. */
function cellsOf(printed: string, name: string): string[] {
  const line = printed.split("\n").find((one) => one.startsWith(name)) ?? "";
  return line.slice(name.length).trim().split(/ {2,}/);
}

function replayed(...flags: readonly string[]) {
  const { attainment, moves } = JSON.parse(
    output("replay", TRACE, "--prefill", "2", "--decode", "6", "--json", ...flags),
  );
  const share = (ratio: number) => `${(100 * ratio).toFixed(1)}%`;
  const { both_ratio, ttft_ratio, tpot_ratio } = attainment;
  return [share(both_ratio), share(ttft_ratio), share(tpot_ratio), String(moves.length)];
}

describe("the demo", () => {
  it("fits on one screen", () => {
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(text).not.toMatch(/NaN|undefined|null|\[object/);
    expect(lines.filter((line) => line.endsWith(" "))).toEqual([]);
  });

  it("says what is replayed, on whose engines, and by which SLOs", () => {
    expect(lines.slice(2, 7)).toEqual([
      "trace    azure-code-busiest2000.csv: 2,000 requests in 8:00 (load x1, seed 1);",
      "         median 1,464 input tokens and 13 output tokens",
      "profile  Llama-2-70B on H100-80GB, TP8 (shipped: h100-tp8-llama2-70b)",
      "SLOs     TTFT <= 1 s, TPOT <= 0.05 s",
      "start    2 + 6 (prefill + decode engines), right for chat: it keeps both SLOs",
    ]);
  });

  it("compares no control and every policy, as replays of the same requests do", () => {
    expect(cellsOf(text, "no control: 2 + 6 stays")).toEqual(replayed("--control", "off"));
    for (const policy of Object.keys(POLICIES)) {
      expect(cellsOf(text, `policy ${policy}`), policy).toEqual(replayed("--policy", policy));
    }
  });

  it("names the best fixed split, as a comparison does", () => {
    const { best_fixed, fixed } = JSON.parse(
      output("replay", TRACE, "--prefill", "2", "--decode", "6", "--compare", "--json"),
    );
    const { prefill, decode } = best_fixed;
    const share = fixed[prefill - 1].attainment.both_ratio;
    const [both, , , moves] = cellsOf(text, `best fixed split: ${prefill} + ${decode} *`);
    expect([both, moves]).toEqual([`${(100 * share).toFixed(1)}%`, "0"]);
  });

  it("says what moved and why, and what to try next", () => {
    expect(text).toMatch(/^ {2}0:05 {2}4 engines to prefill {2}2 \+ 6 -> 6 \+ 2 +work for prefill 2\.\d+ ± [\d.]+, /m);
    expect(text).toMatch(/^ {2}479 of its 480 decisions moved nothing; most often: both roles had engines to spare$/m);
    expect(lines.slice(-4, -1)).toEqual([
      "Try next",
      "  npx narwhal-slo replay TRACE.csv --profile ENGINE.json          your requests, your engines",
      "  npx narwhal-slo demo --profile h200-llama31-8b-fp8 --load 6     smaller model, sixfold load",
    ]);
  });
});

describe("the demo's options", () => {
  it("are those of replay, and another start is not called right for chat", () => {
    const flags = "--profile h200-llama31-8b-fp8 --prefill 1 --decode 3 --load 6 --seed 2 --slo-ttft 2 --slo-tpot 0.02";
    expect(
      output("demo", ...flags.split(" "))
        .split("\n")
        .slice(2, 8),
    ).toEqual([
      "trace    azure-code-busiest2000.csv: 2,000 requests in 1:20 (load x6, seed 2);",
      "         median 1,464 input tokens and 13 output tokens",
      "profile  Llama-3.1-8B-Instruct-FP8 on H200, TP1, vLLM (shipped: h200-llama31-8b-fp8)",
      "SLOs     TTFT <= 2 s, TPOT <= 0.02 s",
      "start    1 + 3 (prefill + decode engines)",
      "",
    ]);
    expect(output("demo", "--slo-ttft", "2")).not.toContain("right for chat");
  });

  it("may leave nothing to move", () => {
    const still = output("demo", "--prefill", "1", "--decode", "1");
    expect(still).toMatch(/^What headroom did, and why\n {2}\d+ of its \d+ decisions moved nothing; most often: /m);
    expect(cellsOf(still, "best fixed split: 1 + 1 *")).toEqual(cellsOf(still, "no control: 1 + 1 stays"));
  });

  it("that are wrong are refused before its first line", () => {
    const { status, stdout, stderr } = narwhal("demo", "--profile", "h300");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("or one of h100-tp8-llama2-70b, h200-llama31-8b-fp8.");
    expect(narwhal("demo", "--prefill", "255").stderr).toContain("engines must be at most 256, got 261");
    expect(narwhal("demo", TRACE).stderr).toContain("too many arguments for 'demo'");
  });
});
