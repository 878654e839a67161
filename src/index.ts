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
export type * from "./control/decision";
export { type DecisionDocument, decisionDocument } from "./control/decision-document";
export { DemandEvidence, type EvidenceReading, RISK_KINDS } from "./control/evidence";
export { explain } from "./control/explain";
export type { MoveCounts, Refusal } from "./control/moves";
export type * from "./control/policy";
export { POLICIES, type PolicyName } from "./control/policy-guard";
export * from "./control/reasons";
export type { ScoreOptions, SplitScore } from "./control/scores";
export {
  checkedRecoveryRatio as recoveryPrefillRatio,
  type DecisionSnapshot,
  type PendingShape,
} from "./control/snapshot";
export { scoreSplit, scoreSplits } from "./control/split-scorer";
export { takeSnapshot } from "./control/take-snapshot";
export type { WhatIf, WhatIfOptions } from "./control/what-if";
export * from "./errors";
export * from "./fleet";
export * from "./journal";
export { ANOMALY_KINDS, type AnomalyCounts, type AnomalyKind } from "./pool/anomalies";
export * from "./pool/create-pool";
export * from "./pool/pool";
export type { PoolParts } from "./pool/pool-parts";
export { RequestHandle } from "./pool/request";
export type { RequestCounts } from "./pool/request-counts";
export type { At, HandleState, OpenOptions, SizeOptions } from "./pool/request-options";
export { type PoolState, STATE_SCHEMA, STATE_VERSION } from "./pool/state";
export * from "./profile";
