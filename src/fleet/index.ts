export {
  NO_TOKEN_S,
  type RequestId,
  type RequestRecord,
  type RequestState,
} from "../request-record";
export type { Phase, Role } from "../roles";
export { Engine, type EngineState } from "./engine";
export { Fleet } from "./fleet";
export { FleetRequest, type RequestShape } from "./fleet-request";
export type { EngineOptions, FleetConfig, FleetOptions, LoadSlo } from "./options";
export { type FleetAnomaly, FleetTracker, type TrackedShape } from "./tracker";
