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

/** What is known of a request when it ends. Times in seconds on one clock. */
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

/** What an outcome window records of a request, with the times that it was judged by. */
export interface Outcome {
  readonly ttftMet: boolean;
  readonly tpotMet: boolean;
  /** Time to first token in seconds; null if there was none. */
  readonly ttftS: number | null;
  /** Time per output token after the first in seconds; null with fewer than two tokens. */
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
  const ttftS = request.firstTokenS === null ? null : request.firstTokenS - request.arrivedS;
  const tpotS = timePerOutputToken(request);
  switch (request.kind) {
    case "completed":
      return {
        ttftMet: ttftS !== null && ttftS <= ttftSloS,
        tpotMet: tpotS === null || tpotS <= tpotSloS,
        ttftS,
        tpotS,
      };
    case "failed":
    case "expired":
      return { ttftMet: false, tpotMet: ttftS === null, ttftS, tpotS };
    case "refused":
      return { ttftMet: false, tpotMet: true, ttftS, tpotS };
    default:
      return null;
  }
}

function timePerOutputToken({ firstTokenS, lastTokenS, outputTokens }: FinishedRequest): number | null {
  if (firstTokenS === null || lastTokenS === null || outputTokens < 2) return null;
  return (lastTokenS - firstTokenS) / (outputTokens - 1);
}
