import type { Cause } from "../decision/reasons";
import type { Engine } from "../fleet";
import type { Capacities } from "../policies/capacities";
import type { Role } from "../roles";

/** A wish to move one engine. */
export interface MoveRequest {
  readonly target: Role;
  readonly by: Cause;
  readonly bypassCooldown?: boolean;
  /** The engine that gives its role up, where it is named: then it may be dwelling. */
  readonly donor?: Engine;
  /** Whose loss costs less: > 0 the first one's, < 0 the second one's. Default: no difference. */
  readonly prefers?: (engine: Engine, other: Engine) => number;
}

/** Which donor a move prefers, where capacities are known: the one that loses least. */
export function preferenceOf(capacities: Capacities | null, target: Role): Pick<MoveRequest, "prefers"> {
  return capacities === null ? {} : { prefers: (engine, other) => capacities.prefers(target, engine, other) };
}
