import type { EngineProfile } from "../../src/index";

/** Semantics, section 4, word for word. */

export function prefillTime(profile: EngineProfile, x: number): number {
  return Math.max(0, profile.ttftA * x * x + profile.ttftB * x + profile.ttftC);
}

export function tokenInterval(profile: EngineProfile, tokens: number, requests = 0): number {
  return Math.max(0, profile.tpotSlope * tokens + profile.tpotRequestSlope * requests + profile.tpotIntercept);
}

/** Less than was measured is covered: it takes no longer than the least that was. */
export function coversPrefill({ prefillMaxTokens }: EngineProfile, x: number): boolean {
  return inside(x, undefined, prefillMaxTokens);
}

export function coversOutput({ decodeMinOutputTokens, decodeMaxOutputTokens }: EngineProfile, y: number): boolean {
  return inside(y, decodeMinOutputTokens, decodeMaxOutputTokens);
}

export function coversDecode(profile: EngineProfile, requests: number, tokens: number): boolean {
  if (requests <= 0 || tokens <= 0) return true;
  return (
    inside(requests, profile.decodeMinRequests, profile.decodeMaxRequests) &&
    inside(tokens, profile.decodeMinKvTokens, profile.decodeMaxKvTokens) &&
    inside(tokens, undefined, profile.kvCapacityTokens)
  );
}

export function maxTokens(profile: EngineProfile, tpotS: number, requests = 0): number {
  if (requests > profile.decodeMaxRequests) return 0;
  const fixed = profile.tpotIntercept + profile.tpotRequestSlope * requests;
  if (fixed > tpotS) return 0;
  const tokens = profile.tpotSlope <= 0 ? Number.POSITIVE_INFINITY : (tpotS - fixed) / profile.tpotSlope;
  return Math.min(tokens, profile.decodeMaxKvTokens);
}

export function decodeRequestLimit(profile: EngineProfile, context: number): number {
  if (context <= 0) return 0;
  const tokens = Math.min(profile.kvCapacityTokens ?? Number.POSITIVE_INFINITY, profile.decodeMaxKvTokens);
  return Math.max(1, Math.min(profile.decodeMaxRequests, Math.max(1, Math.trunc(tokens / context))));
}

export function decodeRps(
  profile: EngineProfile,
  tpotS: number,
  context: number,
  output: number,
  correction: number,
): number {
  if (context <= 0 || output <= 0 || correction <= 0 || !coversOutput(profile, output)) return 0;
  const most = decodeRequestLimit(profile, context);
  const least = Math.max(1, profile.decodeMinRequests, Math.ceil(profile.decodeMinKvTokens / context));
  if (most <= 0 || least > most) return 0;
  const budget = tpotS / correction;
  const step = profile.tpotRequestSlope + profile.tpotSlope * context;
  const best = step > 0 ? Math.min(most, Math.floor((budget - profile.tpotIntercept) / step)) : most;
  if (best < least) return 0;
  const interval = tokenInterval(profile, best * context, best) * correction;
  if (interval <= 0 || interval > tpotS || !coversDecode(profile, best, best * context)) return 0;
  return best / (output * interval);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function inside(value: number, least = 0, most = Number.POSITIVE_INFINITY): boolean {
  return value >= least && value <= most;
}
