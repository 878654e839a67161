import type { RawWindow } from "./hosted-window";
import { decodePrices, type PriceOf, type PriceTerms, prefillPrices } from "./prices";

/** Price of a window's cells. */
export interface PricedSum {
  readonly seconds: number;
  /** Whether all of it could be priced. */
  readonly complete: boolean;
}

/** A contestant that prices too. */
export interface PricedWindow extends RawWindow {
  /** Count times price over the cells since the cut. */
  price(sinceS: number, nowS: number, priceOf: PriceOf): PricedSum;
}

/** A request, as long as its size may change. */
export interface CountedRequest {
  readonly atS: number;
  arrivalCell: number;
  expectedCell: number;
}

/** A pair of a contestant's windows, priced as `Accounting` prices them (semantics, section 6); without residents. */
export class PricedAccount {
  readonly #arrivals: PricedWindow;
  readonly #expected: PricedWindow;
  readonly #stepS: number;
  readonly #startedS: number;
  #terms: PriceTerms | null = null;
  #prefill: PriceOf = () => 0;
  #decode: PriceOf = () => 0;

  constructor(arrivals: PricedWindow, expected: PricedWindow, stepS: number, startedS: number) {
    this.#arrivals = arrivals;
    this.#expected = expected;
    this.#stepS = stepS;
    this.#startedS = startedS;
  }

  size(atS: number, nowS: number, inputTokens: number, requestedTokens: number): CountedRequest {
    const arrivalCell = this.#arrivals.add(inputTokens, 0, 0, atS, nowS);
    const expectedCell = this.#expected.add(inputTokens, requestedTokens, 0, atS, nowS);
    return { atS, arrivalCell, expectedCell };
  }

  reprice(request: CountedRequest, nowS: number, inputTokens: number, requestedTokens: number): void {
    const { atS, arrivalCell, expectedCell } = request;
    if (arrivalCell >= 0) {
      request.arrivalCell = this.#arrivals.replace(arrivalCell, inputTokens, 0, 0, atS, nowS);
    }
    if (expectedCell >= 0) {
      request.expectedCell = this.#expected.replace(expectedCell, inputTokens, requestedTokens, 0, atS, nowS);
    }
  }

  price(nowS: number, horizonS: number, terms: PriceTerms) {
    if (terms !== this.#terms) this.#renew(terms);
    const spanS = Math.min(horizonS, Math.max(this.#stepS, nowS - this.#startedS));
    const cutS = nowS - horizonS;
    const prefill = this.#arrivals.price(cutS, nowS, this.#prefill);
    const decode = this.#expected.price(cutS, nowS, this.#decode);
    return {
      prefillDemand: prefill.seconds / spanS,
      expectedEngines: decode.seconds / spanS,
      complete: prefill.complete && decode.complete,
    };
  }

  #renew(terms: PriceTerms): void {
    this.#terms = terms;
    this.#prefill = prefillPrices(terms);
    this.#decode = decodePrices(terms);
  }
}
