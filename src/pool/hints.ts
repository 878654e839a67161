import type { DemandHistory } from "../accounting/accounting";
import type { LearnedStatus } from "../accounting/learned-lengths";
import type { AnomalyCounts } from "./anomalies";
import { type BlindingInputs, blindingHints } from "./blinding-hints";

/** Inputs of hints. */
export interface HintInputs extends BlindingInputs {
  readonly history: DemandHistory;
  readonly learned: LearnedStatus;
  readonly anomalies: AnomalyCounts;
}

/** Share of the arrivals in overflow cohorts from which it is worth a word. Chosen, not measured. */
const MUCH = 0.01;

/** Advice on the settings, in plain English: what is wrong, what it does, and what to change. Empty if all is well. */
export function hintsOf(inputs: HintInputs): string[] {
  const hints = [
    noEngineHint(inputs),
    overflowHint(inputs),
    learnedHint(inputs),
    unsizedHint(inputs),
    ...stampHints(inputs),
    ...blindingHints(inputs),
  ];
  return hints.filter((hint) => hint !== null);
}

function noEngineHint({ fleet, history: { pending, arrivals } }: HintInputs): string | null {
  const requests = Math.max(fleet.waitingRequests, pending + arrivals.observations);
  if (fleet.engines.length > 0 || requests === 0) return null;
  return `the pool has no engine, and ${requests} requests came or wait: add engines, or ask whatIf() what they need`;
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

function stampHints({ accounting, anomalies }: HintInputs): (string | null)[] {
  const { maxFutureS } = accounting.config;
  const { future_time: future, ahead_time: ahead, clock_back: back, clock_ahead: jumped } = anomalies;
  return [
    hintOf(future, `${future} events were stamped more than ${maxFutureS} s ahead and refused: times are seconds`),
    hintOf(ahead, `${ahead} events were stamped ahead of the clock: they counted when they were told`),
    hintOf(
      back,
      `the clock went back ${times(back)}: the pool's time went on from where it stood; use a monotonic clock`,
    ),
    hintOf(
      jumped,
      `the clock jumped ahead by more than ${maxFutureS} s ${times(jumped)}: it is believed when a second pass sees it ` +
        "(a suspended process)",
    ),
  ];
}

function hintOf(count: number, hint: string): string | null {
  return count === 0 ? null : hint;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
