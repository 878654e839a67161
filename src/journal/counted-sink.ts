import type { RowSink } from "./sinks";

/** What became of the rows of a sink. */
export interface SinkCounts {
  /** Rows that it took. */
  readonly rows: number;
  /** Rows that it failed to take. */
  readonly failed: number;
  /** What it said when it failed last, null if it never did. */
  readonly lastError: string | null;
}

/** A sink that never throws: what fails is counted. */
export class CountedSink {
  readonly #sink: RowSink;
  #rows = 0;
  #failed = 0;
  #lastError: string | null = null;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  /** Whether the sink took the row; of a sink that answers later it is not known yet. */
  write(row: string): boolean {
    try {
      const answer: unknown = this.#sink.write(row);
      if (answer instanceof Promise) answer.catch((error) => this.#countLate(error));
    } catch (error) {
      this.#count(error);
      return false;
    }
    this.#rows += 1;
    return true;
  }

  /** Tells the sink what its further parts start with. */
  startPartsWith(firstRow: () => string): void {
    try {
      this.#sink.startPartsWith?.(firstRow);
    } catch (error) {
      this.#count(error);
    }
  }

  /** What was counted so far. */
  counts(): SinkCounts {
    return { rows: this.#rows, failed: this.#failed, lastError: this.#lastError };
  }

  #countLate(error: unknown): void {
    this.#rows -= 1;
    this.#count(error);
  }

  #count(error: unknown): void {
    this.#failed += 1;
    this.#lastError = textOf(error).slice(0, LONGEST_ERROR);
  }
}

const LONGEST_ERROR = 200;

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : typeof error;
}
