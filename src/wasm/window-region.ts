import {
  IO_BASE,
  IO_ROWS,
  MERGE_EXPECTED,
  MERGE_FIRST,
  MERGE_MAX,
  MERGE_MAX_REAL,
  REFUSED,
  ROW_FIELDS,
} from "../../assembly/layout";
import type { CoreExports } from "./exports";

/** How an overflow cohort merges: semantics, section 1. `real`: the largest of f64 values. */
export type MergeRule = "max" | "expected" | "first" | "real";

/** One demand window: what it keeps and how finely. */
export interface WindowSpec {
  readonly retainedS: number;
  readonly bucketS: number;
  readonly maxShapes: number;
  readonly merge: MergeRule;
}

/** One cell of cells(since). `value` has all three fields, unused ones 0. */
export interface CellRow {
  readonly value: readonly [number, number, number];
  readonly firstS: number;
  readonly lastS: number;
  readonly count: number;
  readonly overflow: boolean;
  readonly lastCertain: boolean;
}

const MERGES = { max: MERGE_MAX, expected: MERGE_EXPECTED, first: MERGE_FIRST, real: MERGE_MAX_REAL };

/** What `add` returns for an observation that is older than the window keeps. */
export const REFUSED_CELL: number = REFUSED;

/** R = ceil(H / b): buckets kept before the head's. */
export function retainedBuckets(spec: WindowSpec): number {
  return Math.ceil(spec.retainedS / spec.bucketS);
}

/** A demand window in the core. It validates nothing: its callers do. */
export class WindowRegion {
  readonly spec: WindowSpec;
  readonly pointer: number;
  readonly #add: CoreExports["windowAdd"];
  readonly #replace: CoreExports["windowReplace"];
  readonly #exports: CoreExports;
  readonly #io: Float64Array;

  constructor(exports: CoreExports, buffer: ArrayBuffer, spec: WindowSpec, startS: number) {
    this.spec = spec;
    this.#exports = exports;
    this.#add = exports.windowAdd;
    this.#replace = exports.windowReplace;
    this.#io = new Float64Array(buffer, IO_BASE);
    this.pointer = exports.createWindow(
      retainedBuckets(spec),
      spec.maxShapes,
      MERGES[spec.merge],
      spec.bucketS,
      spec.retainedS,
      startS,
    );
  }

  /** The observation's cell (>= 0), or REFUSED_CELL. */
  add(a: number, b: number, c: number, atS: number, nowS: number): number {
    return this.#add(this.pointer, a, b, c, atS, nowS);
  }

  addReal(value: number, nowS: number): number {
    return this.#exports.windowAddReal(this.pointer, value, nowS, nowS);
  }

  /** The observation's cell from now on (>= 0), or a negative number: it is gone, and nothing changed. */
  replace(cell: number, a: number, b: number, c: number, atS: number, nowS: number): number {
    return this.#replace(this.pointer, cell, a, b, c, atS, nowS);
  }

  prune(nowS: number): void {
    this.#exports.windowPrune(this.pointer, nowS);
  }

  count(sinceS: number, nowS: number): number {
    return this.#exports.windowCount(this.pointer, sinceS, nowS);
  }

  evidence(sinceS: number, nowS: number): { count: number; oldestS: number | null } {
    const count = this.#exports.windowEvidence(this.pointer, sinceS, nowS);
    const oldestS = this.#exports.oldestTime();
    return { count, oldestS: oldestS === Number.POSITIVE_INFINITY ? null : oldestS };
  }

  /** Observations since `sinceS` that lie in overflow cells. Call it after a query that pruned. */
  overflow(sinceS: number): number {
    return this.#exports.windowOverflow(this.pointer, sinceS);
  }

  /** When an overflow cell since `sinceS` was last counted into, null if there is none. After a query that pruned. */
  overflowLastS(sinceS: number): number | null {
    const lastS = this.#exports.windowOverflowLast(this.pointer, sinceS);
    return lastS === Number.NEGATIVE_INFINITY ? null : lastS;
  }

  /** Cells stored now. */
  cellCount(nowS: number): number {
    return this.#exports.windowCells(this.pointer, nowS);
  }

  cells(sinceS: number, nowS: number): CellRow[] {
    this.prune(nowS);
    const rows: CellRow[] = [];
    let written = IO_ROWS;
    while (written === IO_ROWS) {
      written = this.#exports.windowExport(this.pointer, sinceS, rows.length);
      for (let row = 0; row < written; row += 1) rows.push(this.#row(row * ROW_FIELDS));
    }
    return rows;
  }

  #row(at: number): CellRow {
    const read = (field: number) => this.#io[at + field] as number;
    return {
      value: [read(0), read(1), read(2)],
      firstS: read(3),
      lastS: read(4),
      count: read(5),
      overflow: read(6) !== 0,
      lastCertain: read(7) !== 0,
    };
  }
}
