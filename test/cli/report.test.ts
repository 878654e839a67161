import { describe, expect, it } from "vitest";
import { narwhal, output, TRACE } from "./command";

describe("the report of a replay", () => {
  const report = output("replay", TRACE, "--prefill", "2", "--decode", "2");
  const lines = report.split("\n");

  it("begins with what was replayed, on what, and what was promised", () => {
    expect(lines[0]).toBe("azure-code-busiest2000.csv: 2,000 requests in 8:00 (load x1, seed 1)");
    expect(lines[1]).toBe("4 engines: 2 prefill + 2 decode; promised: TTFT <= 1 s, TPOT <= 0.05 s");
  });

  it("says what was kept of the promises, with the percentiles", () => {
    expect(report).toMatch(/^Promises kept: TTFT \d+\.\d%, TPOT \d+\.\d%, both \d+\.\d% of 2,000 requests$/m);
    expect(report).toMatch(/^ {2}seconds +mean +p50 +p90 +p95 +p99 +max$/m);
    expect(report).toMatch(/^ {2}TTFT( +[\d.]+){6}$/m);
    expect(report).toMatch(/^ {2}TPOT( +[\d.]+){6}$/m);
    expect(report).toContain("  ended: 2,000 completed");
  });

  it("follows the run, and shows the demand as a plot", () => {
    expect(report).toMatch(/^ {2}until +requests +TTFT met +TPOT met +both +/m);
    expect(report).toMatch(/^ {2}0:30 +\d+ +[\d.]+% +[\d.]+% +[\d.]+% /m);
    expect(report).toMatch(/[┤┼].*╰─/);
  });

  it("ends with the demand and what each split would do", () => {
    for (const window of ["arrivals", "expected_decode", "observed_decode", "residency", "unsized"]) {
      expect(report).toMatch(new RegExp(`^ {2}${window}( +[\\d,]+){4}$`, "m"));
    }
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
