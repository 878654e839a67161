import { textsOf } from "../check";
import type { Decision } from "../decision/decision";
import { ArgumentError } from "../errors";
import { exactNumbers, toExact } from "../journal/exact";
import { PACKAGE_VERSION } from "../journal/meta";
import type { Pool } from "../pool/pool";
import { type FieldDifference, firstDifference } from "./difference";
import { type LogRow, logErrorOf, parseRow } from "./log-row";
import { ReplayedPool } from "./replayed-pool";
import { TornLine } from "./torn-line";

/** Where a replay first decided otherwise than the log says; no field: one of the two decided nothing there. */
export interface ReplayDifference extends FieldDifference {
  /** Line of the row, from 1. */
  readonly line: number;
  /** Time of the row, in seconds. */
  readonly atS: number;
  /** Which decision of the log it is, from 1. */
  readonly decision: number;
}

/** Something that a reader of the log should know. */
export interface ReplayNote {
  /** Line of the row that it is about, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Result of the replay of an event log. */
export interface EventReplay {
  /** Rows that were read. */
  readonly rows: number;
  /** The decisions that were made again, in order, to the first difference. */
  readonly decisions: readonly Decision[];
  /** Null: all decisions were reproduced. */
  readonly difference: ReplayDifference | null;
  /** The first rows that the log's sink failed to take; nothing after them was replayed. Null: none are missing. */
  readonly gap: { readonly line: number; readonly rows: number } | null;
  readonly notes: readonly ReplayNote[];
  /** The pool of the log's last process, as the last row that was replayed has left it; null for an empty log. */
  readonly pool: Pool | null;
}

/**
 * Repeats every call of an event log on a pool with a clock of its own, and compares each decision with the logged
 * one to the bit. It stops at the first difference. A log may hold several processes, each with a meta row.
 *
 * @param lines the log's lines, oldest file first
 * @throws LogError for a row that is not one, but for a line that a crash has torn
 * @example
 * const { decisions, difference } = replayEvents(text.split("\n"));
 */
export function replayEvents(lines: Iterable<string>): EventReplay {
  const replayer = new EventReplayer();
  for (const line of textsOf(lines)) if (!replayer.feed(line)) break;
  return replayer.result();
}

/** `replayEvents` line by line, for logs that are too long to hold. */
export class EventReplayer {
  readonly #decisions: Decision[] = [];
  readonly #notes: ReplayNote[] = [];
  #line = 0;
  #rows = 0;
  readonly #torn = new TornLine();
  #replayed: ReplayedPool | null = null;
  #difference: ReplayDifference | null = null;
  #gap: EventReplay["gap"] = null;

  /**
   * Replays the next line.
   *
   * @returns false once more lines would change nothing: there was a difference, or rows are missing
   * @throws LogError
   */
  feed(text: string): boolean {
    if (typeof text !== "string") throw new ArgumentError("line", "must be a text", text);
    this.#line += 1;
    if (text.trim() === "" || this.#stopped) return !this.#stopped;
    const row = parseRow(this.#line, text);
    const torn = this.#torn.note(this.#line, row);
    if (torn !== null) this.#notes.push(tornNote(torn));
    if (row !== null) this.#take(row);
    return !this.#stopped;
  }

  /** Result of the lines so far. */
  result(): EventReplay {
    const { last } = this.#torn;
    const torn = last === null ? [] : [tornNote(last)];
    return {
      rows: this.#rows,
      decisions: this.#decisions,
      difference: this.#difference,
      gap: this.#gap,
      notes: [...this.#notes, ...torn],
      pool: this.#replayed?.pool ?? null,
    };
  }

  get #stopped(): boolean {
    return this.#difference !== null || this.#gap !== null;
  }

  #take(row: LogRow): void {
    this.#rows += 1;
    if (row.type === "gap") {
      this.#gap = { line: row.line, rows: row.number("rows") };
      return;
    }
    try {
      this.#replay(row);
    } catch (error) {
      throw logErrorOf(row, error);
    }
  }

  #replay(row: LogRow): void {
    if (this.#replayed !== null && row.type !== "meta") {
      const decisions = this.#replayed.apply(row);
      if (decisions) this.#compare(row, decisions);
      return;
    }
    this.#replayed = new ReplayedPool(row);
    const version = row.text("package_version");
    if (version === PACKAGE_VERSION) return;
    this.#notes.push({ line: row.line, text: `was written by version ${version}; this is ${PACKAGE_VERSION}` });
  }

  #compare(row: LogRow, decisions: readonly Decision[]): void {
    const logged = row.list("decisions");
    const before = this.#decisions.length;
    this.#decisions.push(...decisions);
    const place = { line: row.line, atS: row.number("at_s") };
    for (let i = 0; i < Math.max(logged.length, decisions.length); i += 1) {
      const decision = decisions[i];
      const found = firstDifference(exactNumbers(logged[i]), decision && exactNumbers(toExact(decision)), "");
      if (!found) continue;
      this.#difference = { ...place, decision: before + i + 1, ...found };
      return;
    }
  }
}

function tornNote(line: number): ReplayNote {
  return { line, text: "is cut off and was left out" };
}
