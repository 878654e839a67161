export type { Phase, Role } from "../roles";
export { Engine, type EngineState } from "./engine";
export { Fleet } from "./fleet";
export { FleetEngines } from "./fleet-engines";
export type { EngineOptions, FleetConfig, LoadSlo } from "./options";
export { FleetRequest, NO_TOKEN_S, type RequestId, type RequestShape, type RequestState } from "./request";
export { type FleetAnomaly, FleetTracker, type TrackedShape } from "./tracker";
