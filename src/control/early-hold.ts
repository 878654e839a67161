import type { Limit, RoleMove } from "../decision/decision";
import type { HeldReason } from "../decision/reasons";
import type { Fleet } from "../fleet";
import { limitOf } from "../policies/limits";
import type { Scope } from "../scoring/freeze-inputs";

/**
 * Holds a decision before its policy is asked (semantics, section 10, step 3): a proposal that the host has not
 * answered, or an engine that is unavailable; null: nothing.
 */
export function earlyHold(pending: RoleMove | null, fleet: Fleet, scope: Scope): [HeldReason, Limit] | null {
  if (pending) return ["move_pending", limitOf("move_pending", 1, 0)];
  if (scope === "available") return null;
  const unavailable = fleet.engines.filter(({ available }) => !available).length;
  return unavailable > 0 ? ["fleet_unavailable", limitOf("engines_unavailable", unavailable, 0)] : null;
}
