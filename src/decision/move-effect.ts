import type { RoleMove } from "./decision";
import type { Cause } from "./reasons";

/** Load of the tighter role, for the same work: with the split that was left, and with the new one; null: unknown. */
export interface SplitLoads {
  readonly unmoved: number | null;
  readonly moved: number | null;
}

/** Gains of the moves of one decision, beside what was predicted. Loads are work per engine; 1 is all that it can do. */
export interface MoveEffect {
  readonly decidedS: number;
  /** When they had taken effect, and until when they were measured. */
  readonly movedS: number;
  readonly measuredS: number;
  readonly by: Cause;
  readonly moves: readonly RoleMove[];
  /** By the work that the decision saw. */
  readonly predicted: SplitLoads;
  /** By the work that was measured from the move on: engines at work, and what waits. */
  readonly measured: SplitLoads;
  /** The measured load before the decision; null: unknown. */
  readonly loadBefore: number | null;
  /** Share of the requests that met both SLOs, before and after; null: none ended. */
  readonly both: { readonly before: number | null; readonly after: number | null };
}
