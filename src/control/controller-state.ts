import type { DecisionCounterState } from "../decision/decision-counts";
import type { EvidenceState } from "../scoring/evidence";
import type { ConfirmationsState } from "./confirmations";
import type { MovesState } from "./moves";
import type { UrgentEvent } from "./urgency";

/** State of a controller for a handoff, besides the account and the fleet. */
export interface ControllerState {
  readonly lastStepS: number;
  /** Whether the last attempt to move was an urgent one. */
  readonly urgentMove: boolean;
  /** Decode demand of the window in the last decision that priced it, in engines; 0 before one. */
  readonly longDecodeEngines: number;
  readonly panicSteps: number;
  readonly confirmations: ConfirmationsState;
  readonly evidence: EvidenceState;
  readonly moves: MovesState;
  readonly urgent: UrgentEvent | null;
  readonly decisions: DecisionCounterState;
  /** Memory of the policy. */
  readonly memory: Readonly<Record<string, number>>;
}

/** The numbers of a policy that a document can hold. */
export function finiteOf(memory: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(memory).filter(([, value]) => Number.isFinite(value)));
}
