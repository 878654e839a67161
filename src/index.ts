// The main entry: what a router needs. Single parts are in parts.ts, logs and their replay in journal-entry.ts.
export type { WindowName } from "./accounting/account-plan";
export type { DemandHistory } from "./accounting/accounting";
export type { Attainment } from "./accounting/attainment";
export type { Demand, DemandGap } from "./accounting/demand";
export type { WindowSummary } from "./accounting/demand-window";
export type { LearnedOutputs } from "./accounting/learned-lengths";
export type { OfferedRate } from "./accounting/offered-rate";
export type { OfferedRates } from "./accounting/offered-work";
export type { TerminalKind } from "./accounting/outcome";
export { type Clock, type ManualClock, manualClock, monotonicClock } from "./clock";
export { type Config, type ConfigInput, configFromJson, MAX_ENGINES, resolveConfig } from "./config";
export type { ControllerOptions } from "./control/controller-options";
export type {
  Decision,
  DecisionBasis,
  DecisionConfirmations,
  DecisionEvidence,
  DecisionFacts,
  DecisionHeadroom,
  DecisionHeadroomGain,
  DecisionInputs,
  DecisionOwnFacts,
  DecisionProjection,
  DecisionQueue,
  DecisionRelief,
  DecisionUrgency,
  EligibilityRule,
  EvidenceGate,
  HeadroomBasis,
  Limit,
  RoleMove,
} from "./decision/decision";
export { type DecisionDocument, decisionDocument } from "./decision/decision-document";
export { explain } from "./decision/explain";
export type {
  BlockedReason,
  Cause,
  DecisionResult,
  Gate,
  HeldReason,
  KnownReason,
  MoveReason,
  Reason,
} from "./decision/reasons";
export {
  ArgumentError,
  ConfigError,
  MemoryError,
  NarwhalError,
  ProfileError,
  ReadError,
  type ReadReason,
  SnapshotError,
  type SnapshotReason,
  StateError,
  TimeError,
  TraceError,
  UnknownIdError,
} from "./errors";
export type { LearnedPhase, LearnedProfile } from "./fleet/learned-profile";
export type { EngineOptions } from "./fleet/options";
export type { RequestOutlook } from "./fleet/outlook";
export type { LogFault, LogFaultListener } from "./journal/log-fault";
export { callbackSink, type MemorySink, memorySink, type RowSink } from "./journal/sinks";
export type {
  Backlog,
  Policy,
  PolicyDecision,
  PolicyFacts,
  PolicyHold,
  PolicyMove,
  PolicyView,
  ProfileFits,
  Signals,
} from "./policies/policy";
export { POLICIES, type PolicyName } from "./policies/policy-guard";
export { ANOMALY_KINDS, type AnomalyKind } from "./pool/anomalies";
export { createPool, createPoolSync, type PoolOptions } from "./pool/create-pool";
export { Pool, type RestoreOptions, type RestoreReport } from "./pool/pool";
export type { EngineNumbers, PoolDemand, PoolLoads } from "./pool/pool-demand";
export type { PoolParts } from "./pool/pool-parts";
export type { Preset } from "./pool/presets";
export { RequestHandle } from "./pool/request";
export type { At, HandleState, OpenOptions, SizeOptions } from "./pool/request-options";
export type { Slo } from "./pool/slo";
export type { StateDocument } from "./pool/state";
export { checkProfile, type EngineProfile, type EngineProfileInput, profileFromJson } from "./profile";
export type { RequestId } from "./request-record";
export type { Phase, Role } from "./roles";
export type { DesiredEngines, DesiredReason, DesiredRole } from "./scaling/desired";
export type { DesiredOptions } from "./scaling/desired-options";
export type { FleetNeed, PhaseNeed } from "./scaling/fleet-headroom";
export type { DesiredGap } from "./scaling/need-now";
export type { Reading } from "./scoring/reading";
export type { ScoreOptions, SplitScore } from "./scoring/scores";
export type { PendingShape, ScoringInputs } from "./scoring/scoring-inputs";
export type { WhatIf, WhatIfOptions } from "./scoring/what-if";
export type { LengthRange } from "./wasm/score-rows";
export type { Json, Snake, Wire } from "./wire";
