import { type Clock, readClock } from "../clock";
import type { Reply } from "./reply";

/**
 * An answer that is made one at a time, and again when the last one is so many seconds old. Whoever asks meanwhile gets
 * the last one, or the one that is being made: it does not matter how many ask.
 */
export class KeptReply {
  readonly #make: () => Reply | Promise<Reply>;
  readonly #ageS: number;
  readonly #clock: Clock;
  #reply: Reply | Promise<Reply> | null = null;
  #madeS = Number.NaN;
  #pending = false;

  constructor(make: () => Reply | Promise<Reply>, ageS: number, clock: Clock) {
    this.#make = make;
    this.#ageS = ageS;
    this.#clock = clock;
  }

  /** @throws what making it throws */
  get(): Reply | Promise<Reply> {
    if (this.#reply === null || (!this.#pending && this.#isOld(readClock(this.#clock)))) this.#reply = this.#made();
    return this.#reply;
  }

  /** A clock that says nothing makes nothing old. */
  #isOld(nowS: number): boolean {
    if (!Number.isFinite(nowS)) return false;
    return !(nowS >= this.#madeS && nowS - this.#madeS < this.#ageS);
  }

  #made(): Reply | Promise<Reply> {
    const reply = this.#make();
    this.#note();
    if (!(reply instanceof Promise)) return reply;
    this.#pending = true;
    return reply.finally(() => {
      this.#pending = false;
      this.#note();
    });
  }

  #note(): void {
    this.#madeS = readClock(this.#clock);
  }
}
