/**
 * The profiles in force: each distinct one once, with the number of its engines. Their means, and the domain that all
 * of them cover, are computed once for each set.
 */
import { Profile, decodeRequestLimit, decodeRps, profileAt, sloTokens } from "./profiles";
import { PROFILE_COMMON } from "./layout";

let inForce: i32 = 0;
let version: u32 = 0;
let engines: f64 = 0.0;
let ttftA: f64 = 0.0;
let ttftB: f64 = 0.0;
let ttftC: f64 = 0.0;
let tpotSlope: f64 = 0.0;
let tpotIntercept: f64 = 0.0;
let tpotRequestSlope: f64 = 0.0;

/** Takes the first `count` rows of the table into force. */
export function useProfiles(count: i32): void {
  inForce = count;
  version++;
  engines = ttftA = ttftB = ttftC = tpotSlope = tpotIntercept = tpotRequestSlope = 0.0;
  openDomain(common());
  for (let i = 0; i < count; i++) join(profileAt(i));
  ttftA /= engines;
  ttftB /= engines;
  ttftC /= engines;
  tpotSlope /= engines;
  tpotIntercept /= engines;
  tpotRequestSlope /= engines;
}

/** How many distinct profiles are in force. */
export function profileCount(): i32 {
  return inForce;
}

/** Changes with every change of the profiles in force. */
export function profilesVersion(): u32 {
  return version;
}

export function meanTtftA(): f64 {
  return ttftA;
}

export function meanTtftB(): f64 {
  return ttftB;
}

export function meanTtftC(): f64 {
  return ttftC;
}

/** Mean prefill_time. The coefficients are >= 0, so no profile's time is cut off at 0. */
export function meanPrefillS(tokens: f64): f64 {
  return ttftA * tokens * tokens + ttftB * tokens + ttftC;
}

/**
 * Prefill seconds that an input is priced at: none where nothing is left to prefill, and those of the least measured
 * length, an upper bound, below it.
 */
export function pricedPrefillS(tokens: f64): f64 {
  return tokens <= 0.0 ? 0.0 : meanPrefillS(max<f64>(tokens, common().minPrefill));
}

/** Whether every input from `least` to `largest` is priced at its own length. */
export function arePricedPlainly(least: f64, largest: f64): bool {
  return least > 0.0 && least >= common().minPrefill && allCoverPrefill(largest);
}

/** Mean token_interval, likewise. */
export function meanIntervalS(tokens: f64, requests: f64): f64 {
  return tpotSlope * tokens + tpotRequestSlope * requests + tpotIntercept;
}

export function allCoverPrefill(tokens: f64): bool {
  return common().coversPrefill(tokens);
}

export function allCoverOutput(tokens: f64): bool {
  return common().coversOutput(tokens);
}

export function allCoverDecode(requests: f64, tokens: f64): bool {
  return common().coversDecode(requests, tokens);
}

/** The least decode_request_limit of all. */
export function leastRequestLimit(context: f64): f64 {
  return decodeRequestLimit(common(), context);
}

/** The least KV capacity, Infinity unless every profile gives one. */
export function leastKvCapacity(): f64 {
  let least = Infinity;
  for (let i = 0; i < inForce; i++) {
    const capacity = profileAt(i).kvCapacity;
    if (capacity == Infinity) return Infinity;
    least = min<f64>(least, capacity);
  }
  return least;
}

/** Mean max_tokens. It is finite, because every profile bounds its KV tokens. */
export function meanSloTokens(tpotS: f64, requests: f64): f64 {
  let tokens = 0.0;
  for (let i = 0; i < inForce; i++) {
    const profile = profileAt(i);
    tokens += profile.weight * sloTokens(profile, tpotS, requests);
  }
  return tokens / engines;
}

/** Engine-seconds of decode of one request: 1 / mean decode_rps; 0 where none has any capacity. */
export function decodeSecondsOf(tpotS: f64, budgetS: f64, context: f64, output: f64, correction: f64): f64 {
  let sum = 0.0;
  for (let i = 0; i < inForce; i++) {
    const profile = profileAt(i);
    sum += profile.weight * decodeRps(profile, tpotS, budgetS, context, output, correction);
  }
  return sum > 0.0 ? engines / sum : 0.0;
}

/** The same, but 0 unless every profile has capacity for it. */
export function decodeSecondsOfAll(tpotS: f64, budgetS: f64, context: f64, output: f64, correction: f64): f64 {
  let sum = 0.0;
  for (let i = 0; i < inForce; i++) {
    const profile = profileAt(i);
    const capacity = decodeRps(profile, tpotS, budgetS, context, output, correction);
    if (capacity <= 0.0) return 0.0;
    sum += profile.weight * capacity;
  }
  return sum > 0.0 ? engines / sum : 0.0;
}

/** A profile that covers what all of the set cover; its coefficients and capacity mean nothing. */
function common(): Profile {
  return changetype<Profile>(PROFILE_COMMON);
}

function openDomain(domain: Profile): void {
  domain.maxRequests = domain.maxKv = domain.maxPrefill = domain.maxOutput = Infinity;
  domain.minRequests = domain.minKv = domain.minPrefill = domain.minOutput = 0.0;
}

function join(profile: Profile): void {
  engines += profile.weight;
  ttftA += profile.weight * profile.ttftA;
  ttftB += profile.weight * profile.ttftB;
  ttftC += profile.weight * profile.ttftC;
  tpotSlope += profile.weight * profile.tpotSlope;
  tpotIntercept += profile.weight * profile.tpotIntercept;
  tpotRequestSlope += profile.weight * profile.tpotRequestSlope;
  const domain = common();
  domain.minRequests = max<f64>(domain.minRequests, profile.minRequests);
  domain.maxRequests = min<f64>(domain.maxRequests, profile.maxRequests);
  domain.minKv = max<f64>(domain.minKv, profile.minKv);
  domain.maxKv = min<f64>(domain.maxKv, profile.maxKv);
  domain.minPrefill = max<f64>(domain.minPrefill, profile.minPrefill);
  domain.maxPrefill = min<f64>(domain.maxPrefill, profile.maxPrefill);
  domain.minOutput = max<f64>(domain.minOutput, profile.minOutput);
  domain.maxOutput = min<f64>(domain.maxOutput, profile.maxOutput);
}
