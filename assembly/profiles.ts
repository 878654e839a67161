/**
 * One engine profile (semantics, section 4). Profiles are validated to stay within KV capacity, so capacity adds no
 * further bound here.
 */
import { PROFILE_BYTES } from "./fields";
import { maxTokens, tokenInterval } from "./formulas";
import { PROFILES_BASE } from "./layout";

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
    // Less than was measured takes no longer than the least that was.
    return tokens <= this.maxPrefill;
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
 * Requests/s that one engine sustains inside its measured domain at `tpotS`, 0 if it sustains none. `budgetS` is tpotS
 * / correction. decode_request_limit is computed only where it binds; a batch below the least is not covered.
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
