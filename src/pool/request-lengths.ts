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
  if (!isLength(inputTokens)) return notTokens("inputTokens", inputTokens);
  if (requestedTokens !== undefined && !isLength(requestedTokens)) return notTokens("requestedTokens", requestedTokens);
  return cachedTokens === undefined || isLength(cachedTokens) ? null : notTokens("cachedTokens", cachedTokens);
}

/** What is wrong with `count` more tokens after `outputTokens`, null if nothing is. */
export function wrongCount(count: unknown, outputTokens: number): WrongLength | null {
  if (!isLength(count) || count === 0) {
    return { field: "count", rule: `must be a whole number of tokens, 1 .. ${MAX_TOKENS}`, value: count };
  }
  const total = outputTokens + count;
  return isLength(total) ? null : { field: "outputTokens", rule: `must be at most ${MAX_TOKENS}`, value: total };
}

/** What is wrong with an output length, null if nothing is. */
export function wrongOutput(outputTokens: unknown): WrongLength | null {
  return isLength(outputTokens) ? null : notTokens("outputTokens", outputTokens);
}

/** What is wrong with more cached tokens than the input has. */
export function beyondInput(inputTokens: number, value: number): WrongLength {
  return { field: "cachedTokens", rule: `must be at most inputTokens ${inputTokens}`, value };
}

function notTokens(field: string, value: unknown): WrongLength {
  return { field, rule: `must be a whole number of tokens, 0 .. ${MAX_TOKENS}`, value };
}
