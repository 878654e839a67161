// narwhal-slo/parts: what a pool is made of, for routers that keep some of these accounts themselves.

export type { AccountingOptions } from "./accounting/account-plan";
export { WINDOW_NAMES, type WindowName } from "./accounting/account-plan";
export { Accounting, type DemandHistory } from "./accounting/accounting";
export type { Attainment } from "./accounting/attainment";
export { DEMAND_GAPS, type Demand, type DemandGap } from "./accounting/demand";
export {
  DemandWindow,
  type DemandWindowOptions,
  REFUSED,
  type Shape,
  type WindowSummary,
} from "./accounting/demand-window";
export type { LearnedOutputs, LearnedStatus } from "./accounting/learned-lengths";
export type { MixedRequest } from "./accounting/offered-mix";
export type { CountedWork, PricedWork } from "./accounting/offered-work";
export type { Offer, OfferCounts, Offers, OfferTotals } from "./accounting/offers";
export {
  classifyOutcome,
  type FinishedRequest,
  type Outcome,
  TERMINAL_KINDS,
  type TerminalKind,
} from "./accounting/outcome";
export { type AttainmentEvidence, OutcomeWindow, type OutcomeWindowOptions } from "./accounting/outcome-window";
export { NO_PROFILES, ProfileSet } from "./accounting/profile-set";
export { bucketWidthS } from "./config";
export { Controller } from "./control/controller";
export type { ControllerOptions } from "./control/controller-options";
export type { MoveCounts, Refusal } from "./control/move-counts";
export type { BlockedGate } from "./control/move-gates";
export type { MoveRequest } from "./control/move-request";
export type { MoveOutcome, Moves, SeveralOutcome, WithdrawnMove } from "./control/moves";
export type { QueueProjection } from "./control/projection";
export type { Urgency, UrgentEvents } from "./control/urgency";
export type { DecisionCounter } from "./decision/decision-counts";
export type { DocumentValue, FactSchema, SnakeFields } from "./decision/decision-schema";
export type { FactValue, FactValues } from "./decision/fact-kinds";
export { type FactKind, type FactsOf, type FactTable, LIMIT, MOVE, type Scalar } from "./decision/fact-kinds";
export {
  CONFIRMATIONS,
  EVIDENCE,
  FACTS,
  HEADROOM_GAIN,
  HEADROOM_LOADS,
  INPUTS,
  OUTCOME,
  OWN,
  PROJECTION,
  QUEUE,
  RELIEF,
  SPLIT,
  URGENCY,
} from "./decision/fact-table";
export {
  BLOCKED_REASONS,
  COMMON_HELD_REASONS,
  GATES,
  HEADROOM_REASONS,
  HELD_REASONS,
  MOVE_REASONS,
  QUEUE_REASONS,
  REACTIVE_REASONS,
  REASONS,
  REFUSAL_REASONS,
} from "./decision/reasons";
export {
  DECISION_BASES,
  ELIGIBILITY_RULES,
  EVIDENCE_GATES,
  HEADROOM_BASES,
  RESULTS,
} from "./decision/vocabulary";
export { Engine, type Resident } from "./fleet/engine";
export { Fleet } from "./fleet/fleet";
export type { FleetReading, RoleReading } from "./fleet/fleet-reading";
export { FleetRequest, type RequestShape } from "./fleet/fleet-request";
export type { EngineOptions, FleetConfig, FleetOptions, LoadSlo } from "./fleet/options";
export { type FleetAnomaly, FleetTracker, type TrackedShape } from "./fleet/tracker";
export type { SplitCapacity } from "./policies/capacities";
export { coversDecode, maxKvTokens, prefillS, tokenIntervalS } from "./profile";
export {
  NO_TOKEN_S,
  type OfferState,
  type RequestId,
  type RequestRecord,
  type RequestState,
  UNKNOWN_TOKENS,
} from "./request-record";
export type { Phase, Role } from "./roles";
export { ROLES } from "./roles";
export { enginesFor, type FleetNeed, fleetHeadroom, type PhaseNeed } from "./scaling/fleet-headroom";
export { type PoolShare, type SharedBudget, type SharingPool, shareEngines } from "./scaling/share-engines";
export { type DecodeTrend, DemandEvidence, type EvidenceReading, RISK_KINDS } from "./scoring/evidence";
export { freezeInputs, type Scope } from "./scoring/freeze-inputs";
export type { FleetProfiles } from "./scoring/profile-sets";
export type { ScoreOptions, SplitScore } from "./scoring/scores";
export {
  type PendingShape,
  recoveryPrefillRatio,
  type ScoringInputs,
} from "./scoring/scoring-inputs";
export { scoreSplit, scoreSplits } from "./scoring/split-scorer";
export type { CellRow } from "./wasm/cell-rows";
export type { MergeRule } from "./wasm/window-region";
