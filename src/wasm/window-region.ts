import { MERGE_EXPECTED, MERGE_FIRST, MERGE_MAX, MERGE_MAX_REAL, REFUSED } from "../../assembly/codes";
import {
  EVIDENCE_COUNT,
  EVIDENCE_OLDEST,
  FLOW_CELLS,
  FLOW_EXPIRED,
  FLOW_HEAD,
  FLOW_HELD,
  FLOW_REFUSED,
  OVERFLOW_COUNT,
  OVERFLOW_LAST,
  OVERFLOW_TOKENS,
  TOTALS_SUM,
} from "../../assembly/fields";
import { IO_CELLS, windowBytes } from "../../assembly/layout";
import { CELL_FIELDS, type CellRow, cellOf } from "./cell-rows";
import type { CoreExports, WindowPointer } from "./exports";
import { fieldAt } from "./fields";
import type { CoreInstance } from "./loader";

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

/** Contents of one bucket: `CELL_FIELDS` numbers a cell, exact cells in order of arrival, then the overflow cell. */
export interface BucketState {
  /** floor(t / bucketS) of its times. */
  readonly index: number;
  readonly rows: Float64Array;
}

/** Counts of all observations that a window ever got, and the cells that it has. */
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

/** Observations in overflow cells. */
export interface OverflowRow {
  readonly count: number;
  /** Sum of the first of their numbers, as they are priced. */
  readonly tokens: number;
  /** When an overflow cell was last counted into, null if there is none. */
  readonly lastS: number | null;
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

/** Result of `add` for an observation that is older than the window keeps. */
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
  readonly pointer: WindowPointer;
  readonly #add: CoreExports["windowAdd"];
  readonly #replace: CoreExports["windowReplace"];
  readonly #exports: CoreExports;
  readonly #rows: Float64Array;
  readonly #result: Float64Array;

  constructor({ exports, rows, result }: CoreInstance, spec: WindowSpec, startS: number) {
    this.spec = spec;
    this.#exports = exports;
    this.#add = exports.windowAdd;
    this.#replace = exports.windowReplace;
    this.#rows = rows;
    this.#result = result;
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
    return this.#exports.windowAddReal(this.pointer, value, nowS);
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
    this.#exports.windowEvidence(this.pointer, sinceS, nowS);
    const oldestS = this.#answer(EVIDENCE_OLDEST);
    return { count: this.#answer(EVIDENCE_COUNT), oldestS: oldestS === Number.POSITIVE_INFINITY ? null : oldestS };
  }

  /** Contents of the overflow cells since `sinceS`. Call it after a query that pruned. */
  overflow(sinceS: number): OverflowRow {
    this.#exports.windowOverflow(this.pointer, sinceS);
    const lastS = this.#answer(OVERFLOW_LAST);
    return {
      count: this.#answer(OVERFLOW_COUNT),
      tokens: this.#answer(OVERFLOW_TOKENS),
      lastS: lastS === Number.NEGATIVE_INFINITY ? null : lastS,
    };
  }

  /** Sum of the values since `sinceS`. */
  sum(sinceS: number, nowS: number): number {
    this.#exports.windowTotals(this.pointer, sinceS, nowS);
    return this.#answer(TOTALS_SUM);
  }

  /** Counts of all its observations. */
  flow(nowS: number): WindowFlow {
    this.#exports.windowFlow(this.pointer, nowS);
    const cells = this.#answer(FLOW_CELLS);
    const held = this.#answer(FLOW_HELD);
    const expired = this.#answer(FLOW_EXPIRED);
    const refused = this.#answer(FLOW_REFUSED);
    // Added minus removed must equal what the cells hold: a difference means a lost or doubled observation.
    const recorded = this.count(-Number.MAX_VALUE, nowS) + expired + refused;
    return { cells, recorded, refused, expired, held };
  }

  cells(sinceS: number, nowS: number): CellRow[] {
    this.prune(nowS);
    const cells: CellRow[] = [];
    let written = IO_CELLS;
    while (written === IO_CELLS) {
      written = this.#exports.windowExport(this.pointer, sinceS, cells.length);
      for (let row = 0; row < written; row += 1) cells.push(cellOf(this.#rows, row));
    }
    return cells;
  }

  /** All that the window holds at `nowS`, or only its buckets from an index on. */
  exportState(nowS: number, fromIndex = Number.NEGATIVE_INFINITY): WindowState {
    this.#exports.windowFlow(this.pointer, nowS);
    const head = this.#answer(FLOW_HEAD);
    const expired = this.#answer(FLOW_EXPIRED);
    const refused = this.#answer(FLOW_REFUSED);
    const buckets: BucketState[] = [];
    for (let age = Math.min(retainedBuckets(this.spec), head - fromIndex); age >= 0; age -= 1) {
      const rows = this.#exportBucket(age);
      if (rows.length > 0) buckets.push({ index: head - age, rows });
    }
    return { expired, refused, head, buckets };
  }

  /** Holds what another window of the same spec held, and nothing else. Cells may have other numbers than there. */
  importState({ expired, refused, head, buckets }: WindowState): void {
    this.#exports.windowRestart(this.pointer, head, expired, refused);
    const chunk = IO_CELLS * CELL_FIELDS;
    for (const { rows } of buckets) {
      for (let from = 0; from < rows.length; from += chunk) {
        const part = rows.subarray(from, from + chunk);
        this.#rows.set(part);
        this.#exports.windowImportCells(this.pointer, part.length / CELL_FIELDS);
      }
    }
  }

  #exportBucket(age: number): Float64Array {
    let rows = new Float64Array(0);
    let written = IO_CELLS;
    while (written === IO_CELLS) {
      written = this.#exports.windowExportBucket(this.pointer, age, rows.length / CELL_FIELDS);
      if (written > 0) rows = joined(rows, this.#rows.subarray(0, written * CELL_FIELDS));
    }
    return rows;
  }

  /** A field of the last answer. */
  #answer(offset: number): number {
    return fieldAt(this.#result, offset);
  }
}

function joined(a: Float64Array<ArrayBuffer>, b: Float64Array): Float64Array<ArrayBuffer> {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
