import { type Clock, readClock } from "../clock";

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
    this.#seenS = readClock(clock);
  }

  /** Whether one more may pass now. */
  pass(): boolean {
    const nowS = readClock(this.#clock);
    // A clock that says nothing, or stood still meanwhile, gives nothing back.
    if (nowS > this.#seenS) this.#left = Math.min(this.#perS, this.#left + (nowS - this.#seenS) * this.#perS);
    if (Number.isFinite(nowS)) this.#seenS = nowS;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
