import { checkCached, checkLength, checkTime } from "../check";
import { StateError } from "../errors";
import { isArrivalCounted, type OffersRegion } from "../wasm/offers-region";
import type { WindowRegion } from "../wasm/window-region";
import { PendingOffers } from "./pending-offers";

/** Where an offer stands (semantics, section 3). */
export type OfferState = "pending" | "sized" | "lost" | "invalid";

/** One offer: a request from its first byte until its size is known or can no longer be. */
export class Offer {
  /** Its first byte, in seconds: the time that its demand counts at, whenever that becomes known. */
  readonly arrivedS: number;
  state: OfferState = "pending";
  /** Where it is counted, once its size is known. */
  cells = 0;
  /** Requested output tokens; -1 if not known. */
  requestedTokens = UNKNOWN;
  /** Its neighbours among the pending ones, by time of opening, where these time out. */
  earlier: Offer | null = null;
  later: Offer | null = null;

  constructor(arrivedS: number) {
    this.arrivedS = arrivedS;
  }
}

const UNKNOWN = -1;

/** The windows that offers are counted in. */
export interface OfferWindows {
  readonly sized: OffersRegion;
  readonly unsized: WindowRegion;
}

/** How many offers came to what. `offered = pending + sized + lost + invalidUnsized`, at any moment. */
export interface OfferCounts {
  readonly offered: number;
  readonly pending: number;
  readonly sized: number;
  readonly lost: number;
  readonly invalidUnsized: number;
  /** Those of the lost ones whose size took longer than `offerTimeoutS`. */
  readonly timedOut: number;
  /** Sized or lost when the windows had moved past their arrival: they count in no window. */
  readonly late: number;
}

/** How many offers that are no longer pending came to what. */
export type OfferTotals = Pick<OfferCounts, "sized" | "lost" | "invalidUnsized" | "timedOut" | "late">;

/**
 * Offered work (semantics, section 3): what arrives, not what is served. Every call takes the present time; the
 * windows count an offer at its arrival.
 */
export class Offers {
  readonly #windows: OfferWindows;
  /** The pending ones, if they time out. */
  readonly #waiting: PendingOffers | null;
  #offered = 0;
  #pending = 0;
  #sized = 0;
  #lost = 0;
  #invalid = 0;
  #timedOut = 0;
  #late = 0;

  /** @internal `timeoutS`: seconds after which a pending offer is lost; 0: never. */
  constructor(windows: OfferWindows, timeoutS = 0) {
    this.#windows = windows;
    this.#waiting = timeoutS > 0 ? new PendingOffers(timeoutS) : null;
  }

  /** Offers whose size is not known yet. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * A first byte arrived at `arrivedS`.
   *
   * @throws TimeError
   */
  open(arrivedS: number): Offer {
    checkTime("arrivedS", arrivedS);
    this.#offered += 1;
    this.#pending += 1;
    const offer = this.make(arrivedS);
    this.#waiting?.append(offer);
    return offer;
  }

