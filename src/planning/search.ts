/**
 * The least whole number from `from` to `to` at which something holds, where it holds at every larger one too: doubled
 * steps, then halves. Null where it does not hold at `to`.
 */
export function leastWhole(from: number, to: number, holds: (value: number) => boolean): number | null {
  let fails = from - 1;
  let value = from;
  while (!holds(value)) {
    if (value === to) return null;
    fails = value;
    value = Math.min(to, from + 2 * (value - from) + 1);
  }
  while (value - fails > 1) {
    const middle = Math.floor((fails + value) / 2);
    if (holds(middle)) value = middle;
    else fails = middle;
  }
  return value;
}

/** Steps of the search for a load: 2% of it. */
const FINE = 1.02;

/** Loads that are tried: a planner that needs others has another trace. */
const LEAST = 1 / 64;
const MOST = 64;

/**
 * The largest factor, to 2%, at which something holds, where it holds at every smaller one too; null where it does not
 * hold at 1/64 of `near`. No factor above 64 times `near` is tried.
 */
export function mostFactor(near: number, holds: (factor: number) => boolean): number | null {
  let low = near;
  let high = near;
  if (holds(near)) {
    while (high < near * MOST && holds(high * 2)) high *= 2;
    if (high >= near * MOST) return high;
    low = high;
    high *= 2;
  } else {
    while (low > near * LEAST && !holds(low / 2)) low /= 2;
    if (low <= near * LEAST) return null;
    high = low;
    low /= 2;
  }
  while (high / low > FINE) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The best of the values `from` .. `to`, by climbing from `start`; of equals the first that was met. */
export function climb(start: number, from: number, to: number, worth: (value: number) => number): number {
  let best = Math.min(to, Math.max(from, start));
  for (const step of [1, -1]) {
    while (best + step >= from && best + step <= to && worth(best + step) > worth(best)) best += step;
  }
  return best;
}
