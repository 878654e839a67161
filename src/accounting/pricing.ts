import { checkTime, isPositive } from "../check";
import type { Config } from "../config";
import { ArgumentError } from "../errors";
import type { Core } from "../wasm/core";
import type { PriceRow } from "../wasm/price-row";
import type { AccountWindows } from "./account-plan";
import type { Offers } from "./offers";
import type { ProfileSet } from "./profile-set";
import type { ProfiledCore } from "./profiled-core";

/** Which demand is priced, and by what. */
export interface PriceQuery {
  readonly nowS: number;
  /** The demand of so many seconds, > 0. */
  readonly horizonS: number;
  readonly profiles: ProfileSet;
  /** The fleet's decode correction, > 0. */
  readonly correction: number;
  /** When the account began. */
  readonly startedS: number;
}

/** A price of the core, and what else the demand consists of. */
export interface PricedDemand {
  readonly row: PriceRow;
  /** Demand of the residents, in engines. */
  readonly residentEngines: number;
  /**
   * Offers to sized ones of the horizon, where so few are unsized that they count as if they had the mean shape of the
   * sized ones; null where the size of all is known, or of too few.
   */
  readonly scale: number | null;
}

/** Inputs of a demand. */
export interface PricedAccount {
  readonly config: Config;
  readonly core: ProfiledCore;
  readonly windows: AccountWindows;
  readonly offers: Offers;
}

/** Prices the demand of an account in engines (semantics, section 6), by the output lengths that were learned last. */
export class Pricing {
  readonly #account: PricedAccount;

  constructor(account: PricedAccount) {
    this.#account = account;
  }

  /**
   * All of the demand.
   *
   * @param tpotSloS the SLO that decode capacity keeps
   * @throws ArgumentError, TimeError
   */
  price(query: PriceQuery, tpotSloS: number): PricedDemand {
    const { nowS, horizonS, correction } = query;
    const core = this.#coreFor(query);
    if (!isPositive(tpotSloS)) throw new ArgumentError("tpotSloS", "must be > 0 s", tpotSloS);
    const { windows } = this.#account;
    const { arrivals, expectedDecode: expected, unsized } = windows;
    const row = core.price(
      { arrivals, expected, unsized },
      {
        cutS: nowS - horizonS,
        spanS: this.#spanS(query),
        nowS,
        tpotSloS,
        correction,
      },
    );
    return { row, residentEngines: this.#residentEngines(core, nowS), scale: this.#tolerated(query) };
  }

  /** The decode demand alone, in engines. @throws ArgumentError, TimeError */
  priceDecode(query: PriceQuery): number {
    const { nowS, horizonS, correction } = query;
    const core = this.#coreFor(query);
    const { config, windows } = this.#account;
    const inputs = { cutS: nowS - horizonS, nowS, tpotSloS: config.tpotSloS, correction };
    const scale = this.#tolerated(query) ?? 1;
    const workS = core.decodeSeconds(windows.expectedDecode, inputs) * scale;
    return Math.max(this.#residentEngines(core, nowS), workS / this.#spanS(query));
  }

  #coreFor({ nowS, horizonS, profiles, correction }: PriceQuery): Core {
    checkTime("nowS", nowS);
    if (!isPositive(correction)) throw new ArgumentError("correction", "must be > 0", correction);
    if (!isPositive(horizonS)) throw new ArgumentError("horizonS", "must be > 0 s", horizonS);
    this.#account.offers.expire(nowS);
    return this.#account.core.with(profiles);
  }

  /** Demand is spread over no more time than the account has seen, and at least over a step. */
  #spanS({ nowS, horizonS, startedS }: PriceQuery): number {
    return Math.min(horizonS, Math.max(this.#account.config.stepS, nowS - startedS));
  }

  /** `PricedDemand.scale`. */
  #tolerated({ nowS, horizonS }: PriceQuery): number | null {
    const { config, windows, offers } = this.#account;
    const { unsizedTolerance } = config;
    if (unsizedTolerance === 0) return null;
    const unsized = windows.unsized.count(nowS - horizonS, nowS) + offers.pending;
    if (unsized === 0) return null;
    const sized = windows.arrivals.count(nowS - horizonS, nowS);
    return unsized <= unsizedTolerance * (sized + unsized) ? (sized + unsized) / sized : null;
  }

  #residentEngines(core: Core, nowS: number): number {
    const { config, windows } = this.#account;
    return core.meanResidency(windows.residency, nowS - config.windowS, nowS);
  }
}
