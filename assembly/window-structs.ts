/** What a demand window consists of in memory. */
import { BUCKET_BYTES, WINDOW_BYTES } from "./layout";

/** Observations of one shape in one bucket; of all shapes beyond the exact ones, in the overflow cell. */
@unmanaged
export class Cell {
  count: f64;
  first: f64;
  last: f64;
  a: u32;
  b: u32;
  c: u32;
  lastCertain: u32;

  @inline
  static hash(a: u32, b: u32, c: u32): u32 {
    const mixed = (a * 0x9e3779b1) ^ rotl<u32>(b * 0x85ebca6b, 11) ^ rotl<u32>(c * 0xc2b2ae35, 19);
    return mixed ^ (mixed >> 15);
  }

  @inline
  holds(a: u32, b: u32, c: u32): bool {
    return this.a == a && this.b == b && this.c == c;
  }

  /** Whether it exists and is not wholly before the cut. */
  @inline
  within(cutS: f64): bool {
    return this.count > 0.0 && this.last >= cutS;
  }

  /** Its count, unless it is wholly before the cut. One that is free counts 0, whatever its times are. */
  @inline
  countSince(cutS: f64): f64 {
    return this.last >= cutS ? this.count : 0.0;
  }

  @inline
  countInto(atS: f64): void {
    this.count += 1.0;
    if (atS < this.first) this.first = atS;
    if (atS >= this.last) {
      this.last = atS;
      this.lastCertain = 1;
    }
  }
}

/** An exact cell of an expected-decode window. */
@unmanaged
export class OfferedCell extends Cell {
  /** Where its shape is counted over the whole window (offered-shapes.ts). */
  shape: usize;
  padding: u32;
}

/** Sums and range of values, and how many observations they are of. */
@unmanaged
export class Sums {
  counted: f64;
  sum: f64;
  sumOfSquares: f64;
  /** Infinity if there is none. */
  least: f64;
  /** -Infinity if there is none. */
  largest: f64;

  clear(): void {
    this.counted = 0.0;
    this.sum = 0.0;
    this.sumOfSquares = 0.0;
    this.least = Infinity;
    this.largest = -Infinity;
  }

  add(sums: Sums): void {
    this.counted += sums.counted;
    this.sum += sums.sum;
    this.sumOfSquares += sums.sumOfSquares;
    this.widen(sums.least, sums.largest);
  }

  @inline
  widen(least: f64, largest: f64): void {
    if (least < this.least) this.least = least;
    if (largest > this.largest) this.largest = largest;
  }
}

/** Totals of what lies in a window since some time (totals.ts): good while nothing is added and nothing leaves. */
@unmanaged
export class Totals extends Sums {
  sinceS: f64;
  added: f64;
  gone: f64;
}

/** Those of its buckets from an index to before the head: good while no bucket but the head changes. */
@unmanaged
export class Middle extends Sums {
  from: i64;
  changes: f64;
}

/** Its sums hold while `counted` is its count; -1: none were taken, or it has changed otherwise since. */
@unmanaged
export class Bucket extends Sums {
  index: i64;
  count: f64;
  /** Address of its hash table, u16[tableSlots]: cell number + 1, 0 for none. */
  table: usize;
  /** Address of its cells: `maxShapes` of shapes, then the overflow cell. */
  cells: usize;
  cellBytes: u32;
  /** Cells of shapes in use. */
  exact: i32;
  /** Cells of shapes ever used since the last reset: cells at or beyond it are blank. */
  used: i32;
  /** Free cell + 1 to take next, 0 for none; a free cell's `a` holds the next one. */
  free: i32;
  /** What decode of its overflow cell costs (cohort-prices.ts), and why not; the generation of prices, 0: none yet. */
  cohortS: f64;
  cohortGaps: u32;
  cohortPricedAs: u32;

  /** The number of the cell that a slot of the table holds; -1: it is free. */
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
export class Window extends Totals {
  bucketS: f64;
  head: i64;
  headStart: f64;
  headEnd: f64;
  /** Observations ever added, and those that have left or expired: their difference lies in its buckets. */
  everAdded: f64;
  everGone: f64;
  /** Changes with every change of a bucket that is not the head, and with the head. */
  changes: f64;
  /** Observations whose bucket is kept no longer, and those that came too late. */
  expired: f64;
  refused: f64;
  headBucket: usize;
  bucketsEnd: usize;
  retained: i32;
  slots: i32;
  /** Cells of shapes in a bucket: exact ones, then bins. The overflow cell is behind them. */
  maxShapes: i32;
  exactShapes: i32;
  merge: i32;
  tableMask: u32;
  /** Address of the table of its shapes, of an expected-decode window; else 0. */
  shapes: usize;
  /** Cells of a bucket that a bin can begin in; those behind are for whole octaves. */
  binCells: i32;

  /** Whether shapes beyond the exact ones go to bins. */
  @inline
  get binned(): bool {
    return this.exactShapes < this.maxShapes;
  }

  /** The totals of its middle lie behind it. */
  @inline
  get middle(): Middle {
    return changetype<Middle>(changetype<usize>(this) + offsetof<Window>());
  }

  /** The bucket of the next index. */
  @inline
  bucketAfter(bucket: Bucket): Bucket {
    const next = changetype<usize>(bucket) + BUCKET_BYTES;
    return changetype<Bucket>(next == this.bucketsEnd ? changetype<usize>(this) + WINDOW_BYTES : next);
  }

  /** The slot of a shape's cell, or the free one that it would go to. */
  @inline
  slotOfShape(bucket: Bucket, a: u32, b: u32, c: u32): u32 {
    let slot = Cell.hash(a, b, c) & this.tableMask;
    for (
      let number = bucket.numberIn(slot);
      number >= 0 && !bucket.cellAt(number).holds(a, b, c);
      number = bucket.numberIn(slot)
    ) {
      slot = (slot + 1) & this.tableMask;
    }
    return slot;
  }

  /** The overflow cell of a bucket. */
  @inline
  overflowOf(bucket: Bucket): Cell {
    return bucket.cellAt(this.maxShapes);
  }

  /** The first of a bucket's cells to look at: the exact ones that can be in use, then the overflow cell. */
  @inline
  firstCell(bucket: Bucket): i32 {
    return bucket.used > 0 ? 0 : this.maxShapes;
  }

  /** The one after it; -1: it was the last. */
  @inline
  nextCell(bucket: Bucket, number: i32): i32 {
    return number + 1 < bucket.used ? number + 1 : number < this.maxShapes ? this.maxShapes : -1;
  }
}

/** The oldest index that is kept. */
export function oldestIndex(window: Window): i64 {
  return window.head - <i64>window.retained;
}

/** The bucket of an index that is kept. */
export function bucketAtIndex(window: Window, index: i64): Bucket {
  let at = window.headBucket - <usize>(<i32>(window.head - index)) * BUCKET_BYTES;
  if (at < changetype<usize>(window) + WINDOW_BYTES || at > window.headBucket) at += <usize>window.slots * BUCKET_BYTES;
  return changetype<Bucket>(at);
}

/** A cell's f64 value, of a MERGE_MAX_REAL window. */
export function realValue(cell: Cell): f64 {
  return reinterpret<f64>(((<u64>cell.b) << 32) | <u64>cell.a);
}
