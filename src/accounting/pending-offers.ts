import type { Offer } from "./offers";

/**
 * The offers whose size is not known, in the order in which they were opened: O(1) to add, to take out, and to tell
 * whether the first one has waited too long. One that arrived out of order is found when those before it are settled.
 */
export class PendingOffers {
  readonly #timeoutS: number;
  #first: Offer | null = null;
  #last: Offer | null = null;

  /** @param timeoutS seconds from its arrival that an offer may wait, > 0 */
  constructor(timeoutS: number) {
    this.#timeoutS = timeoutS;
  }

  append(offer: Offer): void {
    offer.earlier = this.#last;
    if (this.#last === null) this.#first = offer;
    else this.#last.later = offer;
    this.#last = offer;
  }

  remove(offer: Offer): void {
    const { earlier, later } = offer;
    if (earlier === null) this.#first = later;
    else earlier.later = later;
    if (later === null) this.#last = earlier;
    else later.earlier = earlier;
    offer.earlier = null;
    offer.later = null;
  }

  /** The first one, if it has waited too long at `nowS`. */
  due(nowS: number): Offer | null {
    return this.#first !== null && nowS - this.#first.arrivedS >= this.#timeoutS ? this.#first : null;
  }
}
