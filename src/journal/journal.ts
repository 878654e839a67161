import type { Decision, RoleMove } from "../decision/decision";
import { decisionDocument } from "../decision/decision-document";
import type { MoveEffect } from "../decision/move-effect";
import type { Cause } from "../decision/reasons";
import type { Role } from "../roles";
import { rounded } from "../round";
import { CountedSink } from "./counted-sink";
import { effectRow, JOURNAL_SCHEMA, JOURNAL_VERSION, type JournalRow, type MoveRow } from "./journal-rows";
import type { LogFaultListener } from "./log-fault";
import { type MetaSubject, metaRow } from "./meta";
import type { RowSink, SinkCounts } from "./sinks";

/** Inputs of a journal's rows. */
export interface JournalSubject extends MetaSubject {
  /** Counts of risk events by kind, as they run on. */
  readonly riskEvents: ReadonlyMap<string, number>;
}

/**
 * The append-only record of what a pool decided and what became of it. It writes when told to, and reads the time
 * from nowhere else.
 */
export class Journal {
  readonly #sink: CountedSink;
  readonly #subject: JournalSubject;
  readonly #breachedS = new Map<Role, number>();
  readonly #risks: Map<string, number>;
  #begun = false;
  #atS: number;
  #proposedBy: Cause = "reactive";

  /** @param onFault told when the sink begins to fail, and when it works again */
  constructor(sink: RowSink, subject: JournalSubject, onFault?: LogFaultListener) {
    this.#sink = new CountedSink(sink, (failing, counts) => onFault?.({ log: "journal", failing, ...counts }));
    this.#subject = subject;
    this.#atS = subject.startedS;
    this.#risks = new Map(subject.riskEvents);
    this.#begin();
    this.#sink.startPartsWith(() => this.#metaRow());
  }

  /** Counts of its rows. */
  counts(): SinkCounts {
    return this.#sink.counts();
  }

  /** A pass begins: it may find a floor short, and restore it. */
  passBegins(nowS: number): void {
    this.#watchFloors(nowS);
  }

  /** A pass, or an urgent step, has ended. */
  decided(decisions: readonly Decision[], nowS: number): void {
    for (const decision of decisions) this.#decision(decision);
    this.#watchRisks(nowS);
  }

  /** A pass has ended. */
  passEnds(decisions: readonly Decision[], nowS: number): void {
    this.decided(decisions, nowS);
    this.#watchFloors(nowS);
  }

  /** The host has answered a proposal; null: none waited for that answer. */
  answered(result: MoveRow["result"], move: RoleMove | null, nowS: number): void {
    if (move) this.#move(move, this.#proposedBy, result, nowS);
    this.#watchRisks(nowS);
  }

  /** The record of a decision is completed: what its moves gained. */
  measured(effect: MoveEffect, nowS: number): void {
    this.#write(effectRow(effect), nowS);
  }

  /** A risk event was recorded. */
  riskRecorded(nowS: number): void {
    this.#watchRisks(nowS);
  }

  /** Another pool's accounts were restored: its risk events are no news, and times are others than before. */
  restored(nowS: number): void {
    this.#risks.clear();
    for (const [kind, count] of this.#subject.riskEvents) this.#risks.set(kind, count);
    this.#breachedS.clear();
    this.#atS = nowS;
    this.#begun = false;
    this.#begin();
  }

  #decision(decision: Decision): void {
    const { at, ...document } = decisionDocument(decision);
    this.#write({ type: "decision", at_s: at, ...document }, decision.at);
    if (decision.result === "proposed") this.#proposedBy = decision.by;
    if (decision.result !== "applied") return;
    for (const move of decision.moves) this.#move(move, decision.by, "applied", decision.at);
  }

  #move({ engine, from, to }: RoleMove, by: Cause, result: MoveRow["result"], nowS: number): void {
    this.#write({ type: "move", at_s: rounded(nowS), engine, from, to, by, result }, nowS);
  }

  /** Risk events come from the router and from applied moves alike: the counts tell of both. */
  #watchRisks(nowS: number): void {
    for (const [kind, count] of this.#subject.riskEvents) {
      const seen = this.#risks.get(kind) ?? 0;
      this.#risks.set(kind, count);
      for (let risk = seen; risk < count; risk += 1) {
        this.#write({ type: "risk", at_s: rounded(nowS), kind }, nowS);
      }
    }
  }

  #watchFloors(nowS: number): void {
    const { minPrefill, minDecode } = this.#subject.config;
    this.#watchFloor("prefill", minPrefill, nowS);
    this.#watchFloor("decode", minDecode, nowS);
  }

  #watchFloor(role: Role, floor: number, nowS: number): void {
    const available = this.#subject.fleet.availableByRole(role);
    const sinceS = this.#breachedS.get(role);
    const row = { at_s: rounded(nowS), role, available, floor };
    if (available < floor && sinceS === undefined) {
      this.#breachedS.set(role, nowS);
      this.#write({ type: "floor_breach", ...row }, nowS);
    }
    if (available >= floor && sinceS !== undefined) {
      this.#breachedS.delete(role);
      this.#write({ type: "floor_recovery", ...row, breached_s: rounded(nowS - sinceS) }, nowS);
    }
  }

  #write(row: JournalRow, nowS: number): void {
    this.#atS = nowS;
    if (this.#begin()) this.#sink.write(JSON.stringify(row));
  }

  /** Rows without their meta row say little: as long as it fails, so do they. */
  #begin(): boolean {
    this.#begun ||= this.#sink.write(this.#metaRow());
    return this.#begun;
  }

  #metaRow(): string {
    return JSON.stringify(metaRow(JOURNAL_SCHEMA, JOURNAL_VERSION, this.#subject, this.#atS));
  }
}
