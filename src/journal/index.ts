export type { FieldDifference } from "../verify/difference";
export { LogError } from "../verify/log-error";
export * from "../verify/replay-events";
export { EVENTS_SCHEMA, EVENTS_VERSION, type EventType, type LookQuery } from "./event-rows";
export * from "./journal-rows";
export type { LogFault, LogFaultListener } from "./log-fault";
export type { EngineRow, MetaRow } from "./meta";
export * from "./read-journal";
export * from "./sinks";
