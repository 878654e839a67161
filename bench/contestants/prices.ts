import { coversDecode, type EngineProfile, prefillS, tokenIntervalS } from "../../src/profile";

/** Terms of prices. Other terms mean new prices. */
export interface PriceTerms {
  /** At least one. */
  readonly profiles: readonly EngineProfile[];
  readonly tpotSloS: number;
  readonly correction: number;
  /** Output tokens to expect (semantics, section 5); 0: none; -1: not known. */
  readonly expectedOutput: (inputTokens: number, requestedTokens: number) => number;
}

/** Engine-seconds of one request of a shape; negative: it cannot be priced. */
export type PriceOf = (inputTokens: number, requestedTokens: number, overflow: boolean) => number;

/** It cannot be priced. */
const NONE = -1;

/** Shapes that are remembered at once: far more than a window has. */
const REMEMBERED = 65_536;

/** Prices of arrivals: the mean prefill time of the profiles, where all of them cover the input. */
export function prefillPrices({ profiles }: PriceTerms): PriceOf {
  const leastTokens = Math.max(...profiles.map(({ prefillMinTokens = 0 }) => prefillMinTokens));
  return (inputTokens) => {
    if (inputTokens === 0) return 0;
    if (!profiles.every((profile) => coversPrefill(profile, inputTokens))) return NONE;
    return mean(profiles, (profile) => prefillS(profile, Math.max(inputTokens, leastTokens)));
  };
}

/** Prices of decode work: the inverse of the mean capacity. Each shape is priced once. */
export function decodePrices(terms: PriceTerms): PriceOf {
  const known = new Map<number, Map<number, number>>();
  let size = 0;
  const remember = (inputTokens: number, requestedTokens: number) => {
    if (size >= REMEMBERED) known.clear();
    size = size >= REMEMBERED ? 1 : size + 1;
    const price = decodePrice(terms, inputTokens, terms.expectedOutput(inputTokens, requestedTokens));
    const byRequested = known.get(inputTokens);
    if (byRequested) byRequested.set(requestedTokens, price);
    else known.set(inputTokens, new Map([[requestedTokens, price]]));
    return price;
  };
  return (inputTokens, requestedTokens, overflow) => {
    if (overflow) return decodePrice(terms, inputTokens, requestedTokens || -1);
    return known.get(inputTokens)?.get(requestedTokens) ?? remember(inputTokens, requestedTokens);
  };
}

function decodePrice({ profiles, tpotSloS, correction }: PriceTerms, inputTokens: number, output: number): number {
  if (output === 0) return 0;
  const context = inputTokens + output / 2;
  const rps = mean(profiles, (profile) => decodeRps(profile, tpotSloS, context, output, correction));
  return rps > 0 ? 1 / rps : NONE;
}

/** Requests/s that one engine sustains inside its measured domain (semantics, section 4). */
function decodeRps(profile: EngineProfile, tpotS: number, context: number, output: number, correction: number): number {
  if (context <= 0 || output <= 0 || !coversOutput(profile, output)) return 0;
  const least = Math.max(1, profile.decodeMinRequests, Math.ceil(profile.decodeMinKvTokens / context));
  const room = Math.min(profile.kvCapacityTokens ?? Number.POSITIVE_INFINITY, profile.decodeMaxKvTokens);
  const limit = Math.min(profile.decodeMaxRequests, Math.max(1, Math.trunc(room / context)));
  const step = profile.tpotRequestSlope + profile.tpotSlope * context;
  const affordable = step > 0 ? Math.floor((tpotS / correction - profile.tpotIntercept) / step) : limit;
  const requests = Math.min(limit, affordable);
  if (requests < least) return 0;
  const intervalS = tokenIntervalS(profile, requests * context, requests) * correction;
  if (intervalS <= 0 || intervalS > tpotS || !coversDecode(profile, requests, requests * context)) return 0;
  return requests / (output * intervalS);
}

function coversPrefill({ prefillMaxTokens }: EngineProfile, tokens: number): boolean {
  return tokens <= (prefillMaxTokens ?? Number.POSITIVE_INFINITY);
}

function coversOutput({ decodeMinOutputTokens = 0, decodeMaxOutputTokens }: EngineProfile, tokens: number): boolean {
  return tokens >= decodeMinOutputTokens && tokens <= (decodeMaxOutputTokens ?? Number.POSITIVE_INFINITY);
}

function mean(profiles: readonly EngineProfile[], of: (profile: EngineProfile) => number): number {
  let sum = 0;
  for (const profile of profiles) sum += of(profile);
  return sum / profiles.length;
}
