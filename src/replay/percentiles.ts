/** Quantiles of some durations in seconds, by nearest rank; null where there are none. */
export interface Percentiles {
  readonly count: number;
  readonly meanS: number | null;
  readonly p50S: number | null;
  readonly p90S: number | null;
  readonly p95S: number | null;
  readonly p99S: number | null;
  readonly maxS: number | null;
}

/** Percentiles of the finite values; NaN stands for a request without one. */
export function percentilesOf(valuesS: Float64Array): Percentiles {
  const sorted = valuesS.filter((value) => Number.isFinite(value)).sort();
  const count = sorted.length;
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * count) - 1)] ?? null;
  const sumS = sorted.reduce((sum, value) => sum + value, 0);
  return {
    count,
    meanS: count > 0 ? sumS / count : null,
    p50S: rank(0.5),
    p90S: rank(0.9),
    p95S: rank(0.95),
    p99S: rank(0.99),
    maxS: rank(1),
  };
}
