import type { Accounting, DemandHistory } from "../accounting/accounting";
import type { LearnedStatus } from "../accounting/learned-lengths";
import type { AnomalyCounts } from "./anomalies";

/** Inputs of hints. */
export interface HintInputs {
  readonly accounting: Accounting;
  readonly history: DemandHistory;
  readonly learned: LearnedStatus;
  readonly anomalies: AnomalyCounts;
  readonly nowS: number;
}

/** Share of the arrivals in overflow cohorts from which it is worth a word. Chosen, not measured. */
const MUCH = 0.01;

/** Advice on the settings, in plain English: what is wrong, what it does, and what to change. Empty if all is well. */
export function hintsOf(inputs: HintInputs): string[] {
  const hints = [overflowHint(inputs), learnedHint(inputs), unsizedHint(inputs), futureHint(inputs)];
  return hints.filter((hint) => hint !== null);
}

function overflowHint({ accounting, history: { arrivals }, nowS }: HintInputs): string | null {
  const { observations, overflowObservations } = arrivals;
  if (observations === 0 || overflowObservations < MUCH * observations) return null;
  const share = Math.round((100 * overflowObservations) / observations);
  const tokens = accounting.overflowTokens(nowS);
  const exactTokens = tokens.all - tokens.overflow;
  // As many as there would be if the rest had the mean length of the exact shapes.
  const likely = (exactTokens * observations) / (observations - overflowObservations);
  const times = likely > 0 ? `priced ${(tokens.all / likely).toFixed(1)}x too high` : "priced by the largest of them";
  const remedy = accounting.config.overflow === "spec" ? "use overflow: binned" : "raise maxShapes";
  return `${share}% of arrivals are in overflow: ${times}; ${remedy}`;
}

function learnedHint({ learned }: HintInputs): string | null {
  if (learned.inForce || learned.returnsInS === null) return null;
  const waitS = Math.ceil(learned.returnsInS);
  return `completions are in overflow: output lengths are not learned for another ${waitS} s; use overflow: binned`;
}

/** With more unsized offers than this share, tolerating them would hide a fault of the router. Chosen, not measured. */
const MOST_TOLERABLE = 0.1;

function unsizedHint({ accounting, history: { arrivals, unsized, pending } }: HintInputs): string | null {
  const count = unsized.observations + pending;
  const share = count / (count + arrivals.observations);
  const { unsizedTolerance } = accounting.config;
  if (count === 0 || share <= unsizedTolerance || share > MOST_TOLERABLE) return null;
  const percent = (100 * share).toPrecision(2);
  return `${percent}% of offers have no known size: demand is incomplete; set unsizedTolerance above ${share.toPrecision(2)}`;
}

function futureHint({ accounting, anomalies }: HintInputs): string | null {
  const { future_time: count } = anomalies;
  if (count === 0) return null;
  return `${count} events were stamped more than ${accounting.config.maxFutureS} s ahead and refused: times are seconds`;
}