  /** Counts as lost what has waited for its size too long. Whoever reads `pending` does so first. */
  expire(nowS: number): void {
    if (this.#waiting !== null) this.#expire(this.#waiting, nowS);
  }

  /**
   * Its size is known, by a local estimate.
   *
   * @param requestedTokens the output that it asks for, 0 if open-ended; undefined if not known: then its decode work
   * is not counted
   * @param cachedTokens the part of the input that a prefix cache holds: no prefill work
   * @throws StateError unless it is pending, ArgumentError, TimeError
   */
  size(offer: Offer, nowS: number, inputTokens: number, requestedTokens?: number, cachedTokens = 0): void {
    demandState("size", offer, "pending");
    checkSize(nowS, inputTokens, requestedTokens, cachedTokens);
    this.sizeChecked(offer, nowS, inputTokens, requestedTokens, cachedTokens);
  }

  /** @internal `size` of what was checked before. */
  sizeChecked(
    offer: Offer,
    nowS: number,
    inputTokens: number,
    requestedTokens: number | undefined,
    cachedTokens: number,
  ): void {
    this.#settle(offer, "sized");
    this.#sized += 1;
    offer.requestedTokens = requestedTokens ?? UNKNOWN;
    const prefillTokens = inputTokens - cachedTokens;
    offer.cells = this.#windows.sized.add(prefillTokens, inputTokens, offer.requestedTokens, offer.arrivedS, nowS);
    if (!isArrivalCounted(offer.cells)) this.#late += 1;
    this.counted(offer, nowS, inputTokens, cachedTokens);
  }

  /**
   * Its size is known better (tokenization has ended): its demand is priced anew, at its arrival. It may be repeated.
   *
   * @param requestedTokens undefined keeps what was known
   * @throws StateError unless it is sized, ArgumentError, TimeError
   */
  reprice(offer: Offer, nowS: number, inputTokens: number, requestedTokens?: number, cachedTokens = 0): void {
    demandState("reprice", offer, "sized");
    checkSize(nowS, inputTokens, requestedTokens, cachedTokens);
    this.repriceChecked(offer, nowS, inputTokens, requestedTokens, cachedTokens);
  }

  /** @internal `reprice` of what was checked before. */
  repriceChecked(
    offer: Offer,
    nowS: number,
    inputTokens: number,
    requestedTokens: number | undefined,
    cachedTokens: number,
  ): void {
    const { sized } = this.#windows;
    const { cells, arrivedS } = offer;
    if (requestedTokens !== undefined) offer.requestedTokens = requestedTokens;
    const prefillTokens = inputTokens - cachedTokens;
    offer.cells = sized.replace(cells, prefillTokens, inputTokens, offer.requestedTokens, arrivedS, nowS);
    this.counted(offer, nowS, inputTokens, cachedTokens);
  }

  /**
   * It ended before its size was known, in any way but as invalid.
   *
   * @throws StateError unless it is pending, TimeError
   */
  lose(offer: Offer, nowS: number): void {
    demandState("lose", offer, "pending");
    checkTime("nowS", nowS);
    this.#settle(offer, "lost");
    this.#lost += 1;
    if (this.#windows.unsized.add(0, 0, 0, offer.arrivedS, nowS) < 0) this.#late += 1;
  }

  /**
   * It was found invalid before its size was known: it is no workload and leaves no trace.
   *
   * @throws StateError unless it is pending
   */
  invalidate(offer: Offer): void {
    demandState("invalidate", offer, "pending");
    this.#settle(offer, "invalid");
    this.#invalid += 1;
  }

  /** How many offers came to what, ever. */
  counts(): OfferCounts {
    return {
      offered: this.#offered,
      pending: this.#pending,
      sized: this.#sized,
      lost: this.#lost,
      invalidUnsized: this.#invalid,
      timedOut: this.#timedOut,
      late: this.#late,
    };
  }

  /** @internal Counts go on from those of another account, which keeps its own pending offers. */
  importTotals({ sized, lost, invalidUnsized, timedOut, late }: OfferTotals): void {
    this.#offered = this.#pending + sized + lost + invalidUnsized;
    this.#sized = sized;
    this.#lost = lost;
    this.#invalid = invalidUnsized;
    this.#timedOut = timedOut;
    this.#late = late;
  }

  /** A new offer. */
  protected make(arrivedS: number): Offer {
    return new Offer(arrivedS);
  }

  /** An offer was counted by a size of its own, or by a newer one. */
  protected counted(_offer: Offer, _nowS: number, _inputTokens: number, _cachedTokens: number): void {}

  #expire(waiting: PendingOffers, nowS: number): void {
    for (let offer = waiting.due(nowS); offer !== null; offer = waiting.due(nowS)) {
      this.lose(offer, nowS);
      this.#timedOut += 1;
    }
  }

  #settle(offer: Offer, state: OfferState): void {
    offer.state = state;
    this.#pending -= 1;
    this.#waiting?.remove(offer);
  }
}

function demandState(operation: string, offer: Offer, state: OfferState): void {
  if (offer.state !== state) throw new StateError(operation, offer.state, "offer");
}

function checkSize(nowS: number, inputTokens: number, requestedTokens: number | undefined, cachedTokens: number): void {
  checkLength("inputTokens", inputTokens);
  if (requestedTokens !== undefined) checkLength("requestedTokens", requestedTokens);
  checkCached(cachedTokens, inputTokens);
  checkTime("nowS", nowS);
}
