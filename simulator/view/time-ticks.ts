import type { Span } from "./run";

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];

const MOST_TICKS = 10;

/** Round times of a span: where the grid and the labels of the time axis are. */
export function timeTicks([fromS, toS]: Span): number[] {
  const stepS = STEPS_S.find((step) => (toS - fromS) / step <= MOST_TICKS) ?? (toS - fromS) / MOST_TICKS;
  const first = Math.ceil(fromS / stepS);
  const count = Math.floor(toS / stepS) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * stepS);
}
