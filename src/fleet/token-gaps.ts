import { tokenInterval } from "../../assembly/formulas";
import type { EngineProfile } from "../profile";
import type { LiveModel } from "./live-model";
import { quotientSum } from "./quotient-sum";

/** Gaps that teach the live model are counted as so many times the mean one at most: a stall is no property of it. */
const LONGEST = 4;
/** Fewer gaps in an interval teach it nothing. */
const LEAST_GAPS = 8;

/**
 * The decode coefficients of a profile, seconds: what every token is compared with. A copy, since profiles differ in
 * which optional fields they have, and reading objects of many shapes would slow every token down.
 */
export class DecodeModel {
  /** More seconds between two tokens for each KV token. */
  readonly slopeS: number;
  readonly #interceptS: number;
  readonly #requestSlopeS: number;

  constructor(profile: EngineProfile) {
    this.slopeS = profile.tpotSlope;
    this.#interceptS = profile.tpotIntercept;
    this.#requestSlopeS = profile.tpotRequestSlope;
  }

  /** Seconds between two tokens with `requests` residents that hold `tokens` tokens in all (semantics, section 4). */
  intervalS(tokens: number, requests: number): number {
    return tokenInterval(this.slopeS, this.#interceptS, this.#requestSlopeS, tokens, requests);
  }
}

/** State of the token gaps of an engine, for a handoff. Seconds. */
export interface TokenGapsState {
  readonly meanS: number;
  readonly sumS: number;
  readonly count: number;
  readonly ratioSum: number;
  readonly ratioCount: number;
  /** Sums over the gaps: of their lengths, as far as they are no stalls, and of tokens and requests beside them. */
  readonly boundedSumS: number;
  readonly tokenSum: number;
  readonly requestSum: number;
  readonly mixed: boolean;
  /** -Infinity: no prefill resident came or went yet. */
  readonly lastPrefillChangeS: number;
}

/**
 * The token gaps of one engine in the monitoring interval that runs, and the mean gap that it published last
 * (semantics, section 7). An interval is mixed, and teaches nothing about the decode model, when prefill had a part in
 * it.
 */
export class TokenGaps {
  /** Mean gap of the last interval that had gaps, in seconds; 0 before one. */
  meanS = 0;
  #sumS = 0;
  #count = 0;
  #ratioSum = 0;
  #ratioCount = 0;
  #boundedSumS = 0;
  #tokenSum = 0;
  #requestSum = 0;
  #mixed = false;
  #lastPrefillChangeS = Number.NEGATIVE_INFINITY;

  /**
   * A prefill resident came or went: the interval is mixed, and so is every one in which a gap ends that began before.
   */
  prefillChanged(nowS: number): void {
    this.#mixed = true;
    this.#lastPrefillChangeS = Math.max(this.#lastPrefillChangeS, nowS);
  }

  /**
   * Counts `count` gaps of `gapS` seconds each.
   *
   * @param startS when the first of them began
   * @param prefillResident whether the engine has prefill residents now
   */
  add(gapS: number, count: number, startS: number, prefillResident: boolean): void {
    this.#sumS += gapS * count;
    this.#count += count;
    if (prefillResident || startS < this.#lastPrefillChangeS) this.#mixed = true;
  }

  /** Counts how long `count` gaps were beside so much on the engine, for its live model. */
  addLoad(gapS: number, count: number, tokens: number, requests: number): void {
    const longestS = LONGEST * this.meanS;
    this.#boundedSumS += count * (gapS > longestS && longestS > 0 ? longestS : gapS);
    this.#tokenSum += count * tokens;
    this.#requestSum += count * requests;
  }

  /** Tells a model what the interval measured, unless prefill had a part in it. */
  teach(model: LiveModel): void {
    const count = this.#count;
    if (this.#mixed || count < LEAST_GAPS || this.#boundedSumS === 0) return;
    model.decoded(this.#tokenSum / count, this.#requestSum / count, this.#boundedSumS / count);
  }

  /**
   * Counts the ratios of `count` gaps of `gapS` seconds each to the interval that the model expects: first with
   * `tokens` decode tokens on the engine, then with one more each time. An expected interval of 0 gives no ratio.
   */
  addRatios(gapS: number, count: number, model: DecodeModel, tokens: number, requests: number): void {
    const expectedS = model.intervalS(tokens, requests);
    if (count > 1 || expectedS === 0) return this.#addSeveral(expectedS, gapS, count, model, tokens, requests);
    this.#ratioSum += gapS / expectedS;
    this.#ratioCount += 1;
  }

  // Apart from the one gap of most calls, which V8 takes inline.
  #addSeveral(
    expectedS: number,
    gapS: number,
    count: number,
    model: DecodeModel,
    tokens: number,
    requests: number,
  ): void {
    if (expectedS > 0) {
      this.#ratioSum += quotientSum(gapS, expectedS, model.slopeS, count);
      this.#ratioCount += count;
    } else if (count > 1 && model.slopeS > 0) {
      // From the second one on tokens lengthen it.
      this.addRatios(gapS, count - 1, model, tokens + 1, requests);
    }
  }

  /**
   * Ends the interval: publishes its mean gap, if it had gaps, and starts the next one.
   *
   * @returns the mean ratio of measured to expected gaps, null when it is mixed or has fewer than `minSamples` of them
   */
  roll(minSamples: number): number | null {
    if (this.#count > 0) this.meanS = this.#sumS / this.#count;
    const teaches = !this.#mixed && this.#ratioCount >= minSamples;
    const meanRatio = teaches ? this.#ratioSum / this.#ratioCount : null;
    this.#clear();
    return meanRatio;
  }

  /** State if prefill residents leave at `leftS`; null: there are none. */
  exportState(leftS: number | null): TokenGapsState {
    return {
      meanS: this.meanS,
      sumS: this.#sumS,
      count: this.#count,
      ratioSum: this.#ratioSum,
      ratioCount: this.#ratioCount,
      boundedSumS: this.#boundedSumS,
      tokenSum: this.#tokenSum,
      requestSum: this.#requestSum,
      mixed: this.#mixed || leftS !== null,
      lastPrefillChangeS: Math.max(this.#lastPrefillChangeS, leftS ?? Number.NEGATIVE_INFINITY),
    };
  }

  /** Goes on from another engine's gaps. */
  importState(state: TokenGapsState): void {
    this.meanS = state.meanS;
    this.#sumS = state.sumS;
    this.#count = state.count;
    this.#ratioSum = state.ratioSum;
    this.#ratioCount = state.ratioCount;
    this.#boundedSumS = state.boundedSumS;
    this.#tokenSum = state.tokenSum;
    this.#requestSum = state.requestSum;
    this.#mixed = state.mixed;
    this.#lastPrefillChangeS = state.lastPrefillChangeS;
  }

  #clear(): void {
    this.#sumS = 0;
    this.#count = 0;
    this.#ratioSum = 0;
    this.#ratioCount = 0;
    this.#boundedSumS = 0;
    this.#tokenSum = 0;
    this.#requestSum = 0;
    this.#mixed = false;
  }
}
