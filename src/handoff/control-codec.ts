import { MAX_ENGINES } from "../config";
import type { ConfirmationsState, Proposal } from "../control/confirmations";
import type { ControllerState } from "../control/controller-state";
import { NEWEST_REFUSALS, type Refusal } from "../control/move-counts";
import type { MovesState } from "../control/moves";
import type { UrgentEvent } from "../control/urgency";
import type { DecisionCounterState } from "../decision/decision-counts";
import { REFUSAL_REASONS } from "../decision/reasons";
import { NAME, RESULTS } from "../decision/vocabulary";
import { type Phase, ROLES } from "../roles";
import type { EvidenceState } from "../scoring/evidence";
import { type Codec, finite, flag, list, notNegative, nullable, oneOf, record, text, whole } from "./codec";
import { decision, name, roleMove } from "./decision-codec";
import { role } from "./fleet-codec";
import { joined, tableOf, tally } from "./named-codec";

const confirmations = record<ConfirmationsState>({
  proposal: nullable(record<Proposal>({ prefill: whole, variant: text })),
  count: whole,
});

const evidence = record<EvidenceState>({
  riskEvents: tally(text),
  newestRisk: nullable(record({ kind: text, atS: finite })),
});

const refusal = record<Refusal>({
  atS: finite,
  target: role,
  by: name,
  reason: oneOf(REFUSAL_REASONS),
});

const moves = record<MovesState>({
  moves: tally(joined(NAME, ROLES)),
  reversals: whole,
  refusals: whole,
  inflight: record<Readonly<Record<Phase, number>>>({ prefill: whole, decode: whole }),
  newestRefusals: list(refusal, NEWEST_REFUSALS),
  lastToDecodeS: finite,
  lastTargets: list(record({ engine: text, target: role }), MAX_ENGINES),
  pending: nullable(record({ by: name, move: roleMove, proposedS: finite })),
  lastMoveS: notNegative,
});

const urgent = record<UrgentEvent>({ armedS: finite, signals: whole, initialTtftS: finite });

const decisions = record<DecisionCounterState>({
  byReason: tally(joined(NAME, RESULTS, NAME)),
  last: nullable(decision),
});

/** How the state of a controller is written. */
export const controller: Codec<ControllerState> = record<ControllerState>({
  lastStepS: finite,
  urgentMove: flag,
  longDecodeEngines: notNegative,
  panicSteps: whole,
  confirmations,
  evidence,
  moves,
  urgent: nullable(urgent),
  decisions,
  memory: tableOf(finite),
});
