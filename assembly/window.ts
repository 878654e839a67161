/**
 * Demand window (semantics, section 1): the exact shapes of each bucket, and what lies beyond them. Other files move
 * its head (head.ts), keep its cells (cells.ts, beyond.ts) and answer questions (queries.ts, totals.ts).
 */
import { Cell, OfferedCell } from "./cell";
import { beginCell, countInto, countShape, countedOut } from "./cells";
import { putBinned, putOverflow } from "./beyond";
import { prune, resetWindow } from "./head";
import { GONE, MERGE_EXPECTED, REFUSED } from "./codes";
import { BUCKET_BYTES, CELL_BYTES, OFFERED_BYTES, WINDOW_BYTES, cellBytes, tableSlots, windowBytes } from "./layout";
import { leaveBucket } from "./learned-cells";
import { reserve } from "./memory";
import { createShapeTable } from "./offered-shapes";
import { indexOf } from "./ring";
import { RangeTotals, Sums, Totals } from "./sums";
import { Bucket, Window, bucketAtIndex, oldestIndex } from "./window-structs";

/** Of the bins, one in so many is kept for whole octaves. */
const OCTAVES_SHARE = 16;

export function createWindow(
  retained: i32,
  shapeCells: i32,
  maxShapes: i32,
  merge: i32,
  bucketS: f64,
  nowS: f64,
): Window {
  if (offsetof<Window>() + offsetof<Totals>() + offsetof<RangeTotals>() != WINDOW_BYTES) ERROR("Window");
  if (offsetof<Bucket>() + offsetof<Sums>() != BUCKET_BYTES) ERROR("Bucket drifted from layout.ts");
  if (offsetof<Cell>() != CELL_BYTES) ERROR("Cell drifted from layout.ts");
  if (offsetof<OfferedCell>() != CELL_BYTES + OFFERED_BYTES) ERROR("OfferedCell drifted from layout.ts");
  const window = changetype<Window>(reserve(<usize>windowBytes(retained, shapeCells, merge)));
  window.bucketS = bucketS;
  window.retained = retained;
  window.slots = retained + 1;
  window.shapeCells = shapeCells;
  window.maxShapes = maxShapes;
  window.binCells = shapeCells - (shapeCells - maxShapes) / OCTAVES_SHARE;
  window.merge = merge;
  window.tableMask = <u32>tableSlots(shapeCells) - 1;
  layOut(window);
  window.totals.sinceS = NaN;
  resetWindow(window, indexOf(nowS, bucketS));
  return window;
}

/** Headers lie together, before all tables and all cells: queries that need no cell touch few cache lines. */
function layOut(window: Window): void {
  const tableBytes = (window.tableMask + 1) * 2;
  const cellSize = <usize>cellBytes(window.merge);
  const cellsSize = <usize>(window.shapeCells + 1) * cellSize;
  const tables = changetype<usize>(window) + WINDOW_BYTES + <usize>window.slots * BUCKET_BYTES;
  const cells = tables + <usize>window.slots * tableBytes;
  window.bucketsEnd = tables;
  for (let slot = 0; slot < window.slots; slot++) {
    const bucket = window.bucketAt(slot);
    bucket.table = tables + <usize>slot * tableBytes;
    bucket.cells = cells + <usize>slot * cellsSize;
    bucket.cellBytes = <u32>cellSize;
  }
  if (window.merge != MERGE_EXPECTED) return;
  window.shapes = cells + <usize>window.slots * cellsSize;
  createShapeTable(window.shapes, window.retained, window.shapeCells);
}

/** Counts an observation. The number of its cell, or REFUSED when it is older than the window keeps. */
export function add(window: Window, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  if (window.isInHead(atS, nowS)) return put(window, changetype<Bucket>(window.headBucket), a, b, c, atS);
  prune(window, max<f64>(nowS, atS));
  const index = indexOf(atS, window.bucketS);
  if (index < oldestIndex(window)) {
    window.refused += 1.0;
    return REFUSED;
  }
  window.changes += 1.0;
  return put(window, bucketAtIndex(window, index), a, b, c, atS);
}

/** Counts an observation of a real value, at present. */
export function addReal(window: Window, value: f64, nowS: f64): i32 {
  const bits = reinterpret<u64>(value);
  return add(window, <u32>bits, <u32>(bits >> 32), 0, nowS, nowS);
}

/**
 * Reprices the observation of time `atS` in cell `number`: it leaves that cell and is added with its new value at
 * its own time. The number of its cell from now on, or GONE (nothing changed).
 */
export function replace(window: Window, number: i32, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  const bucket = bucketOfTime(window, atS, nowS);
  if (bucket === null) return GONE;
  // A cell that is not in use yet holds what an earlier bucket left there.
  if (number >= bucket.used && number < window.shapeCells) return GONE;
  const cell = bucket.cellAt(number);
  if (cell.count <= 0.0) return GONE;
  if (number < window.shapeCells && cell.holds(a, b, c)) return number;
  if (changetype<usize>(bucket) != window.headBucket) window.changes += 1.0;
  leave(window, bucket, cell, number, atS);
  return put(window, bucket, a, b, c, atS);
}

/** Counts an observation in a cell of its own, of a shape that has none in the bucket, be it exact or a bin. */
export function addAlone(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  window.everAdded += 1.0;
  bucket.count += 1.0;
  return beginCell(window, bucket, window.slotOfShape(bucket, a, b, c), a, b, c, atS);
}

/** Sets a cell's count. */
export function recount(window: Window, bucket: Bucket, number: i32, count: f64): void {
  const cell = bucket.cellAt(number);
  const more = count - cell.count;
  cell.count = count;
  bucket.count += more;
  window.everAdded += more;
  if (window.merge != MERGE_EXPECTED) return;
  if (number < window.shapeCells) countShape(window, bucket, cell, more);
  else bucket.cohortPricedAs = 0;
}

/** The bucket of a time after pruning, or null when it is gone. */
function bucketOfTime(window: Window, atS: f64, nowS: f64): Bucket | null {
  if (window.isInHead(atS, nowS)) return changetype<Bucket>(window.headBucket);
  prune(window, nowS);
  const index = indexOf(atS, window.bucketS);
  return index < oldestIndex(window) || index > window.head ? null : bucketAtIndex(window, index);
}

function put(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  window.everAdded += 1.0;
  bucket.count += 1.0;
  const slot = window.slotOfShape(bucket, a, b, c);
  const number = bucket.numberIn(slot);
  if (number >= 0) {
    countInto(window, bucket, bucket.cellAt(number), atS);
    return number;
  }
  if (bucket.filled < window.maxShapes) return beginCell(window, bucket, slot, a, b, c, atS);
  return window.binned ? putBinned(window, bucket, a, b, c, atS) : putOverflow(window, bucket, a, b, c, atS);
}

function leave(window: Window, bucket: Bucket, cell: Cell, number: i32, atS: f64): void {
  leaveBucket(window, bucket);
  window.everGone += 1.0;
  bucket.count -= 1.0;
  bucket.sums.counted = -1.0;
  cell.count -= 1.0;
  if (atS == cell.last) cell.lastCertain = 0;
  if (number < window.shapeCells) countedOut(window, bucket, cell, number);
  else bucket.cohortPricedAs = 0;
}
