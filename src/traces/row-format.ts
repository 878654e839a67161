import type { TraceFormat } from "./trace";

/** A line of the file that is not blank. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Without its line break. */
  readonly text: string;
}

/** One row, in the format's own unit of time. */
export interface Row {
  /** Any origin, but the same one for all rows of a file. */
  readonly ticks: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly hashIds?: Uint32Array;
}

/** How the rows of one format are read. */
export interface RowFormat {
  readonly name: TraceFormat;
  readonly ticksPerS: number;
  /** One answer a line: its row, or why it is invalid. */
  read(lines: readonly Line[]): readonly (Row | string)[];
}
