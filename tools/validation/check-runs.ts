import { type ErrorSummary, type Prediction, summarizeErrors } from "./errors-of";
import type { FleetFit } from "./fit-fleet";
import { groupBy } from "./inferencex-rows";
import { type ReplayedRun, replayRun } from "./replay-run";
import { coldRuns, isColocated, placementOf, runKey, runResultKey, type VllmRun } from "./vllm-runs";

/** A run beside its replay. */
export interface CheckedRun {
  readonly run: VllmRun;
  readonly placement: string;
  /** It found empty prefix caches. */
  readonly cold: boolean;
  /** The model comes from it, among others. */
  readonly fitted: boolean;
  /** One mixed engine: replayed for its token interval and throughput, and part of no sum. */
  readonly colocated: boolean;
  readonly tpot: Prediction | null;
  readonly throughput: Prediction | null;
  /** Null for mixed engines: the handoff was fitted on others. */
  readonly ttft: Prediction | null;
}

/** Errors over some runs. */
export interface RunErrors {
  readonly tpot: ErrorSummary;
  readonly throughput: ErrorSummary;
  readonly ttftWarm: ErrorSummary;
  readonly ttftCold: ErrorSummary;
}

/** Replays all runs. `known` runs say which launches had begun before. */
export function checkRuns(runs: readonly VllmRun[], fit: FleetFit, known: readonly VllmRun[]): CheckedRun[] {
  const cold = coldRuns([...known, ...runs]);
  const fitted = new Set(fit.fittedRuns);
  return runs.map((run) => {
    const isCold = cold.has(runKey(run));
    return checkRun(run, replayRun(run, fit.model, isCold), isCold, fitted.has(runResultKey(run)));
  });
}

/** The runs that count: disaggregated ones that the model does not come from. */
export function heldOutRuns(checked: readonly CheckedRun[]): CheckedRun[] {
  return checked.filter(({ fitted, colocated }) => !fitted && !colocated);
}

export function runErrors(checked: readonly CheckedRun[]): RunErrors {
  const ttft = (cold: boolean) => summarizeErrors(checked.map((run) => (run.cold === cold ? run.ttft : null)));
  return {
    tpot: summarizeErrors(checked.map(({ tpot }) => tpot)),
    throughput: summarizeErrors(checked.map(({ throughput }) => throughput)),
    ttftWarm: ttft(false),
    ttftCold: ttft(true),
  };
}

/** Errors of each placement. */
export function errorsByPlacement(checked: readonly CheckedRun[]): Record<string, RunErrors> {
  const groups = Object.entries(groupBy(checked, ({ placement }) => placement));
  return Object.fromEntries(groups.map(([placement, runs]) => [placement, runErrors(runs)]));
}

function checkRun(run: VllmRun, replayed: ReplayedRun, cold: boolean, fitted: boolean): CheckedRun {
  const colocated = isColocated(run);
  return {
    run,
    placement: placementOf(run),
    cold,
    fitted,
    colocated,
    tpot: predictionOf(run.medianTpotS, replayed.medianTpotS),
    throughput: predictionOf(run.requestThroughput, replayed.requestThroughput),
    ttft: colocated ? null : predictionOf(run.medianTtftS, replayed.medianTtftS),
  };
}

function predictionOf(measured: number | null, predicted: number | null): Prediction | null {
  return measured === null || measured === 0 || predicted === null ? null : { measured, predicted };
}
