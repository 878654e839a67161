import type { DecisionDocument } from "../decision/decision-document";
import type { Cause } from "../decision/reasons";
import type { Role } from "../roles";
import type { MetaRow } from "./meta";

/** Name and version of the journal's rows. */
export const JOURNAL_SCHEMA = "narwhal-slo/journal";
export const JOURNAL_VERSION = 1;

/** A decision: its record, with `at_s` for `at`. */
export type DecisionRow = { readonly type: "decision"; readonly at_s: number | null } & Omit<DecisionDocument, "at">;

/** A move that took effect, at once or by the host, or that the host could not make. */
export interface MoveRow {
  readonly type: "move";
  readonly at_s: number | null;
  readonly engine: string;
  readonly from: Role;
  readonly to: Role;
  /** The policy or the floor that wanted it. */
  readonly by: Cause;
  /** `failed`: the host said so, or the engine left the pool first. */
  readonly result: "applied" | "failed";
}

/** A pass found fewer available engines of a role than its floor asks for. */
export interface FloorBreachRow {
  readonly type: "floor_breach";
  readonly at_s: number | null;
  readonly role: Role;
  readonly available: number;
  readonly floor: number;
}

/** A pass found enough of them again. */
export interface FloorRecoveryRow extends Omit<FloorBreachRow, "type"> {
  readonly type: "floor_recovery";
  /** Seconds since the breach was noticed. */
  readonly breached_s: number | null;
}

/** A risk event (semantics, section 9). */
export interface RiskRow {
  readonly type: "risk";
  readonly at_s: number | null;
  readonly kind: string;
}

/** A row of a journal: `narwhal-slo/journal`, version 1. */
export type JournalRow = MetaRow | DecisionRow | MoveRow | FloorBreachRow | FloorRecoveryRow | RiskRow;
