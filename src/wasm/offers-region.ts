import { OFFER_BIAS, OFFER_HALF } from "../../assembly/codes";
import type { CoreExports } from "./exports";
import type { CoreInstance } from "./loader";
import type { WindowRegion } from "./window-region";

/** The windows that count offers whose size is known. It validates nothing: its callers do. */
export class OffersRegion {
  readonly #add: CoreExports["offerAdd"];
  readonly #replace: CoreExports["offerReplace"];

  constructor({ exports }: CoreInstance, arrivals: WindowRegion, expected: WindowRegion) {
    this.#add = exports.offerAdd;
    this.#replace = exports.offerReplace;
    exports.countOffersIn(arrivals.pointer, expected.pointer);
  }

  /**
   * Counts an offer at its arrival.
   *
   * @param requestedTokens below 0 if not known: it counts as an arrival alone
   * @returns where it is counted, for `replace` and `isArrivalCounted`
   */
  add(prefillTokens: number, inputTokens: number, requestedTokens: number, atS: number, nowS: number): number {
    return this.#add(prefillTokens, inputTokens, requestedTokens, requestedTokens >= 0 ? 1 : 0, atS, nowS);
  }

  /** Reprices an offer at its arrival, as far as it is still kept; where it is counted from now on. */
  replace(
    cells: number,
    prefillTokens: number,
    inputTokens: number,
    requestedTokens: number,
    atS: number,
    nowS: number,
  ): number {
    return this.#replace(cells, prefillTokens, inputTokens, requestedTokens, requestedTokens >= 0 ? 1 : 0, atS, nowS);
  }
}

/** Whether an offer came early enough to be counted as an arrival. */
export function isArrivalCounted(cells: number): boolean {
  return (cells & OFFER_HALF) >= OFFER_BIAS;
}
