import { type FitPoint, fitPoints } from "../../src/fit/least-squares";
import { medianOf } from "./errors-of";
import { type FleetModel, replayRun } from "./replay-run";
import { coldRuns, placementOf, runKey, runResultKey, type VllmRun } from "./vllm-runs";

/** A fleet's model, and the runs that it comes from: they are no test of it. */
export interface FleetFit {
  readonly model: FleetModel;
  readonly fittedRuns: readonly string[];
}

const START: FleetModel = {
  interceptS: 0.0176,
  perRequestS: 6e-5,
  perKvTokenS: 6.6e-8,
  handoffS: 0.1,
  coldPerTokenS: 5e-4,
  slowFactor: 1,
};
const ROUNDS = 4;
/** Outputs below this say little about the token interval. */
const LEAST_OUTPUT = 64;
/** Whose throughput is below this share of the request rate waited for the link. */
const LINK_BOUND = 0.9;

/** Fits token interval, handoff and link on the decode tests, and the slow GPU on one run of 3P1D. */
export function fitFleet(runs: readonly VllmRun[]): FleetFit {
  const cold = coldRuns(runs);
  const decodeTests = runs.filter(
    (run) => run.experiment.startsWith("decode_test") && placementOf(run) !== "colocated",
  );
  const warm = decodeTests.filter((run) => run.outputTokens >= LEAST_OUTPUT && !cold.has(runKey(run)));
  const uncached = decodeTests.filter((run) => cold.has(runKey(run)));
  const slow = runs.filter((run) => runKey(run) === SLOW_RUN);
  let model: FleetModel = { ...START, coldPerTokenS: linkPerTokenS(uncached) };
  for (let round = 0; round < ROUNDS; round++) model = { ...model, ...fitInterval(warm, model) };
  model = { ...model, handoffS: fitHandoff(warm, model) };
  model = { ...model, slowFactor: fitSlowFactor(slow, model) };
  return { model, fittedRuns: [...warm, ...uncached, ...slow].map(runResultKey) };
}

/** The one run by which the slow GPU is known. */
const SLOW_RUN = "ratio_characterization 3P1D 64 x1024 @2";

const INTERVAL = ["interceptS", "perRequestS", "perKvTokenS"] as const;

/** One Gauss-Newton step: median TPOT is nearly linear in the three, with the batches as the model has them. */
function fitInterval(runs: readonly VllmRun[], model: FleetModel): Partial<FleetModel> {
  const tpotS = (run: VllmRun, changed: FleetModel) => replayRun(run, changed, false).medianTpotS as number;
  const points = runs.map((run): FitPoint => {
    const now = tpotS(run, model);
    const terms = INTERVAL.map((name) => {
      const step = model[name] * 0.02 || 1e-9;
      return (tpotS(run, { ...model, [name]: model[name] + step }) - now) / step;
    });
    const measured = run.medianTpotS as number;
    const value = measured - now + INTERVAL.reduce((sum, name, i) => sum + (terms[i] as number) * model[name], 0);
    return { terms, value, weight: 1 / measured };
  });
  const { coefficients } = fitPoints(points);
  return Object.fromEntries(INTERVAL.map((name, index) => [name, coefficients[index]]));
}

/** The handoff that leaves as much of the measured TTFT above the simulated one as below. */
function fitHandoff(runs: readonly VllmRun[], model: FleetModel): number {
  let handoffS = model.handoffS;
  for (let round = 0; round < ROUNDS; round++) {
    const rests = runs.map((run) => {
      const { medianTtftS } = replayRun(run, { ...model, handoffS }, false);
      return (run.medianTtftS as number) - (medianTtftS as number);
    });
    handoffS += medianOf(rests) ?? 0;
  }
  return handoffS;
}

/**
 * Link seconds per token of the runs whose throughput stopped at the link. They all have one input length, so that a
 * constant part cannot be told apart: there is none.
 */
function linkPerTokenS(runs: readonly VllmRun[]): number {
  const bound = runs.filter((run) => (run.requestThroughput as number) < LINK_BOUND * run.requestRate);
  const each = bound.map((run) => run.prefillEngines / (run.requestThroughput as number) / run.inputTokens);
  return medianOf(each) ?? 0;
}

/** Ratio of the token intervals with the slow GPU and without. */
function fitSlowFactor(runs: readonly VllmRun[], model: FleetModel): number {
  const ratios = runs.map((run) => {
    const { medianTpotS } = replayRun(run, { ...model, slowFactor: 1 }, false);
    return (run.medianTpotS as number) / (medianTpotS as number);
  });
  return medianOf(ratios) ?? 1;
}
