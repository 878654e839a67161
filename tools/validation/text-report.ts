import { section, table } from "../../src/cli/tables";
import { resultErrors } from "./check-results";
import { type CheckedRun, errorsByPlacement, heldOutRuns, runErrors } from "./check-runs";
import { type ErrorSummary, type Prediction, relativeError } from "./errors-of";
import type { Validation } from "./validate";
import { runKey } from "./vllm-runs";

/** The report for people: sums first, then every run, misses first. */
export function textReport(validation: Validation): string {
  const { runs, results } = validation;
  return [
    ...(runs.length > 0 ? [summarySection(runs), runsSection(runs)] : []),
    ...(results.length > 0 ? [resultsSection(validation)] : []),
    ...(validation.links.length > 0 ? [linksSection(validation)] : []),
    ...(validation.switches.length > 0 ? [switchesSection(validation)] : []),
  ].join("\n\n");
}

function summarySection(runs: readonly CheckedRun[]): string {
  const heldOut = heldOutRuns(runs);
  const rows = Object.entries({ all: runErrors(heldOut), ...errorsByPlacement(heldOut) }).map(([placement, errors]) => [
    placement,
    ...[errors.tpot, errors.throughput, errors.ttftWarm, errors.ttftCold].flatMap(summaryCells),
  ]);
  const head = [
    "placement",
    ...["TPOT", "throughput", "warm TTFT", "cold TTFT"].flatMap((name) => [name, "mean", "n"]),
  ];
  const colocated = runs.filter((run) => run.colocated).length;
  const fitted = runs.filter((run) => run.fitted).length;
  const note = `not in these sums: ${fitted} runs that the model comes from, ${colocated} of one mixed engine (0/0)`;
  return section("Replayed runs: median and mean error, number of runs", table(head, rows), note);
}

function runsSection(runs: readonly CheckedRun[]): string {
  const rows = missesFirst(runs).map((run) => [
    runKey(run.run),
    [run.fitted ? "fitted" : "", run.colocated ? "mixed" : "", run.cold ? "cold" : ""].filter(Boolean).join(" "),
    ...[run.tpot, run.throughput, run.ttft].map(signedError),
  ]);
  return section("Every run: predicted over measured", table(["run", "", "TPOT", "throughput", "TTFT"], rows, [""]));
}

function resultsSection({ results, colocatedResults }: Validation): string {
  const { tpot, throughput, ttft, rank } = resultErrors(results.filter(({ fitted }) => !fitted));
  const rows = Object.entries({ TPOT: tpot, "throughput per GPU": throughput, TTFT: ttft }).map(([name, errors]) => [
    name,
    ...summaryCells(errors),
  ]);
  const tau = `Kendall's tau of throughput per GPU: ${rank.tau === null ? "-" : rank.tau.toFixed(2)} over ${rank.n} pairs`;
  const note = `left out: ${colocatedResults} results without an engine for each role`;
  return section("Published results that were not fitted", table(["", "median", "mean", "n"], rows), tau, note);
}

function linksSection({ links }: Validation): string {
  const rows = links.map(({ system, constantS, perTokenS, errors }) => [
    system,
    `${(constantS * 1e3).toFixed(2)} ms`,
    `${(perTokenS * 1e6).toFixed(2)} us`,
    ...summaryCells(errors),
  ]);
  const head = ["system", "constant", "per token", "median", "mean", "n"];
  return section("KV transfer: every second length fitted, the others predicted", table(head, rows));
}

function switchesSection({ switches }: Validation): string {
  const ms = (seconds: number | null) => (seconds === null ? "-" : `${(seconds * 1e3).toFixed(1)} ms`);
  const rows = switches.map(({ model, toDecodeS, defaultS, error, toPrefillS, drainTokenS }) => [
    model,
    ms(toDecodeS),
    ms(defaultS),
    percent(error),
    ms(toPrefillS),
    ms(drainTokenS),
  ]);
  const head = ["model", "to decode", "the fleet's", "error", "to prefill", "a token of the drain"];
  return section("Role switches", table(head, rows));
}

/** The runs by their largest error: held-out ones, fitted ones, mixed engines. */
export function missesFirst(runs: readonly CheckedRun[]): CheckedRun[] {
  const order = (run: CheckedRun) => Number(run.fitted) + 2 * Number(run.colocated);
  return [...runs].sort((a, b) => order(a) - order(b) || worstError(b) - worstError(a));
}

function worstError({ tpot, throughput, ttft }: CheckedRun): number {
  return Math.max(...[tpot, throughput, ttft].map((prediction) => (prediction && relativeError(prediction)) ?? 0));
}

function summaryCells({ median, mape, n }: ErrorSummary): string[] {
  return [percent(median), percent(mape), `${n}`];
}

function signedError(prediction: Prediction | null): string {
  if (!prediction) return "-";
  const error = prediction.predicted / prediction.measured - 1;
  return `${error > 0 ? "+" : ""}${(100 * error).toFixed(1)}%`;
}

function percent(value: number | null): string {
  return value === null ? "-" : `${(100 * value).toFixed(1)}%`;
}
