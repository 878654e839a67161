import type { Config } from "../config";
import { type EngineProfile, prefillS } from "../profile";
import { type RequestRecord, UNKNOWN_TOKENS } from "../request-record";
import {
  type OfferedWorkRegion,
  type OfferedWorkState,
  RATE,
  RATE_FIELDS,
  WORK_PAST_S,
} from "../wasm/offered-work-region";
import { LONGEST_S, residenceOf } from "./decode-residence";
import { type MixedRequest, OfferedMix, type OfferedMixState } from "./offered-mix";
import { type OfferedRate, rateOf } from "./offered-rate";
import { NO_PROFILES, type ProfileSet } from "./profile-set";

/** Work of one request: prefill seconds, and a share of a decode engine for some seconds from its arrival on. */
export interface PricedWork {
  readonly prefillS: number;
  readonly decodeDemand: number;
  readonly decodeS: number;
}

/** Work that was counted: what takes it out again, unless the statistics have begun anew since. */
export interface CountedWork extends PricedWork, MixedRequest {
  readonly era: number;
}

/** Some profiles, with the number of engines that have each: a `ProfileSet`, or what is believed of live engines. */
export type WeighedProfiles = Pick<ProfileSet, "weights" | "engines">;

/** All that the statistics need to go on elsewhere. */
export interface OfferedStatisticsState {
  readonly work: OfferedWorkState;
  readonly mix: OfferedMixState;
  readonly drift: Readonly<Record<"prefill" | "decode", number>>;
}

/** How fast an engine does each phase, by the mean of all: 1 is the mean. */
export interface EngineSpeeds {
  readonly prefill: number;
  readonly decode: number;
}

/** Offered work of the last whole seconds. */
export interface OfferedRates {
  /** How many seconds it is known of, 60 at most. */
  readonly historyS: number;
  /** Share of the work that is priced beyond what the profiles were measured for, 0 .. 1. */
  readonly extrapolatedShare: number;
  readonly prefill: OfferedRate;
  readonly decode: OfferedRate;
}

/**
 * Share of its requested output that a request is expected to use, before three like it have completed. The means of
 * bench/mixes are 0.48 to 0.57, where clients ask for the next of 16, 64, 256, 1024, 4096: a little more is safe.
 */
const UNKNOWN_RATIO = 0.6;
/**
 * Output tokens of a request that asks for no number of them, before three like it have completed. The means of
 * bench/mixes are 28 (code), 211 and 343 (conversation).
 */
const OPEN_ENDED_TOKENS = 256;
/** Prices that differ by more than this factor make what was priced before useless. Chosen, not measured. */
const DRIFT = 1.5;

/**
 * The statistics of offered work: what came, second by second, priced when its size became known, whether it was
 * served or not. They are kept only for a policy that reads them.
 */
export class OfferedWork {
  readonly mix = new OfferedMix();
  readonly #region: OfferedWorkRegion;
  readonly #tpotSloS: number;
  #profiles: WeighedProfiles = NO_PROFILES;
  /** How much dearer requests have become since the statistics began. */
  #drift = { prefill: 1, decode: 1 };
  /** The longest prompt that every profile covers. */
  #coveredTokens = Number.POSITIVE_INFINITY;
  #era = 0;
  /** Whether the next profiles are those that another one's statistics were priced by. */
  #adopts = false;

  constructor(region: OfferedWorkRegion, { tpotSloS }: Config) {
    this.#region = region;
    this.#tpotSloS = tpotSloS;
  }

