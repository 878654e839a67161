import type { Accounting } from "../accounting/accounting";
import type { Controller } from "../control/controller";
import type { Fleet } from "../fleet";
import type { Timeline } from "../handoff/timeline";
import type { EventLog } from "../journal/event-log";
import type { Anomalies } from "./anomalies";
import type { RequestCounter } from "./request-counts";

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
