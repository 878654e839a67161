import { isLength, MAX_TOKENS } from "../check";
import { ArgumentError } from "../errors";

/** What is wrong with a length that a router passed in. */
export interface WrongLength {
  readonly field: string;
  readonly rule: string;
  readonly value: unknown;
}

/** The error that says so. */
export function lengthError({ field, rule, value }: WrongLength): ArgumentError {
  return new ArgumentError(field, rule, value);
}

/** What is wrong with the size of a request, null if nothing is. */
export function wrongSize(inputTokens: unknown, requestedTokens: unknown, cachedTokens: unknown): WrongLength | null {
  if (!isTokens(inputTokens)) return notTokens("inputTokens", inputTokens);
  if (requestedTokens !== undefined && !isTokens(requestedTokens)) return notTokens("requestedTokens", requestedTokens);
  if (isTokens(cachedTokens) && cachedTokens <= inputTokens) return null;
  const rule = `must be a whole number of tokens, 0 .. inputTokens ${inputTokens}`;
  return { field: "cachedTokens", rule, value: cachedTokens };
}

/** What is wrong with `count` more tokens after `outputTokens`, null if nothing is. */
export function wrongCount(count: unknown, outputTokens: number): WrongLength | null {
  if (!isTokens(count) || count === 0) {
    return { field: "count", rule: `must be a whole number of tokens, 1 .. ${MAX_TOKENS}`, value: count };
  }
  const total = outputTokens + count;
  return isTokens(total) ? null : { field: "outputTokens", rule: `must be at most ${MAX_TOKENS}`, value: total };
}

/** What is wrong with an output length, null if nothing is. */
export function wrongOutput(outputTokens: unknown): WrongLength | null {
  return isTokens(outputTokens) ? null : notTokens("outputTokens", outputTokens);
}

function notTokens(field: string, value: unknown): WrongLength {
  return { field, rule: `must be a whole number of tokens, 0 .. ${MAX_TOKENS}`, value };
}

/** What a router passes in may be of any type; `isLength` alone throws for a bigint or a symbol. */
function isTokens(value: unknown): value is number {
  return typeof value === "number" && isLength(value);
}
