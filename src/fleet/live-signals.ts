import type { Engine } from "./engine";

/** Seconds in which what was seen loses most of its weight. */
const MEMORY_S = 10;

/** State of live signals, for a handoff. */
export interface LiveSignalsState {
  readonly firstTokens: number;
  readonly lateFirstTokens: number;
  readonly gaps: number;
  readonly gapRatios: number;
  /** Seconds that they hold. */
  readonly weight: number;
  /** Time of the last pass; null before one. */
  readonly rolledS: number | null;
  /** Since then. */
  readonly newFirstTokens: number;
  readonly newLate: number;
}

/** Nothing was seen yet. */
export const NO_SIGNALS: LiveSignalsState = {
  firstTokens: 0,
  lateFirstTokens: 0,
  gaps: 0,
  gapRatios: 0,
  weight: 0,
  rolledS: null,
  newFirstTokens: 0,
  newLate: 0,
};

/**
 * How the SLOs are kept, as engines and requests show it now: it needs no profile. Sums forget with 10 s: each second
 * what they hold weighs a tenth less.
 */
export class LiveSignals {
  #state: LiveSignalsState = NO_SIGNALS;
  #firstTokens = 0;
  #late = 0;

  /** First tokens a second; null before a pass. */
  get firstTokensPerS(): number | null {
    const { firstTokens, weight } = this.#state;
    return weight > 0 ? firstTokens / weight : null;
  }

  /** First tokens of the last seconds. */
  get firstTokens(): number {
    return this.#state.firstTokens;
  }

  /** Share of them that came later than the SLO because the request had waited; null without one. */
  get lateShare(): number | null {
    const { firstTokens, lateFirstTokens } = this.#state;
    return firstTokens > 0 ? lateFirstTokens / firstTokens : null;
  }

  /** Mean token gap in units of the SLO, of the residents of the decode role; null without one. */
  get gapRatio(): number | null {
    const { gaps, gapRatios } = this.#state;
    return gaps > 0 ? gapRatios / gaps : null;
  }

  /** A first token came so late, after so many seconds of prefill. */
  firstToken(ttftS: number, prefillS: number, ttftSloS: number): void {
    this.#firstTokens += 1;
    // A request that is late by its own prefill alone is late in every split.
    if (ttftS > ttftSloS && ttftS - prefillS > ttftSloS / 2) this.#late += 1;
  }

  /** A monitoring pass ends. */
  roll(engines: readonly Engine[], tpotSloS: number, nowS: number): void {
    const { firstTokens, lateFirstTokens, gaps, gapRatios, weight, rolledS } = this.#state;
    const lengthS = rolledS === null ? 0 : Math.max(0, nowS - rolledS);
    const kept = MEMORY_S / (MEMORY_S + lengthS);
    let residents = 0;
    let ratios = 0;
    for (const { role, decodeRequests, meanGapS } of engines) {
      if (role !== "decode" || meanGapS === 0) continue;
      residents += decodeRequests;
      ratios += (decodeRequests * meanGapS) / tpotSloS;
    }
    this.#state = {
      firstTokens: kept * (firstTokens + this.#firstTokens),
      lateFirstTokens: kept * (lateFirstTokens + this.#late),
      gaps: kept * (gaps + residents),
      gapRatios: kept * (gapRatios + ratios),
      weight: kept * (weight + lengthS),
      rolledS: nowS,
      newFirstTokens: 0,
      newLate: 0,
    };
    this.#firstTokens = 0;
    this.#late = 0;
  }

  exportState(): LiveSignalsState {
    return { ...this.#state, newFirstTokens: this.#firstTokens, newLate: this.#late };
  }

  /** Goes on from another fleet's. */
  importState(state: LiveSignalsState): void {
    this.#state = state;
    this.#firstTokens = state.newFirstTokens;
    this.#late = state.newLate;
  }
}
