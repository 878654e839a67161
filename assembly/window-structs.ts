/** Memory of a demand window: its header, and the headers of its buckets. */
import { Cell } from "./cell";
import { hashOf } from "./hash";
import { BUCKET_BYTES, WINDOW_BYTES } from "./layout";
import { indexOf } from "./ring";
import { RangeTotals, Sums, Totals } from "./sums";

@unmanaged
export class Bucket {
  index: i64;
  count: f64;
  /** Address of its hash table, u16[tableSlots]: cell number + 1, 0 for a free slot. */
  table: usize;
  /** Address of its cells: `shapeCells` of shapes, then the overflow cell. */
  cells: usize;
  cellBytes: u32;
  /** Cells of shapes that count something. */
  filled: i32;
  /** Cells of shapes ever used since the last reset: cells at or beyond it are blank. */
  used: i32;
  /** Free cell + 1 to take next, 0 for none; a free cell's `a` holds the next one. */
  free: i32;
  /** Decode price of its overflow cell (cohort-prices.ts), and why it has none; generation of prices, 0: none yet. */
  cohortS: f64;
  cohortGaps: u32;
  cohortPricedAs: u32;

  /** Sums of its cells, valid while `counted` is its count; -1: not computed, or the bucket has changed since. */
  @inline
  get sums(): Sums {
    return changetype<Sums>(changetype<usize>(this) + offsetof<Bucket>());
  }

  /** The number of the cell that a slot of the table holds; -1: the slot is free. */
  @inline
  numberIn(slot: u32): i32 {
    return <i32>load<u16>(this.table + (slot << 1)) - 1;
  }

  /** Behind the cells of shapes that can be in use. */
  @inline
  get usedEnd(): usize {
    return this.cells + <usize>this.used * this.cellBytes;
  }

  @inline
  cellAt(number: i32): Cell {
    return changetype<Cell>(this.cells + <usize>number * this.cellBytes);
  }
}

@unmanaged
export class Window {
  bucketS: f64;
  head: i64;
  headStart: f64;
  headEnd: f64;
  /** Observations ever added, and those that have left or expired: their difference lies in its buckets. */
  everAdded: f64;
  everGone: f64;
  /** Changes with every change of a bucket that is not the head, and with the head. */
  changes: f64;
  /** Observations whose bucket is no longer kept, and those that came too late. */
  expired: f64;
  refused: f64;
  headBucket: usize;
  bucketsEnd: usize;
  retained: i32;
  slots: i32;
  /** Cells of shapes in a bucket: `maxShapes` exact ones, then bins. The overflow cell is behind them. */
  shapeCells: i32;
  maxShapes: i32;
  merge: i32;
  tableMask: u32;
  /** Address of the table of its shapes in an expected-decode window, else 0. */
  shapes: usize;
  /** Cells of a bucket that a bin can begin in; those behind are for whole octaves. */
  binCells: i32;

  /** The slot of a shape's cell in a bucket's hash table, or the free one that it would go to. */
  @inline
  slotOfShape(bucket: Bucket, a: u32, b: u32, c: u32): u32 {
    let slot = hashOf(a, b, c) & this.tableMask;
    for (
      let number = bucket.numberIn(slot);
      number >= 0 && !bucket.cellAt(number).holds(a, b, c);
      number = bucket.numberIn(slot)
    ) {
      slot = (slot + 1) & this.tableMask;
    }
    return slot;
  }

  /** Whether a time surely lies in the head bucket, which is still the head at `nowS`. */
  @inline
  isInHead(atS: f64, nowS: f64): bool {
    return nowS < this.headEnd && atS < this.headEnd && atS >= this.headStart;
  }

  /** Whether shapes beyond the exact ones go to bins. */
  @inline
  get binned(): bool {
    return this.maxShapes < this.shapeCells;
  }

  /** Totals since the last cut (totals.ts): they lie behind the header. */
  @inline
  get totals(): Totals {
    return changetype<Totals>(changetype<usize>(this) + offsetof<Window>());
  }

  /** Totals of the buckets between the cut and the head: they lie behind the others. */
  @inline
  get middle(): RangeTotals {
    return changetype<RangeTotals>(changetype<usize>(this) + offsetof<Window>() + offsetof<Totals>());
  }

  @inline
  bucketAt(slot: i32): Bucket {
    return changetype<Bucket>(changetype<usize>(this) + WINDOW_BYTES + <usize>slot * BUCKET_BYTES);
  }

  /** The bucket of the next index. */
  @inline
  bucketAfter(bucket: Bucket): Bucket {
    const next = changetype<usize>(bucket) + BUCKET_BYTES;
    return changetype<Bucket>(next == this.bucketsEnd ? changetype<usize>(this) + WINDOW_BYTES : next);
  }

  @inline
  overflowOf(bucket: Bucket): Cell {
    return bucket.cellAt(this.shapeCells);
  }

  /** The first of a bucket's cells to look at: those of shapes that can be in use, then the overflow cell. */
  @inline
  firstCell(bucket: Bucket): i32 {
    return bucket.used > 0 ? 0 : this.shapeCells;
  }

  /** The one after it; -1: it was the last. */
  @inline
  nextCell(bucket: Bucket, number: i32): i32 {
    return number + 1 < bucket.used ? number + 1 : number < this.shapeCells ? this.shapeCells : -1;
  }
}

/** The oldest index that is kept. */
export function oldestIndex(window: Window): i64 {
  return window.head - <i64>window.retained;
}

/** The first index that can hold something at or after `sinceS`. */
export function firstIndex(window: Window, sinceS: f64): i64 {
  return max<i64>(indexOf(sinceS, window.bucketS), oldestIndex(window));
}

/** The bucket of an index that is kept. */
export function bucketAtIndex(window: Window, index: i64): Bucket {
  let at = window.headBucket - <usize>(<i32>(window.head - index)) * BUCKET_BYTES;
  if (at < changetype<usize>(window) + WINDOW_BYTES || at > window.headBucket) at += <usize>window.slots * BUCKET_BYTES;
  return changetype<Bucket>(at);
}

/** Observations in a window that was pruned. */
export function countAll(window: Window): f64 {
  return window.everAdded - window.everGone;
}
