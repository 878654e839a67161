export { Engine, type EngineState } from "./engine";
export { Fleet } from "./fleet";
export { FleetEngines } from "./fleet-engines";
export type { EngineOptions, FleetConfig, LoadSlo, Role } from "./options";
export { FleetRequest, NO_TOKEN_S, type Phase, type RequestId, type RequestShape, type RequestState } from "./request";
export { type FleetAnomaly, FleetTracker, type TrackedShape } from "./tracker";