  /**
   * Prices what comes from now on by these profiles. Where they price the requests that come quite differently, the
   * statistics begin anew.
   *
   * @returns whether they do
   */
  use(profiles: WeighedProfiles, nowS: number): boolean {
    const before = this.#profiles;
    if (profiles === before) return false;
    const was = this.#typical(before);
    this.#profiles = profiles;
    this.#coveredTokens = leastCovered(profiles);
    if (this.#adopts) {
      this.#adopts = false;
      return false;
    }
    if (before.engines === 0 || profiles.engines === 0) return profiles.engines > 0 && this.#begin(nowS);
    const is = this.#typical(profiles);
    this.#drift.prefill *= quotient(is.prefill, was.prefill);
    this.#drift.decode *= quotient(is.decode, was.decode);
    return (drifted(this.#drift.prefill) || drifted(this.#drift.decode)) && this.#begin(nowS);
  }

  /** Whether there is a profile to price by. */
  get priced(): boolean {
    return this.#profiles.engines > 0;
  }

  /** Adds an arrival. */
  add(work: PricedWork, arrivedS: number, nowS: number): void {
    this.#region.add(1, arrivedS, nowS, work.prefillS, work.decodeDemand, work.decodeS);
  }

  /** Takes an arrival out that was added with this work. */
  remove(work: PricedWork, arrivedS: number, nowS: number): void {
    this.#region.add(-1, arrivedS, nowS, work.prefillS, work.decodeDemand, work.decodeS);
  }

  /** Counts a request by its lengths: those that it has now, and no longer those that it was counted by before. */
  count(request: RequestRecord<unknown, CountedWork>, nowS: number): void {
    const { work, arrivedS } = request;
    if (work !== null) this.#uncount(work, arrivedS, nowS);
    request.work = this.#workOf(request);
    this.add(request.work, arrivedS, nowS);
    this.mix.add(request.work);
  }

  #workOf({ inputTokens, requestedTokens, prefillTokens }: RequestRecord): CountedWork {
    const outputTokens = requestedTokens === UNKNOWN_TOKENS ? 0 : this.expectedOutput(inputTokens, requestedTokens);
    const priced = this.#priceOf(prefillTokens, inputTokens, outputTokens);
    const extrapolatedS = prefillTokens > this.#coveredTokens ? priced.prefillS : 0;
    return {
      prefillS: priced.prefillS,
      decodeDemand: priced.decodeDemand,
      decodeS: priced.decodeS,
      prefillTokens,
      contextTokens: inputTokens + outputTokens / 2,
      outputTokens,
      workS: priced.prefillS + priced.decodeDemand * priced.decodeS,
      extrapolatedS,
      era: this.#era,
    };
  }

  #uncount(work: CountedWork, arrivedS: number, nowS: number): void {
    this.mix.remove(work);
    if (work.era === this.#era) this.remove(work, arrivedS, nowS);
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
   * Work of a request, by the mean of the profiles in force: none without one.
   *
   * @param requestedTokens `UNKNOWN_TOKENS`: its decode work does not count
   */
  price(inputTokens: number, requestedTokens: number, cachedTokens: number): PricedWork {
    const outputTokens = requestedTokens === UNKNOWN_TOKENS ? 0 : this.expectedOutput(inputTokens, requestedTokens);
    return this.#priceOf(inputTokens - cachedTokens, inputTokens, outputTokens);
  }

  /** Seconds of prefill that so many tokens take, by the mean of the profiles in force; 0 without one. */
  prefillS(tokens: number): number {
    let sum = 0;
    for (const [profile, count] of this.#profiles.weights)
      sum += Math.min(LONGEST_S, prefillS(profile, tokens)) * count;
    return sum / Math.max(1, this.#profiles.engines);
  }

  /** How fast an engine of a profile does the requests that come, by the mean of the profiles in force. */
  speeds(profile: EngineProfile): EngineSpeeds {
    const mean = this.#typical(this.#profiles);
    const own = this.#typical({ weights: new Map([[profile, 1]]), engines: 1 });
    return { prefill: quotient(mean.prefill, own.prefill), decode: quotient(mean.decode, own.decode) };
  }

  /** Work offered in the last whole seconds. */
  rates(nowS: number): OfferedRates {
    const rows = this.#region.rates(nowS);
    const { extrapolatedShare } = this.mix;
    return {
      historyS: rows.length / RATE_FIELDS,
      extrapolatedShare,
      prefill: rateOf(rows, RATE.prefill),
      decode: rateOf(rows, RATE.decode),
    };
  }

  /** @internal All that it holds. */
  exportState(): OfferedStatisticsState {
    return { work: this.#region.exportState(), mix: this.mix.exportState(), drift: { ...this.#drift } };
  }

  /** @internal Holds what other statistics held; null: there were none, and these begin now. */
  importState(state: OfferedStatisticsState | null, nowS: number): void {
    this.#region.importState(state?.work ?? begun(nowS));
    this.mix.importState(state?.mix ?? null);
    this.#drift = { prefill: 1, decode: 1, ...state?.drift };
    this.#adopts = true;
    this.#era += 1;
  }

  /** The statistics begin anew: but for output lengths, nothing of them holds any more. */
  #begin(nowS: number): true {
    const { ratios } = this.#region.exportState();
    this.#region.importState({ ...begun(nowS), ratios });
    this.#drift = { prefill: 1, decode: 1 };
    this.#era += 1;
    return true;
  }

  /** Engine-seconds of the mean request in each phase. */
  #typical(profiles: WeighedProfiles): Record<"prefill" | "decode", number> {
    const { mix } = this;
    const { contextTokens, outputTokens } = mix;
    return {
      prefill: mix.empty ? 0 : meanOf(profiles, (profile) => Math.min(LONGEST_S, mix.prefillS(profile))),
      decode:
        outputTokens > 0
          ? meanOf(profiles, (profile) => residenceOf(profile, contextTokens, outputTokens, this.#tpotSloS).engineS)
          : 0,
    };
  }

  #priceOf(prefillTokens: number, inputTokens: number, outputTokens: number): PricedWork {
    const prefillSeconds = this.prefillS(prefillTokens);
    if (outputTokens <= 0) return { prefillS: prefillSeconds, decodeDemand: 0, decodeS: 0 };
    const context = inputTokens + outputTokens / 2;
    const { weights, engines } = this.#profiles;
    let engineSum = 0;
    let decodeSum = 0;
    for (const [profile, count] of weights) {
      const residence = residenceOf(profile, context, outputTokens, this.#tpotSloS);
      engineSum += residence.engineS * count;
      decodeSum += residence.decodeS * count;
    }
    // Work shorter than a bucket is spread over one.
    const spreadS = Math.max(1, decodeSum / Math.max(1, engines));
    return { prefillS: prefillSeconds, decodeDemand: engineSum / Math.max(1, engines) / spreadS, decodeS: spreadS };
  }
}

function meanOf(
  { weights, engines }: WeighedProfiles,
  of: (profile: EngineProfile, engines: number) => number,
): number {
  let sum = 0;
  for (const [profile, count] of weights) sum += of(profile, count) * count;
  return sum / Math.max(1, engines);
}

function leastCovered({ weights }: WeighedProfiles): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { prefillMaxTokens = least } of weights.keys()) least = Math.min(least, prefillMaxTokens);
  return least;
}

/** 1 where there is nothing to compare. */
function quotient(value: number, by: number): number {
  return value > 0 && by > 0 ? value / by : 1;
}

function drifted(drift: number): boolean {
  return drift > DRIFT || drift < 1 / DRIFT;
}

function begun(nowS: number): OfferedWorkState {
  return { first: Math.ceil(nowS), oldest: Math.floor(nowS) - WORK_PAST_S, base: 0, seconds: [], ratios: [] };
}
