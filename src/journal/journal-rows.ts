import type { DecisionDocument } from "../decision/decision-document";
import type { MoveEffect } from "../decision/move-effect";
import type { Cause } from "../decision/reasons";
import type { Role } from "../roles";
import { rounded } from "../round";
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

/** The moves of a decision took effect some time ago: what they gained, beside what was predicted. */
export interface MoveEffectRow {
  readonly type: "move_effect";
  readonly at_s: number | null;
  /** When the decision was made, as its own row has it. */
  readonly decided_s: number | null;
  readonly moved_s: number | null;
  readonly by: Cause;
  /** Engines that moved. */
  readonly engines: number;
  /** Load of the tighter role with the old split and with the new one, by the work that the decision saw. */
  readonly predicted_load_unmoved: number | null;
  readonly predicted_load_moved: number | null;
  /** The same by the work that was measured after the move. */
  readonly load_unmoved: number | null;
  readonly load_moved: number | null;
  /** The measured load before the decision. */
  readonly load_before: number | null;
  /** Share of the requests that met both SLOs, before and after. */
  readonly both_before_ratio: number | null;
  readonly both_after_ratio: number | null;
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
export type JournalRow = MetaRow | DecisionRow | MoveRow | MoveEffectRow | FloorBreachRow | FloorRecoveryRow | RiskRow;

/** The row of an effect. */
export function effectRow(effect: MoveEffect): MoveEffectRow {
  const { measuredS, decidedS, movedS, by, moves, predicted, measured, loadBefore, both } = effect;
  return {
    type: "move_effect",
    at_s: rounded(measuredS),
    decided_s: rounded(decidedS),
    moved_s: rounded(movedS),
    by,
    engines: moves.length,
    predicted_load_unmoved: rounded(predicted.unmoved),
    predicted_load_moved: rounded(predicted.moved),
    load_unmoved: rounded(measured.unmoved),
    load_moved: rounded(measured.moved),
    load_before: rounded(loadBefore),
    both_before_ratio: rounded(both.before),
    both_after_ratio: rounded(both.after),
  };
}
