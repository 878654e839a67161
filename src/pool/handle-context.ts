import type { Accounting } from "../accounting/accounting";
import type { Controller } from "../control/controller";
import { ArgumentError } from "../errors";
import type { Fleet } from "../fleet";
import type { EventLog } from "../journal/event-log";
import type { Anomalies } from "./anomalies";
import type { RequestCounter } from "./request-counts";
import type { Timeline } from "./timeline";

/** What the handles of a pool share. */
export interface HandleContext {
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly clock: Timeline;
  readonly anomalies: Anomalies;
  readonly counter: RequestCounter;
  /** The controller whose urgent path is on, else null. */
  readonly urgent: Controller | null;
  /** Where every call is logged, null if it is not. */
  readonly events: EventLog | null;
}

/**
 * Counts a time that lies further ahead of the clock than `maxFutureS`; whether it does. One in milliseconds would
 * empty every window.
 *
 * @throws ArgumentError in strict mode
 */
export function isFuture({ accounting, anomalies, clock }: HandleContext, givenS: number): boolean {
  const { maxFutureS } = accounting.config;
  if (!Number.isFinite(givenS) || !(givenS > clock.now() + maxFutureS)) return false;
  const rule = `must be at most ${maxFutureS} s ahead of the clock`;
  anomalies.count("future_time", () => new ArgumentError("at", rule, givenS));
  return true;
}
