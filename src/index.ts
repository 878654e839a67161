export { WINDOW_NAMES, type WindowName } from "./accounting/account-plan";
export * from "./accounting/accounting";
export type { Attainment } from "./accounting/attainment";
export * from "./accounting/demand";
export * from "./accounting/demand-window";
export type { LearnedOutputs, LearnedStatus } from "./accounting/learned-lengths";
export * from "./accounting/offers";
export {
  classifyOutcome,
  type FinishedRequest,
  type Outcome,
  TERMINAL_KINDS,
  type TerminalKind,
} from "./accounting/outcome";
export * from "./accounting/outcome-window";
export * from "./accounting/profile-set";
export { type Clock, type ManualClock, manualClock, monotonicClock } from "./clock";
export {
  bucketWidthS,
  type Config,
  type ConfigInput,
  configFromJson,
  configSchema,
  MAX_ENGINES,
  resolveConfig,
} from "./config";
export { Controller, type ControllerOptions } from "./control/controller";
export type { MoveCounts, Refusal } from "./control/moves";
export type * from "./decision/decision";
export { type DecisionDocument, decisionDocument } from "./decision/decision-document";
export { explain } from "./decision/explain";
export * from "./decision/reasons";
export * from "./errors";
export * from "./fleet";
export * from "./journal";
export type * from "./policies/policy";
export { POLICIES, type PolicyName } from "./policies/policy-guard";
export { ANOMALY_KINDS, type AnomalyCounts, type AnomalyKind } from "./pool/anomalies";
export * from "./pool/create-pool";
export * from "./pool/pool";
export type { PoolParts } from "./pool/pool-parts";
export { RequestHandle } from "./pool/request";
export type { RequestCounts } from "./pool/request-counts";
export type { At, HandleState, OpenOptions, SizeOptions } from "./pool/request-options";
export { type PoolState, STATE_SCHEMA, STATE_VERSION } from "./pool/state";
export * from "./profile";
export { DemandEvidence, type EvidenceReading, RISK_KINDS } from "./scoring/evidence";
export { takeSnapshot } from "./scoring/freeze-inputs";
export type { ScoreOptions, SplitScore } from "./scoring/scores";
export {
  checkedRecoveryRatio as recoveryPrefillRatio,
  type DecisionSnapshot,
  type PendingShape,
} from "./scoring/scoring-inputs";
export { scoreSplit, scoreSplits } from "./scoring/split-scorer";
export type { WhatIf, WhatIfOptions } from "./scoring/what-if";
