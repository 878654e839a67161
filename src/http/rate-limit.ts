import type { Clock } from "../clock";

/** Lets through so many calls a second, and as many at once. */
export class RateLimit {
  readonly #perS: number;
  readonly #clock: Clock;
  #left: number;
  #seenS: number;

  constructor(perS: number, clock: Clock) {
    this.#perS = perS;
    this.#clock = clock;
    this.#left = perS;
    this.#seenS = clock.now();
  }

  /** Whether one more may pass now. */
  pass(): boolean {
    const nowS = this.#clock.now();
    this.#left = Math.min(this.#perS, this.#left + Math.max(0, nowS - this.#seenS) * this.#perS);
    this.#seenS = nowS;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
