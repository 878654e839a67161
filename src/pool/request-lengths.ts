import { isLength, MAX_TOKENS } from "../check";
import { ArgumentError } from "../errors";

/** An invalid length that a router passed in. */
export interface WrongLength {
  readonly field: string;
  readonly rule: string;
  readonly value: unknown;
}

/** The error that says so. */
export function lengthError({ field, rule, value }: WrongLength): ArgumentError {
  return new ArgumentError(field, rule, value);
}

/** The invalid length in a size of a request, null if there is none. */
export function wrongSize(inputTokens: unknown, requestedTokens: unknown, cachedTokens: unknown): WrongLength | null {
  if (!isLength(inputTokens)) return notTokens("inputTokens", inputTokens);
  if (requestedTokens !== undefined && !isLength(requestedTokens)) return notTokens("requestedTokens", requestedTokens);
  return cachedTokens === undefined || isLength(cachedTokens) ? null : notTokens("cachedTokens", cachedTokens);
}

/** The error in `count` more tokens after `outputTokens`, null if there is none. */
export function wrongCount(count: unknown, outputTokens: number): WrongLength | null {
  if (!isLength(count) || count === 0) {
    return { field: "count", rule: `must be a whole number of tokens, 1 .. ${MAX_TOKENS}`, value: count };
  }
  const total = outputTokens + count;
  return isLength(total) ? null : { field: "outputTokens", rule: `must be at most ${MAX_TOKENS}`, value: total };
}

/** The error in an output length, null if there is none. */
export function wrongOutput(outputTokens: unknown): WrongLength | null {
  return isLength(outputTokens) ? null : notTokens("outputTokens", outputTokens);
}

/** The fault of more cached tokens than the input has. */
export function beyondInput(inputTokens: number, value: number): WrongLength {
  return { field: "cachedTokens", rule: `must be at most inputTokens ${inputTokens}`, value };
}

/** The error of an output length below the tokens that were streamed. */
export function belowStreamed(streamedTokens: number, value: number): WrongLength {
  return { field: "outputTokens", rule: `must be at least the ${streamedTokens} streamed tokens`, value };
}

function notTokens(field: string, value: unknown): WrongLength {
  return { field, rule: `must be a whole number of tokens, 0 .. ${MAX_TOKENS}`, value };
}
