/** One field that is not as recorded. */
export interface Mismatch {
  readonly field: string;
  readonly got: unknown;
  readonly expected: unknown;
}

/** How far reals may be off: relative or absolute. */
export interface Tolerance {
  readonly relative: number;
  readonly absolute: number;
}

/** For values of full precision. */
export const EXACT: Tolerance = { relative: 1e-9, absolute: 1e-12 };

/** For the rounded numbers of decision records and of demand_evidence. */
export const ROUNDED: Tolerance = { relative: 2e-6, absolute: 1.5e-6 };

/** Tolerance of a field, by its path. */
export type ToleranceOf = (field: string) => Tolerance;

/**
 * Compares what was seen with what was recorded: integers, booleans, strings and nulls exactly, reals within the
 * tolerance. Fields beyond the recorded ones are fine.
 */
export function compare(
  got: unknown,
  expected: unknown,
  toleranceOf: ToleranceOf = () => EXACT,
  field = "",
): Mismatch[] {
  if (typeof expected === "number") return same(got, expected, toleranceOf(field)) ? [] : [{ field, got, expected }];
  if (expected === null || typeof expected !== "object") {
    return got === expected ? [] : [{ field, got, expected }];
  }
  if (got === null || typeof got !== "object") return [{ field, got, expected }];
  const lengths = lengthMismatch(got, expected, field);
  if (lengths) return [lengths];
  return Object.entries(expected).flatMap(([key, value]) =>
    compare((got as Record<string, unknown>)[key], value, toleranceOf, field ? `${field}.${key}` : key),
  );
}

function lengthMismatch(got: object, expected: object, field: string): Mismatch | null {
  if (!Array.isArray(expected)) return null;
  const length = Array.isArray(got) ? got.length : undefined;
  return length === expected.length ? null : { field: `${field}.length`, got: length, expected: expected.length };
}

function same(got: unknown, expected: number, { relative, absolute }: Tolerance): boolean {
  if (typeof got !== "number") return false;
  if (got === expected) return true;
  if (!Number.isFinite(got) || !Number.isFinite(expected)) return false;
  if (Number.isInteger(expected) && Number.isInteger(got)) return false;
  const difference = Math.abs(got - expected);
  return difference <= absolute || difference <= relative * Math.max(Math.abs(got), Math.abs(expected));
}
