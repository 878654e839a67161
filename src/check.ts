import { ArgumentError, NarwhalError, TimeError } from "./errors";

/** The largest token length: 2^32 - 1. */
export const MAX_TOKENS = 0xffff_ffff;

/** True for a token length: whole, 0 .. 2^32 - 1. `>>> 0` keeps exactly those numbers, and throws for a bigint. */
export function isLength(value: unknown): value is number {
  return typeof value === "number" && value >>> 0 === value;
}

/** True for a number > 0, Infinity too. Comparisons alone would take a text, a bigint or an object for one. */
export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

/** True for a number >= 0, Infinity too. */
export function isNotNegative(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

/** Throws unless `value` is a token length: whole, 0 .. 2^32 - 1. */
export function checkLength(field: string, value: unknown): void {
  if (!isLength(value)) throw notLength(field, value);
}

// Errors are made in functions of their own: V8 inlines what is small, and checks are on every way.

function notLength(field: string, value: unknown): ArgumentError {
  return new ArgumentError(field, `must be a whole number of tokens, 0 .. ${MAX_TOKENS}`, value);
}

/** Null for NaN: what is not known. */
export function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Throws unless `value` is a number; a cut may be infinite, to see all or nothing. */
export function checkNumber(field: string, value: unknown): void {
  if (typeof value !== "number" || Number.isNaN(value)) throw new TimeError(field, value);
}

/** Throws unless `value` is of type number; NaN is. */
export function checkIsNumber(field: string, value: unknown): void {
  if (typeof value !== "number") throw new ArgumentError(field, "must be a number", value);
}

/** Throws unless `value` is a finite time in seconds. */
export function checkTime(field: string, value: number): void {
  if (!Number.isFinite(value)) throw new TimeError(field, value);
}

/**
 * Reads an argument of any type. What cannot be read (null for an object, a getter that throws, a revoked proxy) is an
 * ArgumentError, with what was thrown as its cause.
 *
 * @throws ArgumentError, and any typed error that `read` throws
 */
export function readArgument<T>(field: string, rule: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof NarwhalError) throw cause;
    throw new ArgumentError(field, rule, value, undefined, { cause });
  }
}

/**
 * A copy of an object's own fields, each read once: what is checked is what is used.
 *
 * @throws ArgumentError for anything but an object, or one that cannot be read
 */
export function ownFields<T extends object>(field: string, value: T | null | undefined): T {
  const rule = "must be an object that can be read";
  if (typeof value !== "object" || value === null) throw new ArgumentError(field, rule, value);
  return readArgument(field, rule, value, () => ({ ...value }));
}

/**
 * The items of a list, each read once.
 *
 * @throws ArgumentError for anything but a list (a text is not one), or one that cannot be read
 */
export function itemsOf<T>(field: string, value: Iterable<T>): T[] {
  const rule = "must be a list that can be read";
  if (typeof value !== "object" || value === null) throw new ArgumentError(field, rule, value);
  return readArgument(field, rule, value, () => [...value]);
}

/**
 * The texts of a list, one after the other.
 *
 * @throws ArgumentError for anything but a list (a text is not one), or one that holds anything else
 */
export function* textsOf(lines: Iterable<string>): Generator<string> {
  checkIterable("lines", "must be a list of texts", lines, [Symbol.iterator]);
  const rest = readArgument("lines", "must be a list of texts", lines, () => lines[Symbol.iterator]());
  for (const line of { [Symbol.iterator]: () => rest }) {
    if (typeof line !== "string") throw new ArgumentError("lines", "must be a list of texts", line);
    yield line;
  }
}

/** Throws unless `value` is an object that can be iterated in one of these ways, and no list of numbers. */
export function checkIterable(field: string, rule: string, value: unknown, ways: readonly symbol[]): void {
  const isList = typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
  if (!isList || !readArgument(field, rule, value, () => ways.some((way) => way in value))) {
    throw new ArgumentError(field, rule, value);
  }
}

/** Throws unless `clock` is an object with a function `now`. */
export function checkClock(clock: unknown): void {
  const rule = "must be an object with a function now";
  const now = readArgument("clock", rule, clock, () => (clock as { readonly now: unknown }).now);
  if (typeof now !== "function") throw new ArgumentError("clock", rule, clock);
}

/** Throws unless these are token lengths, and no more is cached than the input. */
export function checkSize(inputTokens: number, requestedTokens: number, cachedTokens: number): void {
  checkLength("inputTokens", inputTokens);
  checkLength("requestedTokens", requestedTokens);
  checkLength("cachedTokens", cachedTokens);
  if (cachedTokens <= inputTokens) return;
  throw new ArgumentError("cachedTokens", `must be <= inputTokens ${inputTokens}`, cachedTokens);
}

/** Throws unless `value` is a whole number >= `least`. */
export function checkWhole(field: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new ArgumentError(field, `must be a whole number >= ${least}`, value);
}
