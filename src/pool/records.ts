import type { Decision, RoleMove } from "../decision/decision";
import type { MoveEffect } from "../decision/move-effect";
import type { Engine } from "../fleet";
import { EventLog } from "../journal/event-log";
import type { LookQuery } from "../journal/event-rows";
import { Journal, type JournalSubject } from "../journal/journal";
import type { SinkCounts } from "../journal/sinks";
import type { PoolParts } from "./pool-parts";

/** The two logs of a pool: its inputs (event log), and what came of them (journal). Either may be missing. */
export class Records {
  /** Where the calls of handles are logged. */
  readonly events: EventLog | null;
  readonly #journal: Journal | null;

  constructor(parts: Pick<PoolParts, "journal" | "eventLog" | "onLogFault">, subject: JournalSubject) {
    const { journal, eventLog, onLogFault } = parts;
    this.#journal = journal ? new Journal(journal, subject, onLogFault) : null;
    this.events = eventLog ? new EventLog(eventLog, subject, onLogFault) : null;
  }

  /** Counts of the rows of each, null without one. */
  counts(): { readonly journal: SinkCounts | null; readonly eventLog: SinkCounts | null } {
    return { journal: this.#journal?.counts() ?? null, eventLog: this.events?.counts() ?? null };
  }

  /** A query moves the windows on. */
  look(query: LookQuery, nowS: number): void {
    this.events?.look(query, nowS);
  }

  passBegins(nowS: number): void {
    this.#journal?.passBegins(nowS);
  }

  passEnds(decisions: readonly Decision[], nowS: number): void {
    this.events?.decide("pass", nowS, decisions);
    this.#journal?.passEnds(decisions, nowS);
  }

  sampled(nowS: number): void {
    this.events?.sample(nowS);
  }

  urgentEnds(decisions: readonly Decision[], nowS: number): void {
    this.events?.decide("urgent", nowS, decisions);
    this.#journal?.decided(decisions, nowS);
  }

  /** @param move null: none of that engine was proposed */
  moved(engineId: string, move: RoleMove | null, nowS: number): void {
    this.events?.answer("moved", engineId, nowS);
    this.#journal?.answered("applied", move, nowS);
  }

  /** @param move null: none of that engine was proposed */
  moveFailed(engineId: string, move: RoleMove | null, nowS: number): void {
    this.events?.answer("move_failed", engineId, nowS);
    this.#journal?.answered("failed", move, nowS);
  }

  /** Gains of moves are known now. */
  measured(effects: readonly MoveEffect[], nowS: number): void {
    for (const effect of effects) this.#journal?.measured(effect, nowS);
  }

  risk(kind: string, nowS: number): void {
    this.events?.risk(kind, nowS);
    this.#journal?.riskRecorded(nowS);
  }

  engineAdded(engine: Engine, nowS: number): void {
    this.events?.addEngine(engine, nowS);
  }

  /** @param withdrawn the move of it that was proposed, null if none was */
  engineRemoved(engineId: string, withdrawn: RoleMove | null, nowS: number): void {
    this.events?.removeEngine(engineId, nowS);
    this.#journal?.answered("failed", withdrawn, nowS);
  }

  engineSet(setting: "available" | "pinned" | "profile", engine: Engine): void {
    this.events?.set(setting, engine);
  }

  restored(bytes: Uint8Array, elapsedS: number, nowS: number): void {
    this.events?.restore(bytes, elapsedS, nowS);
    this.#journal?.restored(nowS);
  }
}
