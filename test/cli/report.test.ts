import { describe, expect, it } from "vitest";
import { azureTrace, narwhal, output, scratch, TRACE } from "./command";

const write = scratch();
const SLOW = write("slow.json", '{"move_s": 5}');

describe("the report of a replay", () => {
  const report = output("replay", TRACE, "--prefill", "2", "--decode", "2");
  const lines = report.split("\n");

  it("begins with what was replayed, on what, and what was promised", () => {
    expect(lines[0]).toBe("azure-code-busiest2000.csv: 2,000 requests in 8:00 (load x1, seed 1)");
    expect(lines[1]).toBe(
      "profile: Llama-2-70B on H100-80GB, TP8 (shipped: h100-tp8-llama2-70b); yours: --profile FILE",
    );
    expect(lines[2]).toBe("4 engines: 2 prefill + 2 decode; SLOs: TTFT <= 1 s, TPOT <= 0.05 s");
    expect(lines[3]).toBe("policy: headroom");
    expect(lines[4]).toBe("control on: 3 moves (1 reversal), 3 prefill + 1 decode at the end");
  });

  it("says what was kept of the promises, with the percentiles", () => {
    expect(report).toMatch(/^Promises kept: TTFT \d+\.\d%, TPOT \d+\.\d%, both \d+\.\d% of 2,000 requests$/m);
    expect(report).toMatch(/^ {2}seconds +mean +p50 +p90 +p95 +p99 +max$/m);
    expect(report).toMatch(/^ {2}TTFT( +[\d.]+){6}$/m);
    expect(report).toMatch(/^ {2}TPOT( +[\d.]+){6}$/m);
    expect(report).toContain("  ended: 2,000 completed");
  });

  it("says what was decided, and in words why", () => {
    expect(report).toContain("\nDecisions: 480; 3 moves (1 reversal)\n");
    expect(report).toMatch(/^ {2}held +\d+ {2}both roles had engines to spare +headroom_ample$/m);
    expect(report).toMatch(
      /^ {2}0:05 {2}engine-3 {2}to prefill {2}2 \+ 2 -> 3 \+ 1 +work for prefill 2\.\d+ ± [\d.]+, decode 0\.\d+ ± [\d.]+$/m,
    );
    expect(report).toContain(
      "  work: offered and waiting, in engines, ± its standard deviation from second to second\n",
    );
  });

  it("follows the run: mean and peak of loads and of what waits", () => {
    expect(report).toMatch(/^ {2}until +ended +TTFT +TPOT +both +prefill +decode +moves$/m);
    expect(report).toMatch(/^ +met +met +met +need\/has +load +waiting +need\/has +load +waiting$/m);
    expect(report).toMatch(
      /^ {2}0:30 +163( +[\d.]+%){3} +1\.17\/3( +[\d.]+\/[\d.]+){2} +0\.36\/1( +[\d.]+\/[\d.]+){2} +1$/m,
    );
    expect(report).toContain("\n  A need below the engines does not promise the SLOs: ");
  });

  it("ends with what each split would do", () => {
    for (const split of ["1 \\+ 3", "2 \\+ 2", "3 \\+ 1"]) expect(report).toMatch(new RegExp(`^ {2}${split}`, "m"));
    expect(report.match(/ best$/gm)?.length).toBe(1);
    expect(report.match(/\(now\)/g)?.length).toBe(1);
  });

  it("has no colour, no line that ends in a space, and nothing that is no number", () => {
    expect(report.includes(String.fromCharCode(27))).toBe(false);
    expect(lines.filter((line) => line.endsWith(" "))).toEqual([]);
    expect(report).not.toMatch(/NaN|undefined|null|\[object/);
    expect(report.endsWith("\n")).toBe(true);
  });
});

describe("the report of another policy", () => {
  it("gives the grounds that this policy has", () => {
    expect(output("replay", TRACE, "--policy", "reactive")).toMatch(
      /^ {2}1:10 {2}engine-3 {2}to prefill {2}1 \+ 3 -> 2 \+ 2 +the busier role goes from \d\S* to \d\S* times its limit$/m,
    );
  });

  it("says of urgent moves that they are, and when slow ones were done", () => {
    const slow = output("replay", TRACE, "--policy", "reactive", "--urgent", "--load", "2", "--simulation", SLOW);
    expect(slow).toMatch(/^ {2}at +done +engines +role +prefill \+ decode +why$/m);
    expect(slow).toMatch(/^ {2}1:15 +1:20 +engine-1 +to prefill +2 \+ 2 -> 3 \+ 1 +urgent: the busier role goes /m);
  });
});

describe("demand that has no price", () => {
  it("is marked, and says in words why", () => {
    const path = write("long.csv", azureTrace([100, 9000, 200, 9000]));
    const report = output("replay", path);
    expect(report).toMatch(/ \d\.\d\d\*\/1 /);
    expect(report).toContain(
      "\n  * at least so many, since some work has no price:\n" +
        "    pending: requests whose size was not known yet\n" +
        "    prefill_domain: inputs outside of the range that the profile was measured for\n",
    );
  });
});

describe("the same seed", () => {
  it("prints the same bytes, and another one others", () => {
    const first = output("replay", TRACE);
    expect(output("replay", TRACE, "--seed", "1")).toBe(first);
    const other = output("replay", TRACE, "--seed", "2");
    expect(other).not.toBe(first);
    expect(other.replace("seed 2", "seed 1")).not.toBe(first);
  });
});

describe("a load of 2", () => {
  it("halves the span", () => {
    expect(output("replay", TRACE, "--load", "2").split("\n")[0]).toBe(
      "azure-code-busiest2000.csv: 2,000 requests in 4:00 (load x2, seed 1)",
    );
  });
});

describe("on no terminal", () => {
  it("the standard error stays empty: there is no progress bar", () => {
    expect(narwhal("replay", TRACE)).toMatchObject({ status: 0, stderr: "" });
  });
});
