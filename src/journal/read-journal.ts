import { textsOf } from "../check";
import type { DecisionDocument } from "../decision/decision-document";
import type { DecisionRow, JournalRow } from "./journal-rows";

/** A line that is no row: torn by a crash, or not of a journal. */
export interface SkippedLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Contents of a journal. */
export interface JournalContent {
  readonly rows: readonly JournalRow[];
  readonly skipped: readonly SkippedLine[];
}

/**
 * Reads the lines of a journal. A crash can tear the last line of a file; such lines are left out, and named.
 *
 * @throws ArgumentError for anything but a list of texts
 * @example
 * const { rows, skipped } = readJournal(text.split("\n"));
 */
export function readJournal(lines: Iterable<string>): JournalContent {
  const rows: JournalRow[] = [];
  const skipped: SkippedLine[] = [];
  let line = 0;
  for (const text of textsOf(lines)) {
    line += 1;
    if (text.trim() === "") continue;
    const row = journalRow(text);
    if (row) rows.push(row);
    else skipped.push({ line, text });
  }
  return { rows, skipped };
}

/** The record of a decision, from its row. */
export function decisionOf({ type: _, at_s: at, ...document }: DecisionRow): DecisionDocument {
  return { at, ...document };
}

/** @internal The row that a line holds, null if it holds none. */
export function journalRow(text: string): JournalRow | null {
  const row = parsed(text);
  return typeof row === "object" && row !== null && "type" in row ? (row as JournalRow) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
