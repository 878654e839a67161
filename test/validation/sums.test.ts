import { expect, test } from "vitest";
import { solveClosedLoop } from "../../tools/validation/closed-loop";
import { relativeError, summarizeErrors } from "../../tools/validation/errors-of";
import { rankAgreement } from "../../tools/validation/rank-splits";
import { coldRuns, runKey, type VllmRun } from "../../tools/validation/vllm-runs";

test("errors have mean, median and number; nothing measured is no error", () => {
  const of = (measured: number, predicted: number) => ({ measured, predicted });
  expect(summarizeErrors([of(10, 11), of(10, 8), of(10, 10), null, of(0, 1)])).toEqual({
    mape: expect.closeTo(0.1, 12),
    median: expect.closeTo(0.1, 12),
    n: 3,
  });
  expect(summarizeErrors([of(10, 11), of(10, 8)]).median).toBeCloseTo(0.15, 12);
  expect(summarizeErrors([])).toEqual({ mape: null, median: null, n: 0 });
  expect(relativeError(of(0, 0))).toBeNull();
});

const fleet = (configuration: string, measured: number, predicted: number, set = "s") => ({
  set,
  configuration,
  measured,
  predicted,
});

test("tau is 1 for the same order, -1 for the opposite, null without a pair", () => {
  const same = [fleet("a", 1, 10), fleet("b", 2, 20), fleet("c", 3, 30)];
  expect(rankAgreement(same)).toEqual({ tau: 1, n: 3 });
  expect(rankAgreement(same.map((one) => ({ ...one, predicted: -one.predicted })))).toEqual({ tau: -1, n: 3 });
  expect(rankAgreement([fleet("a", 1, 1), fleet("b", 2, 2, "another set")])).toEqual({ tau: null, n: 0 });
  expect(rankAgreement([])).toEqual({ tau: null, n: 0 });
});

test("one pair of three the wrong way round is a third; a tie is none; one configuration twice is no pair", () => {
  expect(rankAgreement([fleet("a", 1, 10), fleet("b", 2, 30), fleet("c", 3, 20)]).tau).toBeCloseTo(1 / 3, 12);
  // Tau-b: 2 of 3 pairs agree, and one is tied in the prediction.
  expect(rankAgreement([fleet("a", 1, 10), fleet("b", 2, 20), fleet("c", 3, 20)]).tau).toBeCloseTo(
    2 / Math.sqrt(6),
    12,
  );
  expect(rankAgreement([fleet("a", 1, 10), fleet("b", 2, 10)])).toEqual({ tau: null, n: 1 });
  expect(rankAgreement([fleet("a", 1, 10), fleet("a", 2, 20)])).toEqual({ tau: null, n: 0 });
});

const LOOP = { concurrency: 10, outputTokens: 100, latencyS: 0, prefillS: 0, interceptS: 0.01, perRequestS: 0.001 };

test("a closed loop of decode alone: n requests, n / (interval * tokens)", () => {
  const { requestsPerS, tpotS } = solveClosedLoop(LOOP);
  expect(tpotS).toBeCloseTo(0.02, 9);
  expect(requestsPerS).toBeCloseTo(10 / (100 * 0.02), 6);
});

test("a closed loop beyond its prefill is bound by it, and the line has the rest", () => {
  const state = solveClosedLoop({ ...LOOP, concurrency: 1000, prefillS: 1, perRequestS: 1e-6 });
  expect(state.requestsPerS).toBeGreaterThan(0.99);
  expect(state.requestsPerS).toBeLessThan(1);
  expect(state.requestsPerS * (state.ttftS + 100 * state.tpotS)).toBeCloseTo(1000, 3);
});

test("the first run of an input length after a launch is cold: lowest rate, then shortest output", () => {
  const run = (changes: Partial<VllmRun>): VllmRun => ({
    experiment: "e",
    prefillEngines: 1,
    decodeEngines: 1,
    inputTokens: 256,
    outputTokens: 64,
    requestRate: 10,
    maxConcurrency: 32,
    requests: 100,
    requestThroughput: null,
    medianTtftS: null,
    medianTpotS: null,
    ...changes,
  });
  const first = run({ requestRate: 2 });
  const short = run({ inputTokens: 64, outputTokens: 1 });
  const other = run({ decodeEngines: 2 });
  const warm = [run({}), run({ requestRate: 2, outputTokens: 128 }), run({ inputTokens: 64 })];
  expect([...coldRuns([...warm, first, short, other])].sort()).toEqual([first, short, other].map(runKey).sort());
});
