/** Answers of several numbers. They share one region: an answer is read before the next question. */
import { RESULT_BASE } from "./layout";

@unmanaged
export class Evidence {
  count: f64;
  /** Infinity for no evidence. */
  oldest: f64;
}

@unmanaged
export class Overflow {
  count: f64;
  /** Sum of the first of their numbers, as they are priced. */
  tokens: f64;
  /** When an overflow cell was last counted into; -Infinity without any. */
  last: f64;
}

@unmanaged
export class ValueTotals {
  sum: f64;
  least: f64;
  largest: f64;
}

@unmanaged
export class Flow {
  head: f64;
  /** Cells stored now, and the observations in them. */
  cells: f64;
  held: f64;
  expired: f64;
  refused: f64;
}

@unmanaged
export class OutcomeSums {
  total: f64;
  ttftMet: f64;
  tpotMet: f64;
  bothMet: f64;
  buckets: f64;
  /** Start of the oldest of these buckets, in seconds; without any it means nothing. */
  oldest: f64;
}

@unmanaged
export class Pruned {
  head: f64;
  buckets: f64;
  outcomes: f64;
}

@unmanaged
export class WorkState {
  first: f64;
  oldest: f64;
  base: f64;
}

@unmanaged
export class Price {
  prefill: f64;
  expected: f64;
  gaps: f64;
}

@unmanaged
export class Score {
  ttft: f64;
  tpot: f64;
  objective: f64;
  queue: f64;
  tokens: f64;
  sloCapacity: f64;
  kvCapacity: f64;
  requestLimit: f64;
  requests: f64;
  covered: f64;
}

/** The result region, as an answer of this kind. */
export function resultOf<T>(): T {
  return changetype<T>(RESULT_BASE);
}
