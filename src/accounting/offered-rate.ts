import { RATE_FIELDS } from "../wasm/offered-work-region";

/** Mean and standard deviation of what was offered in whole seconds, in engines. */
export interface OfferedRate {
  /** Over the last 60 s, or as many as there are. */
  readonly mean: number;
  readonly deviation: number;
  /** Mean of the last 10 s. */
  readonly recent: number;
}

const RECENT_S = 10;

/** The rate of one column (`RATE`) of the rows of offered work, one a second, oldest first. */
export function rateOf(rows: Float64Array, column: number): OfferedRate {
  const seconds = rows.length / RATE_FIELDS;
  if (seconds === 0) return { mean: 0, deviation: 0, recent: 0 };
  const valueAt = (second: number) => rows[RATE_FIELDS * second + column] as number;
  let sum = 0;
  let recentSum = 0;
  for (let second = 0; second < seconds; second += 1) {
    sum += valueAt(second);
    if (second >= seconds - RECENT_S) recentSum += valueAt(second);
  }
  const mean = sum / seconds;
  let squares = 0;
  for (let second = 0; second < seconds; second += 1) squares += (valueAt(second) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / seconds), recent: recentSum / Math.min(seconds, RECENT_S) };
}
