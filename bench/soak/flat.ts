/** A reading of a memory, in bytes. */
export interface MemoryReading {
  readonly atS: number;
  readonly bytes: number;
}

/** Whether a memory has stopped growing. */
export interface Flatness {
  /** Rise of the line through the readings of the second half, from its begin to its end, in bytes. */
  readonly growthBytes: number;
  /** The most that counts as flat. */
  readonly limitBytes: number;
  /** Null: too few readings to tell. */
  readonly flat: boolean | null;
}

/** Readings of the second half that it takes to tell. */
const FEWEST = 6;
/** The least growth that is not noise. */
const NOISE_BYTES = 2 * 2 ** 20;

/**
 * The rule: through the readings of the second half of a run goes the line of least squares. The memory is flat if that
 * line rises by no more than a share of the readings' mean, or 2 MiB if that is more.
 */
export function flatness(readings: readonly MemoryReading[], share: number): Flatness {
  const half = readings.slice(Math.floor(readings.length / 2));
  const meanBytes = mean(half.map(({ bytes }) => bytes));
  const limitBytes = Math.max(NOISE_BYTES, share * meanBytes);
  if (half.length < FEWEST) return { growthBytes: 0, limitBytes, flat: null };
  const meanS = mean(half.map(({ atS }) => atS));
  const products = half.map(({ atS, bytes }) => (atS - meanS) * (bytes - meanBytes));
  const squares = half.map(({ atS }) => (atS - meanS) ** 2);
  const spanS = (half.at(-1) as MemoryReading).atS - (half[0] as MemoryReading).atS;
  const growthBytes = (sum(products) / sum(squares)) * spanS;
  return { growthBytes, limitBytes, flat: growthBytes <= limitBytes };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}
