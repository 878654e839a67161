import type { TerminalKind } from "../accounting/outcome";

/** Name and version of an event log's rows. */
export const EVENTS_SCHEMA = "narwhal-slo/events";
export const EVENTS_VERSION = 1;

/**
 * Types of an event log's rows, the meta row apart. Those of requests have `at_s` and `request`, a number that counts
 * the opened requests from 1; `gap` has the `rows` that the sink failed to take.
 */
export type EventType =
  | "open"
  | "size"
  | "reprice"
  | "wait"
  | "prefill"
  | "first_token"
  | "decode"
  | "token"
  | "retry"
  | TerminalKind
  | "pass"
  | "sample"
  | "urgent"
  | "look"
  | "moved"
  | "move_failed"
  | "risk"
  | "add_engine"
  | "remove_engine"
  | "available"
  | "pinned"
  | "profile"
  | "restore"
  | "gap";

/** The pool's queries that move its windows on to the present. */
export type LookQuery = "demand" | "desired" | "history" | "learned" | "decision_snapshot" | "state";
