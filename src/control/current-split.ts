import type { Fleet } from "../fleet";
import { countInScope, type Scope } from "../scoring/freeze-inputs";
import type { MoveRequest } from "./move-request";

/** How the engines are split now. */
export interface CurrentSplit {
  readonly currentPrefill: number;
  readonly currentDecode: number;
}

/** How the engines of a scope are split now. */
export function currentSplit(fleet: Fleet, scope: Scope): CurrentSplit {
  return { currentPrefill: countInScope(fleet, "prefill", scope), currentDecode: countInScope(fleet, "decode", scope) };
}

/** Prefill engines after the move of one. A role that has no engine cannot give one. */
export function splitAfter({ currentPrefill }: CurrentSplit, { target }: Pick<MoveRequest, "target">): number {
  return Math.max(0, currentPrefill + (target === "prefill" ? 1 : -1));
}

/** Prefill engines that a step looks at first: an urgent one looks at one more, if there is one. */
export function splitLookedAt({ currentPrefill, currentDecode }: CurrentSplit, isUrgent: boolean): number {
  return isUrgent && currentDecode > 0 ? currentPrefill + 1 : currentPrefill;
}
