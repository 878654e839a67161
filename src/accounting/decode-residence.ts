import { type EngineProfile, tokenIntervalS } from "../profile";

/** The most seconds that count of one request: no sum of them, or of their squares, overflows. */
export const LONGEST_S = 2 ** 32;

/** How long one request decodes, and how many engine-seconds that takes. */
export interface Residence {
  readonly decodeS: number;
  readonly engineS: number;
}

/** The residence of a request in the largest batch of requests like it that keeps TPOT. */
export function residenceOf(
  profile: EngineProfile,
  contextTokens: number,
  outputTokens: number,
  tpotSloS: number,
): Residence {
  const requests = largestBatch(profile, contextTokens, tpotSloS);
  const intervalS = tokenIntervalS(profile, requests * contextTokens, requests);
  const decodeS = Math.min(LONGEST_S, outputTokens * intervalS);
  return { decodeS, engineS: decodeS / requests };
}

/** Requests of one context that an engine decodes at once while it holds them and keeps the interval; at least 1. */
function largestBatch(profile: EngineProfile, context: number, intervalS: number): number {
  const { tpotSlope, tpotIntercept, tpotRequestSlope, decodeMaxRequests, decodeMaxKvTokens } = profile;
  const inTime = (intervalS - tpotIntercept) / (tpotRequestSlope + tpotSlope * context);
  // 0 / 0: the interval is what it may be, whatever the batch.
  const fast = Number.isNaN(inTime) ? Number.POSITIVE_INFINITY : inTime;
  return Math.max(1, Math.min(decodeMaxRequests, Math.floor(decodeMaxKvTokens / context), Math.floor(fast)));
}
