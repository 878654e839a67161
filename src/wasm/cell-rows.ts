import {
  CELL_A,
  CELL_B,
  CELL_C,
  CELL_COUNT,
  CELL_FIRST,
  CELL_LAST,
  CELL_LAST_CERTAIN,
  CELL_OVERFLOW,
  CELL_ROW_BYTES,
} from "../../assembly/fields";

/** One cell of cells(since). `value` has all three fields, unused ones 0; a real value is two halves of its bits. */
export interface CellRow {
  readonly value: readonly [number, number, number];
  readonly firstS: number;
  readonly lastS: number;
  readonly count: number;
  readonly overflow: boolean;
  readonly lastCertain: boolean;
}

/** Numbers of one cell in rows of cells. */
export const CELL_FIELDS: number = CELL_ROW_BYTES / 8;

/** The place of each number of a cell in such rows. `a`, `b`, `c`: its value. */
export const CELL = {
  a: CELL_A / 8,
  b: CELL_B / 8,
  c: CELL_C / 8,
  firstS: CELL_FIRST / 8,
  lastS: CELL_LAST / 8,
  count: CELL_COUNT / 8,
  overflow: CELL_OVERFLOW / 8,
  lastCertain: CELL_LAST_CERTAIN / 8,
} as const;

/** A cell by its number in some rows. */
export function cellOf(rows: Float64Array, number: number): CellRow {
  const read = (field: keyof typeof CELL) => rows[number * CELL_FIELDS + CELL[field]] as number;
  return {
    value: [read("a"), read("b"), read("c")],
    firstS: read("firstS"),
    lastS: read("lastS"),
    count: read("count"),
    overflow: read("overflow") !== 0,
    lastCertain: read("lastCertain") !== 0,
  };
}
