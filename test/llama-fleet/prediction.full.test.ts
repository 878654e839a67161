import { describe, expect, it } from "vitest";
import { jsonReport, textReport } from "../../examples/llama-fleet/fleet-report";
import type { FleetRun } from "../../examples/llama-fleet/fleet-run";
import { type Outcome, outcomeOf } from "../../examples/llama-fleet/outcome";
import { nameOf, predict, rolesOf, splitsOf, tellingSlo } from "../../examples/llama-fleet/predict";
import { bearableRate, promptOf, workload } from "../../examples/llama-fleet/workload";
import { resolveProfile } from "./test-profile";

const PROFILE = resolveProfile();

describe("a workload", () => {
  it("is the same for the same seed, and fits the machine", () => {
    const requests = workload(60, 2, 1);
    expect(workload(60, 2, 1)).toEqual(requests);
    expect(workload(60, 2, 2)).not.toEqual(requests);
    expect(requests.length).toBeGreaterThan(80);
    expect(requests.every(({ atS }, index) => atS >= (requests[index - 1]?.atS ?? 0) && atS < 60)).toBe(true);
    // A prompt of 192 tokens takes 0.192 s, its 96 tokens 96 x 6 ms / 2.
    expect(bearableRate(PROFILE)).toBeCloseTo(0.9 / (0.192 + 0.288), 9);
    expect(promptOf(3, 1)).toMatch(/^( [a-z]{2}){3}$/);
  });
});

describe("a prediction", () => {
  const requests = workload(120, 2, 1);

  it("names every split of so many engines", () => {
    expect(splitsOf(4).map(nameOf)).toEqual(["1P3D", "2P2D", "3P1D"]);
    expect(rolesOf({ prefill: 1, decode: 2 })).toEqual(["prefill", "decode", "decode"]);
  });

  it("ranks splits: a lone prefill engine is late where prompts are most of the work", () => {
    const slo = tellingSlo(3, requests, PROFILE);
    const [one, two] = splitsOf(3).map((split) => predict(split, requests, PROFILE, slo)) as [Outcome, Outcome];
    expect([one.completed, two.completed]).toEqual([requests.length, requests.length]);
    expect(one.ttft.p90S).toBeGreaterThan(two.ttft.p90S as number);
    expect(one.tpot.p50S).toBeLessThan(two.tpot.p50S as number);
    expect([one, two]).toEqual(splitsOf(3).map((split) => predict(split, requests, PROFILE, slo)));
  });
});

describe("a report", () => {
  const slo = { ttftS: 1, tpotS: 0.01 };
  const timed = [
    { ttftS: 0.5, tpotS: 0.008 },
    { ttftS: 2, tpotS: 0.008 },
  ];
  const run = (split: string, given: Partial<FleetRun> = {}): FleetRun => ({
    split,
    measured: outcomeOf(timed, 4, slo),
    moves: [],
    conserved: true,
    cores: { fleet: 1, others: 0.2, stolen: 0 },
    learned: null,
    ...given,
  });
  const report = {
    slo,
    requestsPerS: 2,
    calibrated: PROFILE,
    predictions: [
      { prefill: 1, decode: 2, predicted: outcomeOf([{ ttftS: 0.4, tpotS: 0.009 }], 1, slo) },
      { prefill: 2, decode: 1, predicted: outcomeOf([{ ttftS: 0.5, tpotS: 0.02 }], 1, slo) },
    ],
    fixed: [run("1P2D"), run("2P1D", { measured: outcomeOf([], 2, slo) })],
    headroom: run("2P1D", { moves: ["moved"], learned: { ...PROFILE, ttftB: 0.002 } }),
  };

  it("has predicted and measured beside each other, failed requests among those that missed", () => {
    const json = jsonReport(report);
    expect(json).toMatchObject({ completed: 2, attainment: 0.25, moves: ["moved"], conserved: true });
    expect(
      json.splits.map(({ split, predicted, measured }) => [split, predicted.attainment, measured.attainment]),
    ).toEqual([
      ["1P2D", 1, 0.25],
      ["2P1D", 0, 0],
    ]);
    expect(json.splits[0]?.errors).toEqual({ ttft_p50: -0.2, tpot_p50: 0.125 });
    expect(json.splits[1]?.errors).toEqual({ ttft_p50: null, tpot_p50: null });
    expect(json.best_split).toEqual({ predicted: "1P2D", measured: "1P2D" });
    expect(json.learned).toEqual({ prefill_ratio: 2, interval_ratio: 1 });
  });

  it("says where accounts do not conserve", () => {
    const bad = jsonReport({ ...report, fixed: [run("1P2D"), run("2P1D", { conserved: false })] });
    expect(bad.conserved).toBe(false);
    expect(textReport(bad)).toContain("accounts DO NOT CONSERVE");
    expect(textReport(jsonReport(report))).toMatch(/1P2D +predicted +400\.0 ms/);
  });
});
