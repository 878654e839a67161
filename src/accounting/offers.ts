import { checkSize, checkTime } from "../check";
import { StateError } from "../errors";
import { LinkedList } from "../linked-list";
import { type OfferState, RequestRecord, UNKNOWN_TOKENS } from "../request-record";
import { isArrivalCounted, type OffersRegion } from "../wasm/offers-region";
import type { WindowRegion } from "../wasm/window-region";
import type { CountedWork, OfferedWork } from "./offered-work";

/**
 * One offer: a request from its first byte until its size is known or can no longer be. Read it; change it through
 * `Offers`.
 */
export type Offer = RequestRecord<unknown, CountedWork>;

/** The windows that offers are counted in. */
export interface OfferWindows {
  readonly sized: OffersRegion;
  readonly unsized: WindowRegion;
}

/** How offers are counted. */
export interface OfferOptions {
  /** Seconds after which a pending offer is lost; 0: never. Default 0. */
  readonly timeoutS?: number;
  /** The statistics of offered work that they count in as well, each by its newest size. Default: none. */
  readonly work?: OfferedWork | null;
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
  readonly #counted: OffersRegion;
  readonly #unsized: WindowRegion;
  readonly #work: OfferedWork | null;
  readonly #timeoutS: number;
  /**
   * The pending ones in the order in which they were opened, where these time out. One that arrived out of order is
   * found when those before it are settled.
   */
  readonly #waiting: LinkedList<Offer> | null;
  #offered = 0;
  #sized = 0;
  #lost = 0;
  #invalid = 0;
  #timedOut = 0;
  #late = 0;
  #changedFromS = Number.NEGATIVE_INFINITY;

  /** @internal */
  constructor(windows: OfferWindows, { timeoutS = 0, work = null }: OfferOptions = {}) {
    this.#counted = windows.sized;
    this.#unsized = windows.unsized;
    this.#work = work;
    this.#timeoutS = timeoutS;
    this.#waiting = timeoutS > 0 ? new LinkedList() : null;
  }

  /** Offers whose size is not known yet. */
  get pending(): number {
    return this.#offered - this.#sized - this.#lost - this.#invalid;
  }

  /**
   * A first byte arrived at `arrivedS`.
   *
   * @throws TimeError
   */
  open(arrivedS: number): Offer {
    checkTime("arrivedS", arrivedS);
    const offer: Offer = new RequestRecord(arrivedS);
    this.openChecked(offer);
    return offer;
  }

