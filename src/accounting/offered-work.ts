import type { Config } from "../config";
import { type EngineProfile, prefillS, tokenIntervalS } from "../profile";
import { type PricedWork, type RequestRecord, UNKNOWN_TOKENS } from "../request-record";
import { type OfferedWorkRegion, type OfferedWorkState, WORK_PAST_S } from "../wasm/offered-work-region";
import { NO_PROFILES, type ProfileSet } from "./profile-set";

/** Mean and standard deviation of what was offered in whole seconds, in engines. */
export interface OfferedRate {
  /** Over the last 60 s, or as many as there are. */
  readonly mean: number;
  readonly deviation: number;
  /** Mean of the last 10 s. */
  readonly recent: number;
}

/** Offered work of the last whole seconds. */
export interface OfferedRates {
  /** How many seconds it is known of, 60 at most. */
  readonly historyS: number;
  readonly prefill: OfferedRate;
  readonly decode: OfferedRate;
}

/** Share of its requested output that a request is expected to use, before three like it have completed. */
const UNKNOWN_RATIO = 0.6;
/** Output tokens of a request that asks for no number of them, before three like it have completed. */
const OPEN_ENDED_TOKENS = 256;
const RECENT_S = 10;
/** The most seconds that count of one request: no sum of them, or of their squares, overflows. */
const LONGEST_S = 2 ** 32;

/**
 * The statistics of offered work: what came, second by second, priced when its size became known, whether it was
 * served or not. They are kept only for a policy that reads them.
 */
export class OfferedWork {
  readonly #region: OfferedWorkRegion;
  readonly #tpotSloS: number;
  #profiles = NO_PROFILES;
  #correction = 1;

  constructor(region: OfferedWorkRegion, { tpotSloS }: Config) {
    this.#region = region;
    this.#tpotSloS = tpotSloS;
  }

  /** Prices what comes from now on by these profiles, with token intervals `correction` times as long. */
  use(profiles: ProfileSet, correction: number): void {
    this.#profiles = profiles;
    this.#correction = correction;
  }

  /** Whether there is a profile to price by. */
  get priced(): boolean {
    return this.#profiles.engines > 0;
  }

  /** Counts a request by its lengths: those that it has now, and no longer those that it was counted by before. */
  count(request: RequestRecord, nowS: number): void {
    const { work, arrivedS, inputTokens, requestedTokens, prefillTokens } = request;
    if (work !== null) this.remove(work, arrivedS, nowS);
    request.work = this.price(inputTokens, requestedTokens, inputTokens - prefillTokens);
    this.add(request.work, arrivedS, nowS);
  }

  /** Adds an arrival. */
  add(work: PricedWork, arrivedS: number, nowS: number): void {
    this.#region.add(1, arrivedS, nowS, work.prefillS, work.decodeEngines, work.decodeS);
  }

  /** Takes an arrival out that was added with this work. */
  remove(work: PricedWork, arrivedS: number, nowS: number): void {
    this.#region.add(-1, arrivedS, nowS, work.prefillS, work.decodeEngines, work.decodeS);
  }

  /** A request completed: how much of its requested output it used is learned. */
  learn(inputTokens: number, requestedTokens: number, observedTokens: number): void {
    this.#region.learn(inputTokens, requestedTokens, observedTokens);
  }

  /** Output tokens to expect of a request. */
  expectedOutput(inputTokens: number, requestedTokens: number): number {
    const ratio = this.#region.ratio(inputTokens, requestedTokens);
    if (requestedTokens === 0) return ratio < 0 ? OPEN_ENDED_TOKENS : ratio;
    return requestedTokens * (ratio < 0 ? UNKNOWN_RATIO : ratio);
  }

