/**
 * Formulas of an engine profile (semantics, section 4) that the core and the host both evaluate. This file is
 * compiled by asc and by tsc, so it keeps to what both read alike: `number` (f64), + - * / and Math.max/min.
 */

/** Seconds between two tokens of an engine that decodes `requests` requests with `tokens` KV tokens in all. */
export function tokenInterval(
  slope: number,
  intercept: number,
  requestSlope: number,
  tokens: number,
  requests: number,
): number {
  return Math.max(0, slope * tokens + requestSlope * requests + intercept);
}

/**
 * The most KV tokens that an engine can hold with `requests` residents at a token interval of `tpotS` seconds.
 * `maxRequests` and `maxKvTokens` are the profile's bounds, Infinity where it gives none. Infinity: no limit.
 */
export function maxTokens(
  slope: number,
  intercept: number,
  requestSlope: number,
  maxRequests: number,
  maxKvTokens: number,
  tpotS: number,
  requests: number,
): number {
  if (requests > maxRequests) return 0;
  const fixed = intercept + requestSlope * requests;
  if (fixed > tpotS) return 0;
  const tokens = slope <= 0 ? Infinity : (tpotS - fixed) / slope;
  return Math.min(tokens, maxKvTokens);
}
