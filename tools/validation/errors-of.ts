/** A measured number and its prediction. */
export interface Prediction {
  readonly measured: number;
  readonly predicted: number;
}

/** Absolute relative errors over some predictions, as fractions; null over none. */
export interface ErrorSummary {
  readonly mape: number | null;
  readonly median: number | null;
  readonly n: number;
}

/** The absolute relative error, as a fraction; null where nothing was measured. */
export function relativeError({ measured, predicted }: Prediction): number | null {
  const error = Math.abs(predicted / measured - 1);
  return Number.isFinite(error) ? error : null;
}

/** Mean and median of the errors. */
export function summarizeErrors(predictions: readonly (Prediction | null)[]): ErrorSummary {
  const errors = predictions.flatMap((prediction) => (prediction ? (relativeError(prediction) ?? []) : []));
  return { mape: meanOf(errors), median: medianOf(errors), n: errors.length };
}

/** The arithmetic mean; null of nothing. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle value, or the mean of the two; null of nothing. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const pair = Number.isInteger(middle)
    ? sorted.slice(middle - 1, middle + 1)
    : sorted.slice(middle - 0.5, middle + 0.5);
  return meanOf(pair);
}
