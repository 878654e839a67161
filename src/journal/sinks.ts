import { isPositive, ownFields } from "../check";
import { ConfigError } from "../errors";

/** Where rows go: a journal's, or an event log's. One sink serves one pool. */
export interface RowSink {
  /** Name of the file that the rows go to, if it is one: journal and event log of a pool must have two. */
  readonly path?: string;
  /**
   * Takes one row, a JSON object in one line without the line's end. A row is acknowledged when this returns. What it
   * throws, or rejects with, is counted, and breaks nothing. It must not call the pool: the row of such a call would be
   * lost, and counted.
   */
  write(row: string): void;
  /**
   * Told once by a journal, whose rows can be read from any part on: every further part (a file after rotation) must
   * start with the row that `firstRow` makes. A sink without parts needs no such method.
   */
  startPartsWith?(firstRow: () => string): void;
}

/** Counts of the rows of a sink. */
export interface SinkCounts {
  /** Rows that it took. */
  readonly rows: number;
  /** Rows that it failed to take. */
  readonly failed: number;
  /** Message of its last failure; null before one. */
  readonly lastError: string | null;
}

/** A sink that keeps rows in memory. */
export interface MemorySink extends RowSink {
  /** The rows that are kept, oldest first. */
  readonly rows: readonly string[];
}

/**
 * Keeps the newest rows in memory.
 *
 * @param options `limit`: how many rows, at least 1. Default 10 000
 * @throws ConfigError
 * @example
 * const journal = memorySink({ limit: 500 });
 * const pool = await createPool({ ...options, journal });
 * readJournal(journal.rows).rows;
 */
export function memorySink(options: { readonly limit?: number } = {}): MemorySink {
  const { limit = 10_000 } = ownFields("options", options);
  if (!(isPositive(limit) && limit >= 1)) throw new ConfigError("limit", "must be >= 1 row", limit);
  const rows: string[] = [];
  return {
    write(row) {
      rows.push(row);
      // Dropping many at once keeps a write at O(1).
      if (rows.length >= 2 * limit) rows.splice(0, rows.length - limit);
    },
    get rows() {
      return rows.length > limit ? rows.slice(-limit) : [...rows];
    },
  };
}

/**
 * Hands every row to a function, as an object.
 *
 * @example
 * const pool = await createPool({ ...options, journal: callbackSink<JournalRow>((row) => logger.info(row)) });
 */
export function callbackSink<Row>(take: (row: Row) => unknown): RowSink {
  // The promise of an async function is passed on: its failure counts, too.
  return { write: (row) => take(JSON.parse(row) as Row) as undefined };
}
