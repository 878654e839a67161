/**
 * What windows hold, on its way to another process and back: rows of the transfer region, bucket by bucket. Cells are
 * rebuilt by counting anew, so that tables, totals and whatever else a window keeps of them come about as ever.
 */
import { resetWindow } from "./head";
import { IO_CELLS } from "./layout";
import { Outcomes, bucketAt as outcomeBucketAt, clear, setHead } from "./outcomes";
import { indexOf, slotOf } from "./ring";
import { CellRow, rowAt } from "./rows";
import { addAlone, recount } from "./window";
import { Window, bucketAtIndex } from "./window-structs";

/**
 * Writes up to IO_CELLS rows of the bucket that is `age` before the head, beginning with the `skip`-th: its cells of
 * shapes in order, then its overflow cell. Returns how many it wrote: fewer than IO_CELLS means that these were the
 * last.
 */
export function exportBucket(window: Window, age: i32, skip: i32): i32 {
  const bucket = bucketAtIndex(window, window.head - <i64>age);
  let seen = 0;
  let rows = 0;
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    if (cell.count <= 0.0 || seen++ < skip) continue;
    rowAt<CellRow>(rows).write(cell, number == window.shapeCells);
    if (++rows == IO_CELLS) break;
  }
  return rows;
}

/** Empties a window, with its head at an index that may lie further back; it counts on from these numbers. */
export function restartWindow(window: Window, head: f64, expired: f64, refused: f64): void {
  resetWindow(window, <i64>head);
  window.expired = expired;
  window.refused = refused;
}

/**
 * Takes in `rows` cells of one bucket, after a restart and before any question: shapes that it does not hold yet, times
 * that lie in it, and its overflow cell, if any, last and after a cell of a shape.
 */
export function importCells(window: Window, rows: i32): void {
  for (let row = 0; row < rows; row++) importCell(window, rowAt<CellRow>(row));
}

/** Empties an outcome window. */
export function restartOutcomes(outcomes: Outcomes, prunedBuckets: f64, prunedOutcomes: f64): void {
  for (let slot = 0; slot < outcomes.slots; slot++) clear(outcomeBucketAt(outcomes, slot), i64.MIN_VALUE);
  outcomes.recorded = 0;
  outcomes.headEnd = -Infinity;
  outcomes.prunedBuckets = prunedBuckets;
  outcomes.prunedOutcomes = prunedOutcomes;
}

/** Takes in one bucket of outcomes. They come oldest first: the last one is the head. */
export function importOutcomes(
  outcomes: Outcomes,
  index: f64,
  total: f64,
  ttftMet: f64,
  tpotMet: f64,
  bothMet: f64,
): void {
  const number = <i64>index;
  const bucket = outcomeBucketAt(outcomes, slotOf(number, outcomes.slots));
  bucket.index = number;
  bucket.total = total;
  bucket.ttftMet = ttftMet;
  bucket.tpotMet = tpotMet;
  bucket.bothMet = bothMet;
  setHead(outcomes, number);
  outcomes.recorded = 1;
}

function importCell(window: Window, row: CellRow): void {
  const a = <u32>row.a;
  const b = <u32>row.b;
  const c = <u32>row.c;
  const bucket = bucketAtIndex(window, indexOf(row.first, window.bucketS));
  const overflow = row.overflow != 0.0;
  const number = overflow ? window.shapeCells : addAlone(window, bucket, a, b, c, row.first);
  const cell = bucket.cellAt(number);
  // A shape may be that of a cell of a shape: no count of that would come here.
  if (overflow) cell.count = 0.0;
  recount(window, bucket, number, row.count);
  cell.a = a;
  cell.b = b;
  cell.c = c;
  cell.first = row.first;
  cell.last = row.last;
  cell.lastCertain = row.lastCertain != 0.0 ? 1 : 0;
}
