export {
  type ComparedRun,
  Comparison,
  type ComparisonInput,
  type ComparisonReport,
} from "./compare";
export {
  COMPARE_SCHEMA,
  COMPARE_VERSION,
  type ComparisonDocument,
  comparisonDocument,
} from "./compare-document";
export type { Role, Work } from "./engine";
export { REQUEST_ENDS, type RequestEnd, type RequestEvents } from "./events";
export type { EngineEvents } from "./fleet";
export { textChunks } from "./gzip";
export { type SimulationOptions, type SimulationOptionsInput, simulationSchema } from "./options";
export { type Percentiles, percentilesOf } from "./percentiles";
export type { NamedProfile, ProfileOrigin } from "./profile-origin";
export {
  type RecordedDecision,
  type RecordedSample,
  type RecordedScore,
  Recording,
  type RecordingData,
} from "./recording";
export { REPLAY_CONTROLS, type ReplayControl } from "./replay-control";
export type { DecisionCount, ReplayMove } from "./replay-decisions";
export { REPLAY_SCHEMA, REPLAY_VERSION, type ReplayDocument, replayDocument } from "./replay-document";
export { type ReplayRow, rowWidthS } from "./replay-rows";
export { type ReplayEngine, type ReplayInput, type ReplayReport, ReplayRun } from "./replay-run";
export type { EngineRecord, RequestRecords, SimulatedAttainment, SimulationResults } from "./results";
export type { SimulationBucket } from "./series";
export { Simulation, type SimulationEngine, type SimulationInput } from "./simulation";
export type { EngineSnapshot, FleetSnapshot } from "./snapshot";
export { parseTrace, readTrace, type Trace, type TraceFormat, type TraceOptions, type TraceRequest } from "./trace";
