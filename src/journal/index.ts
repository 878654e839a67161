export type { FieldDifference } from "./difference";
export { EVENTS_SCHEMA, EVENTS_VERSION, type EventType, type LookQuery } from "./event-rows";
export * from "./journal-rows";
export { LogError } from "./log-error";
export type { LogFault, LogFaultListener } from "./log-fault";
export type { EngineRow, MetaRow } from "./meta";
export * from "./read-journal";
export * from "./replay-events";
export * from "./sinks";
