import type { Accounting } from "../accounting/accounting";
import type { CountedWork } from "../accounting/offered-work";
import type { Offers } from "../accounting/offers";
import type { Controller } from "../control/controller";
import { ArgumentError, TimeError } from "../errors";
import type { Engine, Fleet } from "../fleet";
import { outlookOf, type RequestOutlook } from "../fleet/outlook";
import type { RequestMoves } from "../fleet/request-moves";
import type { EventLog } from "../journal/event-log";
import type { RequestRecord } from "../request-record";
import type { Accounts } from "./accounts";
import type { Anomalies } from "./anomalies";
import type { RequestCounter } from "./request-counts";
import { beyondInput, lengthError, type WrongLength, wrongSize } from "./request-lengths";
import { type At, atOf } from "./request-options";
import type { Timeline } from "./timeline";

/** The record of a handle's request. */
export type HandledRecord = RequestRecord<Engine, CountedWork>;

/** Parts that the handles of a pool share, and checks that all their calls make. */
export class HandleContext {
  readonly accounting: Accounting;
  readonly offers: Offers;
  readonly fleet: Fleet;
  readonly moves: RequestMoves;
  readonly clock: Timeline;
  readonly anomalies: Anomalies;
  readonly counter: RequestCounter;
  /** The controller whose urgent path is on, else null. */
  readonly urgent: Controller | null;
  /** Where every call is logged, null if it is not. */
  readonly events: EventLog | null;
  /** Width of a bucket of the windows: a stamp ahead by less is as good as now. */
  readonly #bucketS: number;
  /** Time of the clock when `time` was asked last. */
  #nowS = Number.NaN;

  constructor({ accounting, fleet, clock, anomalies, counter, urgent, records }: Accounts) {
    this.accounting = accounting;
    this.offers = accounting.offers;
    this.fleet = fleet;
    this.moves = fleet.moves;
    this.clock = clock;
    this.anomalies = anomalies;
    this.counter = counter;
    this.urgent = urgent;
    this.events = records.events;
    this.#bucketS = accounting.specs.windows.arrivals.bucketS;
  }

  /**
   * When an event was; null if that is so far ahead that it is refused: nobody hears of it.
   *
   * @throws ArgumentError for options that cannot be read
   */
  time(options: At | undefined): number | null {
    this.#nowS = this.clock.now();
    if (!options) return this.#nowS;
    const stampS = this.#stampOf(options);
    return stampS === undefined ? this.#nowS : stampS;
  }

  /**
   * When an event counts in the windows, by the time of it that `time` has just given: now, where it is stamped ahead by
   * more than a bucket. Counted there, it would erase what was seen.
   */
  countedS(timeS: number): number {
    return timeS > this.#nowS + this.#bucketS ? this.#nowS : timeS;
  }

  /**
   * The time that the router gives, undefined if it gives none, or one that is refused.
   *
   * @throws ArgumentError for options that cannot be read, and in strict mode for a time that is refused
   */
  given(options: At): number | undefined {
    this.#nowS = this.clock.now();
    const stampS = this.#stampOf(options) ?? undefined;
    return stampS !== undefined && Number.isFinite(stampS) ? this.countedS(stampS) : stampS;
  }

  // Rare paths have functions of their own, here and wherever a handle comes through: V8 inlines what is small.

  /** Counts a time that is not finite; whether it is. @throws TimeError in strict mode */
  accepts(timeS: number): boolean {
    return Number.isFinite(timeS) || this.#refuseTime(timeS);
  }

  /** Advice about the first token of a request. */
  outlook(record: HandledRecord): RequestOutlook {
    const { ttftSloS } = this.accounting.config;
    return outlookOf(record, this.moves, this.fleet.engines, { nowS: this.clock.now(), ttftSloS });
  }

  /** Counts a wrong length; whether there was none. @throws ArgumentError in strict mode */
  acceptsLengths(wrong: WrongLength | null): boolean {
    return wrong === null || this.#refuseLength(wrong);
  }

  /** As `accepts` and `acceptsLengths`, of a size. */
  acceptsSize(timeS: number, inputTokens: unknown, requestedTokens: unknown, cachedTokens: unknown): boolean {
    if (!Number.isFinite(timeS)) return this.#refuseTime(timeS);
    const wrong = wrongSize(inputTokens, requestedTokens, cachedTokens);
    return wrong === null || this.#refuseLength(wrong);
  }

  /** The time that the router gives; undefined: none; null: one that is refused. */
  #stampOf(options: At): number | null | undefined {
    const given = this.clock.at(atOf(options));
    const isAhead = Number.isFinite(given) && Number(given) > this.#nowS + this.#bucketS;
    return isAhead && this.#refusesAhead(Number(given), this.#nowS) ? null : given;
  }

  /** Counts a time that is ahead of the clock; whether it is so far ahead that it is no time in seconds. */
  #refusesAhead(givenS: number, nowS: number): boolean {
    const { maxFutureS } = this.accounting.config;
    if (givenS > nowS + maxFutureS) {
      const rule = `must be at most ${maxFutureS} s ahead of the clock`;
      this.anomalies.count("future_time", () => new ArgumentError("at", rule, givenS));
      return true;
    }
    this.anomalies.count("ahead_time");
    this.events?.aheadOf(nowS);
    return false;
  }

  /**
   * The cached tokens that count: those given, or known before, and no more than the input.
   *
   * @throws ArgumentError in strict mode
   */
  cachedIn(inputTokens: number, cachedTokens: number | undefined, knownTokens: number): number {
    if (cachedTokens === undefined) return Math.min(knownTokens, inputTokens);
    if (cachedTokens <= inputTokens) return cachedTokens;
    this.anomalies.count("cached_length", () => lengthError(beyondInput(inputTokens, cachedTokens)));
    return inputTokens;
  }

  #refuseTime(timeS: number): false {
    this.anomalies.count("invalid_time", () => new TimeError("at", timeS));
    return false;
  }

  #refuseLength(wrong: WrongLength): false {
    this.anomalies.count("invalid_length", () => lengthError(wrong));
    return false;
  }
}
