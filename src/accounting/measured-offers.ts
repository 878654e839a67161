import type { CountedWork, OfferedWork } from "./offered-work";
import { Offer, Offers, type OfferWindows } from "./offers";

/** An offer with the work that it was counted for. */
class MeasuredOffer extends Offer {
  work: CountedWork | null = null;
}

/** Offers that are also counted in the statistics of offered work, each by its newest size. */
export class MeasuredOffers extends Offers {
  readonly #work: OfferedWork;

  constructor(windows: OfferWindows, work: OfferedWork, timeoutS = 0) {
    super(windows, timeoutS);
    this.#work = work;
  }

  protected override make(arrivedS: number): Offer {
    return new MeasuredOffer(arrivedS);
  }

  protected override counted(offer: MeasuredOffer, nowS: number, inputTokens: number, cachedTokens: number): void {
    if (offer.work) this.#work.uncount(offer.work, offer.arrivedS, nowS);
    const requestedTokens = offer.requestedTokens < 0 ? undefined : offer.requestedTokens;
    offer.work = this.#work.count(inputTokens, requestedTokens, cachedTokens, offer.arrivedS, nowS);
  }
}
