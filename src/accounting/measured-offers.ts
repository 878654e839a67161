import type { OfferedWork, PricedWork } from "./offered-work";
import { Offer, Offers, type OfferWindows } from "./offers";

/** An offer with the work that it was counted for. */
class MeasuredOffer extends Offer {
  work: PricedWork | null = null;
}

/** Offers that are also counted in the statistics of offered work, each by its newest size. */
export class MeasuredOffers extends Offers {
  readonly #work: OfferedWork;

  constructor(windows: OfferWindows, work: OfferedWork, timeoutS = 0) {
    super(windows, timeoutS);
    this.#work = work;
  }

  override sizeChecked(
    offer: Offer,
    nowS: number,
    inputTokens: number,
    requestedTokens: number | undefined,
    cachedTokens: number,
  ): void {
    super.sizeChecked(offer, nowS, inputTokens, requestedTokens, cachedTokens);
    this.#count(offer as MeasuredOffer, nowS, inputTokens, requestedTokens, cachedTokens);
  }

  override repriceChecked(
    offer: Offer,
    nowS: number,
    inputTokens: number,
    requestedTokens: number | undefined,
    cachedTokens: number,
  ): void {
    super.repriceChecked(offer, nowS, inputTokens, requestedTokens, cachedTokens);
    const requested = offer.requestedTokens < 0 ? undefined : offer.requestedTokens;
    this.#count(offer as MeasuredOffer, nowS, inputTokens, requested, cachedTokens);
  }

  protected override make(arrivedS: number): Offer {
    return new MeasuredOffer(arrivedS);
  }

  #count(offer: MeasuredOffer, nowS: number, input: number, requested: number | undefined, cached: number): void {
    if (offer.work) this.#work.remove(offer.work, offer.arrivedS, nowS);
    offer.work = this.#work.price(input, requested, cached);
    this.#work.add(offer.work, offer.arrivedS, nowS);
  }
}