  /** @internal `open` of a record that its handle has made. */
  openChecked(offer: Offer): void {
    offer.offerState = "pending";
    this.#offered += 1;
    if (this.#waiting !== null) this.#waiting.append(offer);
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
    this.#setLengths("size", "pending", offer, nowS, inputTokens, requestedTokens, cachedTokens);
    this.#count(offer, nowS);
  }

  /** @internal `size` of what was checked before, unless it has waited too long: then false. */
  sizeChecked(offer: Offer, nowS: number, inputTokens: number, requestedTokens: number, cachedTokens: number): boolean {
    if (this.#waiting !== null) this.#expire(this.#waiting, nowS);
    offer.setLengths(inputTokens, requestedTokens, cachedTokens);
    if (offer.offerState !== "pending") return false;
    this.#count(offer, nowS);
    return true;
  }

  /**
   * Its size is known better (tokenization has ended): its demand is priced anew, at its arrival. It may be repeated.
   *
   * @param requestedTokens undefined keeps what was known
   * @throws StateError unless it is sized, ArgumentError, TimeError
   */
  reprice(offer: Offer, nowS: number, inputTokens: number, requestedTokens?: number, cachedTokens = 0): void {
    this.#setLengths("reprice", "sized", offer, nowS, inputTokens, requestedTokens, cachedTokens);
    this.repriceChecked(offer, nowS);
  }

  /** @internal `reprice` by the lengths of its record, which were checked before. */
  repriceChecked(offer: Offer, nowS: number): void {
    const { cells, prefillTokens, inputTokens, requestedTokens, arrivedS } = offer;
    if (arrivedS < this.#changedFromS) this.#changedFromS = arrivedS;
    offer.cells = this.#counted.replace(cells, prefillTokens, inputTokens, requestedTokens, arrivedS, nowS);
    if (this.#work !== null) this.#work.count(offer, nowS);
  }

  /**
   * It ended before its size was known, in any way but as invalid.
   *
   * @throws StateError unless it is pending, TimeError
   */
  lose(offer: Offer, nowS: number): void {
    checkState("lose", offer, "pending");
    checkTime("nowS", nowS);
    offer.offerState = "lost";
    this.#waiting?.remove(offer);
    this.#lost += 1;
    if (offer.arrivedS < this.#changedFromS) this.#changedFromS = offer.arrivedS;
    if (this.#unsized.add(0, 0, 0, offer.arrivedS, nowS) < 0) this.#late += 1;
  }

  /**
   * It was found invalid before its size was known: it is no workload and leaves no trace.
   *
   * @throws StateError unless it is pending
   */
  invalidate(offer: Offer): void {
    checkState("invalidate", offer, "pending");
    offer.offerState = "invalid";
    this.#waiting?.remove(offer);
    this.#invalid += 1;
  }

  /** @internal The oldest arrival that was counted or counted anew since the last call; Infinity: none. */
  takeChangedFromS(): number {
    const fromS = this.#changedFromS;
    this.#changedFromS = Number.POSITIVE_INFINITY;
    return fromS;
  }

  /** How many offers came to what, ever. */
  counts(): OfferCounts {
    return {
      offered: this.#offered,
      pending: this.pending,
      sized: this.#sized,
      lost: this.#lost,
      invalidUnsized: this.#invalid,
      timedOut: this.#timedOut,
      late: this.#late,
    };
  }

  /** @internal Counts go on from those of another account, which keeps its own pending offers. */
  importTotals({ sized, lost, invalidUnsized, timedOut, late }: OfferTotals): void {
    this.#changedFromS = Number.NEGATIVE_INFINITY;
    this.#offered = this.pending + sized + lost + invalidUnsized;
    this.#sized = sized;
    this.#lost = lost;
    this.#invalid = invalidUnsized;
    this.#timedOut = timedOut;
    this.#late = late;
  }

  #setLengths(
    operation: string,
    state: OfferState,
    offer: Offer,
    nowS: number,
    inputTokens: number,
    requestedTokens: number | undefined,
    cachedTokens: number,
  ): void {
    checkState(operation, offer, state);
    checkSize(inputTokens, requestedTokens === undefined ? 0 : requestedTokens, cachedTokens);
    checkTime("nowS", nowS);
    offer.setLengths(inputTokens, requestedTokens ?? UNKNOWN_TOKENS, cachedTokens);
  }

  #count(offer: Offer, nowS: number): void {
    offer.offerState = "sized";
    if (this.#waiting !== null) this.#waiting.remove(offer);
    this.#sized += 1;
    const { prefillTokens, inputTokens, requestedTokens, arrivedS } = offer;
    if (arrivedS < this.#changedFromS) this.#changedFromS = arrivedS;
    const cells = this.#counted.add(prefillTokens, inputTokens, requestedTokens, arrivedS, nowS);
    offer.cells = cells;
    if (!isArrivalCounted(cells)) this.#late += 1;
    if (this.#work !== null) this.#work.count(offer, nowS);
  }

  #expire(waiting: LinkedList<Offer>, nowS: number): void {
    let first = waiting.head;
    while (first !== null && nowS - first.arrivedS >= this.#timeoutS) {
      this.lose(first, nowS);
      this.#timedOut += 1;
      first = waiting.head;
    }
  }
}

function checkState(operation: string, offer: Offer, state: OfferState): void {
  if (offer.offerState !== state) throw new StateError(operation, offer.offerState, "offer");
}
