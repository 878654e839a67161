// narwhal-slo/journal: the rows of both logs, and what reads and replays them.
export { EVENTS_SCHEMA, EVENTS_VERSION, type EventType, type LookQuery } from "./journal/event-rows";
export {
  type DecisionRow,
  type FloorBreachRow,
  type FloorRecoveryRow,
  JOURNAL_SCHEMA,
  JOURNAL_VERSION,
  type JournalRow,
  type MoveEffectRow,
  type MoveRow,
  type RiskRow,
} from "./journal/journal-rows";
export type { EngineRow, MetaRow } from "./journal/meta";
export { decisionOf, type JournalContent, readJournal, type SkippedLine } from "./journal/read-journal";
export type { SinkCounts } from "./journal/sinks";
export type { FieldDifference } from "./verify/difference";
export { LogError } from "./verify/log-error";
export {
  type EventReplay,
  EventReplayer,
  type ReplayDifference,
  type ReplayNote,
  replayEvents,
} from "./verify/replay-events";
