import { elapsedS } from "../clock";

/** State of a prefill price for a handoff, without residents. Seconds; the integral in seconds squared. */
export interface PrefillPriceState {
  readonly meanS: number;
  readonly integral: number;
  readonly intervalStartS: number;
  readonly integratedToS: number;
}

/**
 * The prefill price of an engine: what its prefill residents cost, in seconds of work, integrated over time and
 * published as the mean of each monitoring interval (semantics, section 7). Its time never goes back: a step back
 * of the clock adds nothing, and the time until the clock has caught up is not counted twice.
 */
export class PrefillPrice {
  /** Mean over the last whole interval, in seconds of work; 0 before the first roll. */
  meanS = 0;
  #priceS = 0;
  #integral = 0;
  #intervalStartS: number;
  #integratedToS: number;

  /** @param startS when the first interval starts */
  constructor(startS: number) {
    this.#intervalStartS = startS;
    this.#integratedToS = startS;
  }

  /** The price is `priceS` from `nowS` on. */
  change(priceS: number, nowS: number): void {
    this.#integrate(nowS);
    this.#priceS = priceS;
  }

  /** Ends the interval: publishes its mean. An interval of no length publishes nothing, the old mean stays. */
  roll(nowS: number): void {
    this.#integrate(nowS);
    const lengthS = elapsedS(this.#intervalStartS, this.#integratedToS);
    if (lengthS > 0) this.meanS = this.#integral / lengthS;
    this.#integral = 0;
    this.#intervalStartS = this.#integratedToS;
  }

  /** State if the residents leave at `nowS`. */
  exportState(nowS: number): PrefillPriceState {
    const integral = this.#integral + this.#priceS * elapsedS(this.#integratedToS, nowS);
    const integratedToS = Math.max(this.#integratedToS, nowS);
    return { meanS: this.meanS, integral, intervalStartS: this.#intervalStartS, integratedToS };
  }

  /** Goes on from another engine's price, without residents. */
  importState(state: PrefillPriceState): void {
    this.#priceS = 0;
    this.meanS = state.meanS;
    this.#integral = state.integral;
    this.#intervalStartS = state.intervalStartS;
    this.#integratedToS = state.integratedToS;
  }

  #integrate(nowS: number): void {
    if (nowS <= this.#integratedToS) return;
    this.#integral += this.#priceS * elapsedS(this.#integratedToS, nowS);
    this.#integratedToS = nowS;
  }
}
