import type { RoleMove } from "./decision";
import type { Cause } from "./reasons";

/** A number before a move, and after it; null: there was nothing to measure. */
export interface BeforeAndAfter {
  readonly before: number | null;
  readonly after: number | null;
}

/** Gains of the moves of one decision, beside what was expected of them. */
export interface MoveEffect {
  readonly decidedS: number;
  /** When they had taken effect, and until when they were measured. */
  readonly movedS: number;
  readonly measuredS: number;
  readonly by: Cause;
  readonly moves: readonly RoleMove[];
  /**
   * Load of the tighter role: work per engine, by the work that the decision saw; null: it names none. 1 is all that
   * the engines can do.
   */
  readonly predicted: BeforeAndAfter;
  /** The same as it was measured at the passes: engines at work and waiting work, per engine. */
  readonly measured: BeforeAndAfter;
  /** Share of the requests that met both SLOs. */
  readonly both: BeforeAndAfter;
}
