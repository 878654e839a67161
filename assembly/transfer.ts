/**
 * What windows hold on its way to another process and back, bucket by bucket. It is rebuilt by counting anew: tables,
 * totals and whatever else a window keeps of its buckets come about as ever.
 */
import { IO_BASE, IO_ROWS, MERGE_MAX_REAL, ROW_BYTES } from "./layout";
import { OutcomeBucket, Outcomes, clear, outcomeBucketAt } from "./outcomes";
import { indexOf, slotOf } from "./ring";
import { Bucket, Cell, Window, add, bucketAtIndex, cellAt, prune } from "./window";

/**
 * Writes up to IO_ROWS rows of the bucket `age` before the head, beginning with the `skip`-th, into the transfer
 * region: the exact cells in order, then the overflow cell. How many it wrote: fewer than IO_ROWS were the last.
 * A row is that of an export, but of a real value `a` and `b` hold the two halves.
 */
export function exportBucket(window: Window, age: i32, skip: i32): i32 {
  const index = window.head - <i64>age;
  const bucket = bucketAtIndex(window, index);
  if (bucket.index != index) return 0;
  let seen = 0;
  let rows = 0;
  for (let number = 0; number <= window.maxShapes; number++) {
    if (number == bucket.used) number = window.maxShapes;
    const cell = cellAt(bucket, number);
    if (cell.count <= 0.0 || seen++ < skip) continue;
    writeRow(cell, number == window.maxShapes, IO_BASE + rows * ROW_BYTES);
    if (++rows == IO_ROWS) return rows;
  }
  return rows;
}

/** Empties a window and sets its head, further back too. `head` is so small that half a bucket still counts. */
export function restart(window: Window, head: f64): void {
  const newest = <i64>head;
  window.head = i64.MIN_VALUE;
  window.headEnd = -Infinity;
  // One bucket after the other becomes the head: each slot of the ring is emptied once.
  for (let index = newest - <i64>window.retained; index <= newest; index++) {
    prune(window, (<f64>index + 0.5) * window.bucketS);
  }
}

/** Takes `rows` cells of one bucket from the transfer region: distinct shapes, at least one exact cell before the overflow cell. */
export function importCells(window: Window, rows: i32): void {
  for (let row = 0; row < rows; row++) importCell(window, IO_BASE + row * ROW_BYTES);
  window.version++;
}

function importCell(window: Window, at: usize): void {
  const a = <u32>load<f64>(at);
  const b = <u32>load<f64>(at + 8);
  const c = <u32>load<f64>(at + 16);
  const first = load<f64>(at + 24);
  const last = load<f64>(at + 32);
  const count = load<f64>(at + 40);
  const bucket = bucketAtIndex(window, indexOf(first, window.bucketS));
  const overflow = load<f64>(at + 48) != 0.0;
  const cell = overflow ? beginOverflow(window, bucket, a, b, c) : cellAt(bucket, add(window, a, b, c, first, first));
  bucket.count += count - cell.count;
  cell.count = count;
  cell.first = first;
  cell.last = last;
  cell.lastCertain = load<f64>(at + 56) != 0.0 ? 1 : 0;
}
