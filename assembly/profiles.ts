/** One engine profile (semantics, section 4). None was measured beyond its KV capacity, which so bounds nothing more. */
import {
  PROFILES_BASE,
  PROFILE_BYTES,
  PROFILE_KV_CAPACITY,
  PROFILE_MAX_KV,
  PROFILE_MAX_OUTPUT,
  PROFILE_MAX_PREFILL,
  PROFILE_MAX_REQUESTS,
  PROFILE_MIN_KV,
  PROFILE_MIN_OUTPUT,
  PROFILE_MIN_PREFILL,
  PROFILE_MIN_REQUESTS,
  PROFILE_TPOT_INTERCEPT,
  PROFILE_TPOT_REQUEST_SLOPE,
  PROFILE_TPOT_SLOPE,
  PROFILE_TTFT_A,
  PROFILE_TTFT_B,
  PROFILE_TTFT_C,
  PROFILE_WEIGHT,
} from "./layout";
import { maxTokens, tokenInterval } from "./formulas";

@unmanaged
export class Profile {
  weight: f64;
  ttftA: f64;
  ttftB: f64;
  ttftC: f64;
  tpotSlope: f64;
  tpotIntercept: f64;
  tpotRequestSlope: f64;
  kvCapacity: f64;
  minRequests: f64;
  maxRequests: f64;
  minKv: f64;
  maxKv: f64;
  minPrefill: f64;
  maxPrefill: f64;
  minOutput: f64;
  maxOutput: f64;

  @inline
  intervalS(tokens: f64, requests: f64): f64 {
    return tokenInterval(this.tpotSlope, this.tpotIntercept, this.tpotRequestSlope, tokens, requests);
  }

  @inline
  coversPrefill(tokens: f64): bool {
    return tokens >= this.minPrefill && tokens <= this.maxPrefill;
  }

  @inline
  coversOutput(tokens: f64): bool {
    return tokens >= this.minOutput && tokens <= this.maxOutput;
  }

  @inline
  coversDecode(requests: f64, tokens: f64): bool {
    if (requests <= 0.0 || tokens <= 0.0) return true;
    return requests >= this.minRequests && requests <= this.maxRequests && tokens >= this.minKv && tokens <= this.maxKv;
  }
}

export function profileAt(i: i32): Profile {
  return changetype<Profile>(<usize>(PROFILES_BASE + i * PROFILE_BYTES));
}

export function sloTokens(profile: Profile, tpotS: f64, requests: f64): f64 {
  return maxTokens(
    profile.tpotSlope,
    profile.tpotIntercept,
    profile.tpotRequestSlope,
    profile.maxRequests,
    profile.maxKv,
    tpotS,
    requests,
  );
}

/** The most requests of `context` tokens each that one engine takes; 0 for no tokens. */
export function decodeRequestLimit(profile: Profile, context: f64): f64 {
  if (context <= 0.0) return 0.0;
  return max<f64>(1.0, min<f64>(profile.maxRequests, trunc<f64>(profile.maxKv / context)));
}

/**
 * Requests/s that one engine sustains inside its measured domain at `tpotS`; 0: none. `budgetS` is tpotS / correction.
 * The bound of decode_request_limit is divided for only where it binds; a batch below the least is not covered.
 */
export function decodeRps(profile: Profile, tpotS: f64, budgetS: f64, context: f64, output: f64, correction: f64): f64 {
  if (context <= 0.0 || output <= 0.0 || correction <= 0.0 || !profile.coversOutput(output)) return 0.0;
  const step = profile.tpotRequestSlope + profile.tpotSlope * context;
  let best = profile.maxRequests;
  if (step > 0.0) best = min<f64>(best, floor<f64>((budgetS - profile.tpotIntercept) / step));
  if (best * context > profile.maxKv) best = trunc<f64>(profile.maxKv / context);
  if (best < 1.0) return 0.0;
  const interval = profile.intervalS(best * context, best) * correction;
  if (interval <= 0.0 || interval > tpotS || !profile.coversDecode(best, best * context)) return 0.0;
  return best / (output * interval);
}

/** Compile-time check that the host's offsets are the struct's. */
export function checkProfileLayout(): void {
  if (offsetof<Profile>() != PROFILE_BYTES) ERROR("Profile drifted from layout.ts");
  if (offsetof<Profile>("weight") != PROFILE_WEIGHT) ERROR("weight");
  if (offsetof<Profile>("ttftA") != PROFILE_TTFT_A) ERROR("ttftA");
  if (offsetof<Profile>("ttftB") != PROFILE_TTFT_B) ERROR("ttftB");
  if (offsetof<Profile>("ttftC") != PROFILE_TTFT_C) ERROR("ttftC");
  if (offsetof<Profile>("tpotSlope") != PROFILE_TPOT_SLOPE) ERROR("tpotSlope");
  if (offsetof<Profile>("tpotIntercept") != PROFILE_TPOT_INTERCEPT) ERROR("tpotIntercept");
  if (offsetof<Profile>("tpotRequestSlope") != PROFILE_TPOT_REQUEST_SLOPE) ERROR("tpotRequestSlope");
  if (offsetof<Profile>("kvCapacity") != PROFILE_KV_CAPACITY) ERROR("kvCapacity");
  if (offsetof<Profile>("minRequests") != PROFILE_MIN_REQUESTS) ERROR("minRequests");
  if (offsetof<Profile>("maxRequests") != PROFILE_MAX_REQUESTS) ERROR("maxRequests");
  if (offsetof<Profile>("minKv") != PROFILE_MIN_KV) ERROR("minKv");
  if (offsetof<Profile>("maxKv") != PROFILE_MAX_KV) ERROR("maxKv");
  if (offsetof<Profile>("minPrefill") != PROFILE_MIN_PREFILL) ERROR("minPrefill");
  if (offsetof<Profile>("maxPrefill") != PROFILE_MAX_PREFILL) ERROR("maxPrefill");
  if (offsetof<Profile>("minOutput") != PROFILE_MIN_OUTPUT) ERROR("minOutput");
  if (offsetof<Profile>("maxOutput") != PROFILE_MAX_OUTPUT) ERROR("maxOutput");
}
