import { numberOrNull } from "../check";

/** How a request ended (semantics, section 3). */
export const TERMINAL_KINDS = [
  "completed",
  "failed",
  "expired",
  "refused",
  "rejected",
  "cancelled",
  "invalid",
] as const;

/** How a request ended: `refused` by a prediction that it would miss, `rejected` plainly. */
export type TerminalKind = (typeof TERMINAL_KINDS)[number];

/** Facts of a request at its end. Times in seconds on one clock. */
export interface FinishedRequest {
  readonly kind: TerminalKind;
  /** Its first byte. */
  readonly arrivedS: number;
  /** End of prefill: the first token exists. null: it never did. */
  readonly firstTokenS: number | null;
  /** The last streamed token, null if there was none. */
  readonly lastTokenS: number | null;
  readonly outputTokens: number;
}

/** Outcome of a request as a window records it, with the times that it was judged by. */
export interface Outcome {
  readonly ttftMet: boolean;
  readonly tpotMet: boolean;
  /** Time to first token in seconds; null if there was none. */
  readonly ttftS: number | null;
  /** Time per output token after the first in seconds; null with fewer than two tokens, or all at one moment. */
  readonly tpotS: number | null;
}

/**
 * Judges a finished request by its SLOs (the table of semantics, section 2).
 *
 * @returns null when it does not count: cancelled, invalid or plainly rejected
 * @example
 * classifyOutcome({ kind: "completed", arrivedS: 0, firstTokenS: 1, lastTokenS: 2, outputTokens: 11 }, 1, 0.1);
 * // { ttftMet: true, tpotMet: true, ttftS: 1, tpotS: 0.1 }
 */
export function classifyOutcome(request: FinishedRequest, ttftSloS: number, tpotSloS: number): Outcome | null {
  const { kind, arrivedS, firstTokenS, lastTokenS, outputTokens } = request;
  if (!isOutcome(kind)) return null;
  const ttftS = timeToFirst(arrivedS, firstTokenS);
  const tpotS = timePerToken(firstTokenS, lastTokenS, outputTokens);
  return {
    ttftMet: metTtft(kind, ttftS, ttftSloS),
    tpotMet: metTpot(kind, ttftS, tpotS, tpotSloS),
    ttftS: numberOrNull(ttftS),
    tpotS: numberOrNull(tpotS),
  };
}

/** Seconds to the first token, at least 0; NaN without one. */
export function timeToFirst(arrivedS: number, firstTokenS: number | null): number {
  return firstTokenS === null ? Number.NaN : Math.max(0, firstTokenS - arrivedS);
}

/**
 * Seconds per output token after the first; NaN with fewer than two, or without a first or a last one. Tokens that all
 * came at one moment were not streamed: it is not known how long each took.
 */
export function timePerToken(firstTokenS: number | null, lastTokenS: number | null, outputTokens: number): number {
  if (outputTokens < 2 || firstTokenS === null || lastTokenS === null) return Number.NaN;
  const spanS = lastTokenS - firstTokenS;
  return spanS > 0 ? spanS / (outputTokens - 1) : Number.NaN;
}

/** Whether a request that ended so counts. */
export function isOutcome(kind: TerminalKind): boolean {
  return kind === "completed" || kind === "failed" || kind === "expired" || kind === "refused";
}

/** @param ttftS NaN if there was no first token */
export function metTtft(kind: TerminalKind, ttftS: number, ttftSloS: number): boolean {
  return kind === "completed" && ttftS <= ttftSloS;
}

/** @param tpotS NaN with fewer than two tokens */
export function metTpot(kind: TerminalKind, ttftS: number, tpotS: number, tpotSloS: number): boolean {
  if (kind === "completed") return !(tpotS > tpotSloS);
  return kind === "refused" || Number.isNaN(ttftS);
}
