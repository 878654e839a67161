import type { TimestampUnit } from "./timestamp-unit";
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

/** Why a row shows that the whole file is read wrongly: to skip it would hide that. */
export class WrongFile {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** How the rows of one format are read. */
export interface RowFormat {
  readonly name: TraceFormat;
  /** Unit of its timestamps; null: they are dates. */
  readonly unit: TimestampUnit | null;
  readonly ticksPerS: number;
  /** One answer a line: its row, or why it is invalid. */
  read(lines: readonly Line[]): readonly (Row | string | WrongFile)[];
}
