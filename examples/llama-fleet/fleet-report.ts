import type { EngineProfile } from "narwhal-slo";
import { prefillS, tokenIntervalS } from "narwhal-slo/parts";
import type { FleetRun } from "./fleet-run";
import type { Outcome, Slo } from "./outcome";
import { nameOf, type Predicted } from "./predict";

/** Everything that `npm run fleet` shows. */
export interface FleetReport {
  readonly slo: Slo;
  readonly requestsPerS: number;
  readonly calibrated: EngineProfile;
  readonly predictions: readonly Predicted[];
  /** One run of each split, in the order of the predictions. */
  readonly fixed: readonly FleetRun[];
  readonly headroom: FleetRun;
}

/** The report as JSON: at the top the run with headroom. */
export function jsonReport(report: FleetReport) {
  const { slo, requestsPerS, predictions, fixed, headroom } = report;
  const splits = predictions.map(({ predicted, ...split }, index) => {
    const run = fixed[index] as FleetRun;
    const measured = jsonOutcome(run.measured);
    return {
      split: nameOf(split),
      predicted: jsonOutcome(predicted),
      measured,
      errors: errorsOf(predicted, run.measured),
      cores: run.cores,
    };
  });
  return {
    requests_per_s: requestsPerS,
    slo: { ttft_s: slo.ttftS, tpot_s: slo.tpotS },
    ...jsonOutcome(headroom.measured),
    moves: headroom.moves,
    conserved: [...fixed, headroom].every(({ conserved }) => conserved),
    splits,
    best_split: { predicted: bestOf(splits, "predicted"), measured: bestOf(splits, "measured") },
    cores: headroom.cores,
    learned: learnedBeside(report.calibrated, headroom.learned),
  };
}

type JsonReport = ReturnType<typeof jsonReport>;

/** The report for a terminal. */
export function textReport(report: JsonReport): string {
  const row = (cells: readonly unknown[]) => cells.map((cell) => String(cell).padEnd(10)).join("");
  const head = row(["split", "", "TTFT p50", "p90", "TPOT p50", "p90", "both met", "cores"]);
  const line = (
    name: string,
    kind: string,
    { ttft, tpot, attainment }: ReturnType<typeof jsonOutcome>,
    cores: FleetRun["cores"],
  ) =>
    row([
      name,
      kind,
      ms(ttft.p50_s),
      ms(ttft.p90_s),
      ms(tpot.p50_s),
      ms(tpot.p90_s),
      percent(attainment),
      cores?.fleet ?? "",
    ]);
  const rows = report.splits.flatMap(({ split, predicted, measured, cores }) => [
    line(split, "predicted", predicted, null),
    line(split, "measured", measured, cores),
  ]);
  const { requests_per_s, slo, best_split, moves, conserved, learned } = report;
  return [
    `${requests_per_s.toFixed(2)} requests/s; SLO: TTFT ${ms(slo.ttft_s)}, TPOT ${ms(slo.tpot_s)}`,
    head,
    ...rows,
    line("headroom", "measured", report, report.cores),
    `best split: ${best_split.predicted} predicted, ${best_split.measured} measured`,
    `moves with headroom: ${moves.length}`,
    ...moves.map((move) => `  ${move}`),
    `accounts ${conserved ? "conserve" : "DO NOT CONSERVE"}`,
    learned
      ? `learned beside calibrated: prefill ${percent(learned.prefill_ratio)}, token interval ${percent(learned.interval_ratio)}`
      : "no profile was learned",
  ].join("\n");
}

function jsonOutcome({ completed, ttft, tpot, attainment }: Outcome) {
  const seconds = ({ p50S, p90S, p99S }: Outcome["ttft"]) => ({ p50_s: p50S, p90_s: p90S, p99_s: p99S });
  return { completed, ttft: seconds(ttft), tpot: seconds(tpot), attainment };
}

/** Relative errors of the predicted medians. */
function errorsOf(predicted: Outcome, measured: Outcome) {
  const error = (a: number | null, b: number | null) =>
    a === null || b === null ? null : Number((a / b - 1).toFixed(3));
  return {
    ttft_p50: error(predicted.ttft.p50S, measured.ttft.p50S),
    tpot_p50: error(predicted.tpot.p50S, measured.tpot.p50S),
  };
}

function bestOf(
  splits: readonly {
    split: string;
    predicted: { attainment: number | null };
    measured: { attainment: number | null };
  }[],
  kind: "predicted" | "measured",
) {
  const [best] = [...splits].sort((a, b) => (b[kind].attainment ?? 0) - (a[kind].attainment ?? 0));
  return best?.split ?? null;
}

/** A learned profile as a part of the calibrated one, at a prompt of 192 tokens and two requests. */
function learnedBeside(calibrated: EngineProfile, learned: EngineProfile | null) {
  if (!learned) return null;
  const interval = (profile: EngineProfile) => tokenIntervalS(profile, 500, 2);
  return {
    prefill_ratio: Number((prefillS(learned, 192) / prefillS(calibrated, 192)).toFixed(3)),
    interval_ratio: Number((interval(learned) / interval(calibrated)).toFixed(3)),
  };
}

function ms(seconds: number | null): string {
  return seconds === null ? "-" : `${(1000 * seconds).toFixed(1)} ms`;
}

function percent(ratio: number | null): string {
  return ratio === null ? "-" : `${Math.round(100 * ratio)}%`;
}
