import { describe, expect, it, test } from "vitest";
import { resolveConfig } from "../../src/config";
import { type PlanInput, planFleet } from "../../src/planning/plan";
import { checkProfile } from "../../src/profile";
import { ReplayRun } from "../../src/replay";

/** Prefill takes 1 ms a token; a token takes 10 ms, for up to 4 requests. */
const profile = checkProfile("even", {
  ttftA: 0,
  ttftB: 0.001,
  ttftC: 0,
  tpotSlope: 0,
  tpotIntercept: 0.01,
  decodeMinRequests: 1,
  decodeMaxRequests: 4,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 100_000,
});

/** Ten requests a second of 200 + 20 tokens for 20 s: 2 engines of prefill work, half a one of decode work. */
const requests = Array.from({ length: 200 }, (_, index) => ({ atS: index / 10, inputTokens: 200, outputTokens: 20 }));

const PLAN: PlanInput = {
  requests,
  config: resolveConfig({ ttftSloS: 0.5, tpotSloS: 0.05 }),
  profile,
  simulation: {},
  seeds: [1],
  goal: 0.95,
  load: 1,
  contenders: ["fixed"],
  engines: null,
  maxEngines: 16,
};

/** Share that meets both SLOs in a replay of its own. */
function both(prefill: number, decode: number, speed: number): number {
  const engines = Array.from({ length: prefill + decode }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? ("prefill" as const) : ("decode" as const),
    profile,
  }));
  const run = new ReplayRun({ requests, engines, config: PLAN.config, control: "off", simulation: { speed, seed: 1 } });
  run.step(Number.POSITIVE_INFINITY);
  return run.report().attainment.bothRatio ?? 0;
}

describe("planFleet", () => {
  it("finds the least fleet: one engine less misses the goal with every split", () => {
    const [answer] = planFleet(PLAN);
    const { engines, trial } = answer as NonNullable<typeof answer>;
    expect([engines, trial.prefill]).toEqual([3, 2]);
    expect(trial.both).toBe(both(2, 1, 1));
    expect(trial.both).toBeGreaterThanOrEqual(0.95);
    expect(both(1, 1, 1)).toBeLessThan(0.95);
  });

  it("says how much load that fleet carries", () => {
    const [answer] = planFleet(PLAN);
    const carries = answer?.carries ?? 0;
    expect(both(2, 1, carries)).toBeGreaterThanOrEqual(0.95);
    expect(both(2, 1, carries * 1.02)).toBeLessThan(0.95);
  });

  it("answers for engines that there are", () => {
    const [answer] = planFleet({ ...PLAN, engines: 6 });
    const carries = answer?.carries ?? 0;
    expect(answer).toMatchObject({ contender: "fixed", engines: 6, trial: { engines: 6 } });
    expect(answer?.trial.both).toBe(both(answer?.trial.prefill ?? 0, 6 - (answer?.trial.prefill ?? 0), carries));
    expect(carries).toBeGreaterThan(1.5);
  });

  it("has an answer for each contender, from every seed", () => {
    const answers = planFleet({ ...PLAN, contenders: ["fixed", "headroom", "reactive"], seeds: [1, 2] });
    expect(answers.map(({ contender }) => contender)).toEqual(["fixed", "headroom", "reactive"]);
    for (const { trial } of answers) {
      expect(trial.least).toBeLessThanOrEqual(trial.both ?? 0);
      expect(trial.most).toBeGreaterThanOrEqual(trial.both ?? 1);
    }
  });

  it("says so where no fleet reaches the goal", () => {
    const slow = resolveConfig({ ttftSloS: 0.1, tpotSloS: 0.05 });
    const [needed] = planFleet({ ...PLAN, config: slow, maxEngines: 4 });
    expect(needed).toMatchObject({ engines: null, trial: { engines: 4, both: 0 }, carries: null });
  });

  it("tells of each replay", () => {
    const labels: string[] = [];
    planFleet({ ...PLAN, maxEngines: 2 }, (label) => labels.push(label));
    expect(labels[0]).toBe("fixed, 1 + 1 engines, load x1, seed 1");
    expect(new Set(labels).size).toBe(labels.length);
  });

  test.each<[string, Partial<PlanInput>]>([
    ["goal must be > 0 and <= 1, got 1.5", { goal: 1.5 }],
    ["goal must be > 0 and <= 1, got NaN", { goal: Number.NaN }],
    ["load must be > 0, got 0", { load: 0 }],
    ["engines must be a whole number, 2 .. 256, got 1", { engines: 1 }],
    ["maxEngines must be a whole number, 2 .. 256, got 257", { maxEngines: 257 }],
    ["contenders must not be empty, got an array", { contenders: [] }],
    ["seeds must not be empty, got an array", { seeds: [] }],
  ])("refuses: %s", (message, wrong) => {
    expect(() => planFleet({ ...PLAN, ...wrong })).toThrow(message);
  });
});
