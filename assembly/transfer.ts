/**
 * What windows hold, on its way to another process and back: rows of the transfer region, bucket by bucket. Cells are
 * rebuilt by counting anew, so that tables, totals and whatever else a window keeps of them come about as ever.
 */
import { Cell } from "./cell";
import { IO_BASE, IO_ROWS, ROW_BYTES } from "./layout";
import { Outcomes, bucketAt as outcomeBucketAt, clear, setHead } from "./outcomes";
import { indexOf, slotOf } from "./ring";
import { addAlone, recount } from "./window";
import { Window, bucketAtIndex } from "./window-structs";

/**
 * Writes up to IO_ROWS rows of the bucket that is `age` before the head, beginning with the `skip`-th: its exact cells
 * in order, then its overflow cell. A row is that of an export, but of a real value it holds the bits, in `a` and `b`.
 * How many it wrote: fewer than IO_ROWS means that these were the last.
 */
export function exportBucket(window: Window, age: i32, skip: i32): i32 {
  const index = window.head - <i64>age;
  const bucket = bucketAtIndex(window, index);
  let seen = 0;
  let rows = 0;
  for (let number = 0; number <= window.shapeCells; number++) {
    if (number == bucket.used) number = window.shapeCells;
    const cell = bucket.cellAt(number);
    if (cell.count <= 0.0 || seen++ < skip) continue;
    writeRow(cell, number == window.shapeCells, IO_BASE + rows * ROW_BYTES);
    if (++rows == IO_ROWS) break;
  }
  return rows;
}

/**
 * Takes in `rows` cells of one bucket, after a restart and before any question: shapes that it does not hold yet, times
 * that lie in it, and its overflow cell, if any, last and after an exact one.
 */
export function importCells(window: Window, rows: i32): void {
  for (let row = 0; row < rows; row++) importCell(window, IO_BASE + row * ROW_BYTES);
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
  index: i64,
  total: f64,
  ttftMet: f64,
  tpotMet: f64,
  bothMet: f64,
): void {
  const bucket = outcomeBucketAt(outcomes, slotOf(index, outcomes.slots));
  bucket.index = index;
  bucket.total = total;
  bucket.ttftMet = ttftMet;
  bucket.tpotMet = tpotMet;
  bucket.bothMet = bothMet;
  setHead(outcomes, index);
  outcomes.recorded = 1;
}

function writeRow(cell: Cell, overflow: bool, at: usize): void {
  store<f64>(at, <f64>cell.a);
  store<f64>(at + 8, <f64>cell.b);
  store<f64>(at + 16, <f64>cell.c);
  store<f64>(at + 24, cell.first);
  store<f64>(at + 32, cell.last);
  store<f64>(at + 40, cell.count);
  store<f64>(at + 48, overflow ? 1.0 : 0.0);
  store<f64>(at + 56, cell.lastCertain ? 1.0 : 0.0);
}

function importCell(window: Window, at: usize): void {
  const a = <u32>load<f64>(at);
  const b = <u32>load<f64>(at + 8);
  const c = <u32>load<f64>(at + 16);
  const first = load<f64>(at + 24);
  const count = load<f64>(at + 40);
  const bucket = bucketAtIndex(window, indexOf(first, window.bucketS));
  const overflow = load<f64>(at + 48) != 0.0;
  const number = overflow ? window.shapeCells : addAlone(window, bucket, a, b, c, first);
  const cell = bucket.cellAt(number);
  // A shape may be that of an exact cell: no count of it would come here.
  if (overflow) cell.count = 0.0;
  recount(window, bucket, number, count);
  cell.a = a;
  cell.b = b;
  cell.c = c;
  cell.first = first;
  cell.last = load<f64>(at + 32);
  cell.lastCertain = load<f64>(at + 56) != 0.0 ? 1 : 0;
}
