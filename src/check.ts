import { ArgumentError, TimeError } from "./errors";

/** The largest token length: 2^32 - 1. */
export const MAX_TOKENS = 0xffff_ffff;

/** True for a token length: whole, 0 .. 2^32 - 1. `>>> 0` keeps exactly those numbers. */
export function isLength(value: number): boolean {
  return value >>> 0 === value;
}

/** Throws unless `value` is a token length: whole, 0 .. 2^32 - 1. */
export function checkLength(field: string, value: number): void {
  if (!isLength(value)) throw new ArgumentError(field, `must be a whole number of tokens, 0 .. ${MAX_TOKENS}`, value);
}

/** Throws unless `value` is a finite time in seconds. */
export function checkTime(field: string, value: number): void {
  if (!Number.isFinite(value)) throw new TimeError(field, value);
}

/** Throws unless `cachedTokens` is a token length of at most the input. */
export function checkCached(cachedTokens: number, inputTokens: number): void {
  checkLength("cachedTokens", cachedTokens);
  if (cachedTokens <= inputTokens) return;
  throw new ArgumentError("cachedTokens", `must be <= inputTokens ${inputTokens}`, cachedTokens);
}
