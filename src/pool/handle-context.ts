import type { Accounting } from "../accounting/accounting";
import type { Offers } from "../accounting/offers";
import type { Controller } from "../control/controller";
import { ArgumentError, TimeError } from "../errors";
import type { Fleet } from "../fleet";
import type { RequestMoves } from "../fleet/request-moves";
import type { EventLog } from "../journal/event-log";
import type { Accounts } from "./accounts";
import type { Anomalies } from "./anomalies";
import type { RequestCounter } from "./request-counts";
import { lengthError, type WrongLength, wrongSize } from "./request-lengths";
import { type At, atOf } from "./request-options";
import type { Timeline } from "./timeline";

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
  }

  /**
   * When an event was; null if that is so far ahead that it is refused: nobody hears of it.
   *
   * @throws ArgumentError for options that cannot be read
   */
  time(options: At | undefined): number | null {
    return options ? this.#timeOf(options) : this.clock.now();
  }

  /**
   * The time that the router gives, undefined if it gives none, or one that is refused.
   *
   * @throws ArgumentError for options that cannot be read, and in strict mode for a time that is refused
   */
  given(options: At): number | undefined {
    const given = this.clock.at(atOf(options));
    return given !== undefined && this.#isFuture(given) ? undefined : given;
  }

  // Rare paths have functions of their own, here and wherever a handle comes through: V8 inlines what is small.

  /** Counts a time that is not finite; whether it is. @throws TimeError in strict mode */
  accepts(timeS: number): boolean {
    return Number.isFinite(timeS) || this.#refuseTime(timeS);
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

  #timeOf(options: At): number | null {
    const given = this.clock.at(atOf(options));
    if (given === undefined) return this.clock.now();
    return this.#isFuture(given) ? null : given;
  }

  /** Counts a time that is further ahead of the clock than `maxFutureS`; one in milliseconds would empty every window. */
  #isFuture(givenS: number): boolean {
    const { maxFutureS } = this.accounting.config;
    if (!Number.isFinite(givenS) || !(givenS > this.clock.now() + maxFutureS)) return false;
    const rule = `must be at most ${maxFutureS} s ahead of the clock`;
    this.anomalies.count("future_time", () => new ArgumentError("at", rule, givenS));
    return true;
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
