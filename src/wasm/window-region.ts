import {
  IO_BASE,
  IO_BYTES,
  IO_ROWS,
  MERGE_EXPECTED,
  MERGE_FIRST,
  MERGE_MAX,
  MERGE_MAX_REAL,
  REFUSED,
  ROW_FIELDS,
  windowBytes,
} from "../../assembly/layout";
import type { CoreExports } from "./exports";

/** How an overflow cohort merges: semantics, section 1. `real`: the largest of f64 values. */
export type MergeRule = "max" | "expected" | "first" | "real";

/** One demand window: what it keeps and how finely. */
export interface WindowSpec {
  readonly retainedS: number;
  readonly bucketS: number;
  /** Exact shapes of a bucket. */
  readonly maxShapes: number;
  /** Bins of a bucket, for shapes beyond the exact ones. Default 0: all of these share the overflow cell. */
  readonly bins?: number;
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

/** Fields of a cell in the rows of a `BucketState`. `a`, `b`, `c`: its value, or two halves of the bits of a real one. */
export const CELL = { a: 0, b: 1, c: 2, firstS: 3, lastS: 4, count: 5, overflow: 6, lastCertain: 7 } as const;

/** Numbers of one cell in such rows. */
export const CELL_FIELDS: number = ROW_FIELDS;

/** What one bucket holds: `CELL_FIELDS` numbers a cell, exact cells in order of arrival, then the overflow cell. */
export interface BucketState {
  /** floor(t / bucketS) of its times. */
  readonly index: number;
  readonly rows: Float64Array;
}

/** What became of all observations that a window was ever told of, and the cells that it has. */
export interface WindowFlow {
  readonly cells: number;
  readonly recorded: number;
  /** Older than the window keeps when they came: they were not stored. */
  readonly refused: number;
  /** In buckets that are kept no longer. */
  readonly expired: number;
  /** In the cells that are stored now. */
  readonly held: number;
}

/** All that a window holds: what it needs to go on elsewhere. */
export interface WindowState {
  /** Observations whose bucket is kept no longer, and those that came too late. */
  readonly expired: number;
  readonly refused: number;
  /** The newest index that it has seen. */
  readonly head: number;
  /** The buckets that hold something, oldest first. */
  readonly buckets: readonly BucketState[];
}

const MERGES = { max: MERGE_MAX, expected: MERGE_EXPECTED, first: MERGE_FIRST, real: MERGE_MAX_REAL };

/** What `add` returns for an observation that is older than the window keeps. */
export const REFUSED_CELL: number = REFUSED;

/** R = ceil(H / b): buckets kept before the head's. */
export function retainedBuckets(spec: WindowSpec): number {
  return Math.ceil(spec.retainedS / spec.bucketS);
}

/** Bytes of a window in the core. */
export function bytesOf(spec: WindowSpec): number {
  return windowBytes(retainedBuckets(spec), shapeCells(spec), MERGES[spec.merge]);
}

/** Cells of a bucket, besides the overflow cell. */
export function shapeCells({ maxShapes, bins = 0 }: WindowSpec): number {
  return maxShapes + bins;
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
    this.#io = new Float64Array(buffer, IO_BASE, IO_BYTES / 8);
    this.pointer = exports.createWindow(
      retainedBuckets(spec),
      shapeCells(spec),
      spec.maxShapes,
      MERGES[spec.merge],
      spec.bucketS,
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

  /** Sum of the values since `sinceS`, and the part of it that lies in overflow cells. */
  overflowTokens(sinceS: number, nowS: number): { all: number; overflow: number } {
    const all = this.#exports.windowSum(this.pointer, sinceS, nowS);
    return { all, overflow: this.#exports.windowOverflowSum(this.pointer, sinceS) };
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

  /** What became of all its observations. */
  flow(nowS: number): WindowFlow {
    const cells = this.cellCount(nowS);
    const held = this.#exports.countedInCells();
    const expired = this.#exports.windowExpired(this.pointer);
    const refused = this.#exports.windowRefused(this.pointer);
    // What came less what has left is not what the buckets hold, if one was ever lost or counted twice.
    const recorded = this.count(-Number.MAX_VALUE, nowS) + expired + refused;
    return { cells, recorded, refused, expired, held };
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

  /** All that the window holds at `nowS`. */
  exportState(nowS: number): WindowState {
    this.prune(nowS);
    const head = this.#exports.windowHead(this.pointer);
    const buckets: BucketState[] = [];
    for (let age = retainedBuckets(this.spec); age >= 0; age -= 1) {
      const rows = this.#exportBucket(age);
      if (rows.length > 0) buckets.push({ index: head - age, rows });
    }
    return {
      expired: this.#exports.windowExpired(this.pointer),
      refused: this.#exports.windowRefused(this.pointer),
      head,
      buckets,
    };
  }

  /** Holds what another window of the same spec held, and nothing else. Cells may have other numbers than there. */
  importState({ expired, refused, head, buckets }: WindowState): void {
    this.#exports.windowRestart(this.pointer, head);
    const chunk = IO_ROWS * ROW_FIELDS;
    for (const { rows } of buckets) {
      for (let from = 0; from < rows.length; from += chunk) {
        const part = rows.subarray(from, from + chunk);
        this.#io.set(part);
        this.#exports.windowImportCells(this.pointer, part.length / ROW_FIELDS);
      }
    }
    this.#exports.windowCountOn(this.pointer, expired, refused);
  }

  #exportBucket(age: number): Float64Array {
    let rows = new Float64Array(0);
    let written = IO_ROWS;
    while (written === IO_ROWS) {
      written = this.#exports.windowExportBucket(this.pointer, age, rows.length / ROW_FIELDS);
      if (written > 0) rows = joined(rows, this.#io.subarray(0, written * ROW_FIELDS));
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

function joined(a: Float64Array<ArrayBuffer>, b: Float64Array): Float64Array<ArrayBuffer> {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
