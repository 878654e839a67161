export { COMPARE_SCHEMA, COMPARE_VERSION, REPLAY_SCHEMA, REPLAY_VERSION } from "../document-names";
export type { Role } from "../roles";
export { REQUEST_ENDS, type RequestEnd, type RequestEvents } from "../simulation/events";
export type { EngineSnapshot, FleetSnapshot } from "../simulation/fleet-snapshot";
export type { EngineRecord, RequestRecords, SimulatedAttainment, SimulationResults } from "../simulation/results";
export type { SimulationBucket } from "../simulation/series";
export type { Work } from "../simulation/simulated-engine";
export type { EngineEvents } from "../simulation/simulated-fleet";
export { Simulation, type SimulationEngine, type SimulationInput } from "../simulation/simulation";
export {
  type SimulationOptions,
  type SimulationOptionsInput,
  simulationSchema,
} from "../simulation/simulation-options";
export { textChunks } from "../traces/gzip";
export { parseTrace, readTrace } from "../traces/parse-trace";
export { TIMESTAMP_UNITS, type TimestampUnit } from "../traces/timestamp-unit";
export { TRACE_FORMATS, type Trace, type TraceFormat, type TraceOptions, type TraceRequest } from "../traces/trace";
export {
  type ComparedRun,
  Comparison,
  type ComparisonInput,
  type ComparisonReport,
} from "./compare";
export { type ComparisonDocument, comparisonDocument } from "./compare-document";
export { type Percentiles, percentilesOf } from "./percentiles";
export type { NamedProfile, ProfileOrigin } from "./profile-origin";
export {
  type RecordedDecision,
  type RecordedSample,
  type RecordedScore,
  Recording,
  type RecordingData,
  type ScoreField,
} from "./recording";
export type { Sampling } from "./recording-sample";
export { type ControlInput, REPLAY_CONTROLS, type ReplayControl } from "./replay-control";
export type { DecisionCount, ReplayMove } from "./replay-decisions";
export { type ReplayDocument, replayDocument } from "./replay-document";
export { type ReplayRow, rowWidthS } from "./replay-rows";
export { type ReplayEngine, type ReplayInput, type ReplayReport, ReplayRun } from "./replay-run";
export type { LevelSummary } from "./row-levels";