  /**
   * What a request takes, by the mean of the profiles in force: none of it without one.
   *
   * @param requestedTokens `UNKNOWN_TOKENS`: its decode work does not count
   */
  price(inputTokens: number, requestedTokens: number, cachedTokens: number): PricedWork {
    const prefillSeconds = this.#mean((profile) => Math.min(LONGEST_S, prefillS(profile, inputTokens - cachedTokens)));
    const outputTokens = requestedTokens === UNKNOWN_TOKENS ? 0 : this.expectedOutput(inputTokens, requestedTokens);
    if (outputTokens <= 0) return { prefillS: prefillSeconds, decodeEngines: 0, decodeS: 0 };
    const context = inputTokens + outputTokens / 2;
    let engineSum = 0;
    const decodeS = this.#mean((profile, engines) => {
      const residence = this.#residence(profile, context, outputTokens);
      engineSum += residence.engineS * engines;
      return residence.decodeS;
    });
    const engineSeconds = engineSum / Math.max(1, this.#profiles.engines);
    // What is shorter than a bucket is spread over one.
    const spreadS = Math.max(1, decodeS);
    return { prefillS: prefillSeconds, decodeEngines: engineSeconds / spreadS, decodeS: spreadS };
  }

  /** What was offered in the last whole seconds. */
  rates(nowS: number): OfferedRates {
    const rows = this.#region.read(nowS);
    return { historyS: rows.length / 2, prefill: rateOf(rows, 0), decode: rateOf(rows, 1) };
  }

  /** @internal All that it holds. */
  exportState(): OfferedWorkState {
    return this.#region.exportState();
  }

  /** @internal Holds what other statistics held; null: there were none, and these begin now. */
  importState(state: OfferedWorkState | null, nowS: number): void {
    const begun = { first: Math.ceil(nowS), oldest: Math.floor(nowS) - WORK_PAST_S, base: 0, seconds: [], ratios: [] };
    this.#region.importState(state ?? begun);
  }

  /** How long one request decodes in the largest batch of its like that keeps TPOT, and what that takes of an engine. */
  #residence(profile: EngineProfile, context: number, outputTokens: number): { decodeS: number; engineS: number } {
    const requests = largestBatch(profile, context, this.#tpotSloS / this.#correction);
    const intervalS = tokenIntervalS(profile, requests * context, requests) * this.#correction;
    const decodeS = Math.min(LONGEST_S, outputTokens * intervalS);
    return { decodeS, engineS: decodeS / requests };
  }

  #mean(of: (profile: EngineProfile, engines: number) => number): number {
    let sum = 0;
    for (const [profile, engines] of this.#profiles.weights) sum += of(profile, engines) * engines;
    return sum / Math.max(1, this.#profiles.engines);
  }
}

/** Requests of one context that an engine decodes at once while it holds them and keeps the interval; at least 1. */
function largestBatch(profile: EngineProfile, context: number, intervalS: number): number {
  const { tpotSlope, tpotIntercept, tpotRequestSlope, decodeMaxRequests, decodeMaxKvTokens } = profile;
  const inTime = (intervalS - tpotIntercept) / (tpotRequestSlope + tpotSlope * context);
  // 0 / 0: the interval is what it may be, whatever the batch.
  const fast = Number.isNaN(inTime) ? Number.POSITIVE_INFINITY : inTime;
  return Math.max(1, Math.min(decodeMaxRequests, Math.floor(decodeMaxKvTokens / context), Math.floor(fast)));
}

function rateOf(rows: Float64Array, column: 0 | 1): OfferedRate {
  const seconds = rows.length / 2;
  if (seconds === 0) return { mean: 0, deviation: 0, recent: 0 };
  const valueAt = (second: number) => rows[2 * second + column] as number;
  let sum = 0;
  let recentSum = 0;
  for (let second = 0; second < seconds; second += 1) {
    sum += valueAt(second);
    if (second >= seconds - RECENT_S) recentSum += valueAt(second);
  }
  const mean = sum / seconds;
  let squares = 0;
  for (let second = 0; second < seconds; second += 1) squares += (valueAt(second) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / seconds), recent: recentSum / Math.min(seconds, RECENT_S) };
}
