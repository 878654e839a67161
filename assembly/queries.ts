/** What a demand window answers (semantics, section 1). Only the bucket of the cut itself needs a look at its cells. */
import { IO_BASE, IO_ROWS, MERGE_MAX_REAL, ROW_BYTES } from "./layout";
import { Cell } from "./cell";
import { prune } from "./head";
import { indexOf } from "./ring";
import { Bucket, Window, bucketAtIndex, countAll, firstIndex, oldestIndex } from "./window-structs";

export function count(window: Window, sinceS: f64, nowS: f64): f64 {
  prune(window, nowS);
  const cutIndex = indexOf(sinceS, window.bucketS);
  if (cutIndex < oldestIndex(window)) return countAll(window);
  if (cutIndex > window.head) return 0.0;
  return countFrom(window, bucketAtIndex(window, cutIndex), sinceS) + countAfter(window, cutIndex);
}

/** Observations of all buckets later than that of an index that is kept: from the shorter end. */
function countAfter(window: Window, index: i64): f64 {
  const oldest = oldestIndex(window);
  return index - oldest < window.head - index
    ? countAll(window) - countBetween(window, oldest, index)
    : countBetween(window, index + 1, window.head);
}

function countBetween(window: Window, from: i64, to: i64): f64 {
  let total = 0.0;
  let bucket = bucketAtIndex(window, from);
  for (let index = from; index <= to; index++) {
    total += bucket.count;
    bucket = window.bucketAfter(bucket);
  }
  return total;
}

let oldest: f64 = Infinity;

/** The oldest time of the last `evidence`, Infinity if it found nothing. */
export function oldestTime(): f64 {
  return oldest;
}

/** How many observations are known to lie at or after `sinceS`; `oldestTime` tells the oldest of them. */
export function evidence(window: Window, sinceS: f64, nowS: f64): f64 {
  prune(window, nowS);
  let total = 0.0;
  oldest = Infinity;
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  // Later buckets hold later times: once something is found, their counts are all that is needed.
  for (; index <= window.head && oldest == Infinity; index++) {
    if (bucket.count > 0.0) total += evidenceIn(window, bucket, sinceS);
    bucket = window.bucketAfter(bucket);
  }
  return total + countAfter(window, index - 1);
}

/** Observations since `sinceS` in overflow cells. */
export function overflowCount(window: Window, sinceS: f64): f64 {
  overflow(window, sinceS);
  return inOverflow;
}

/** When an overflow cell was last counted into, of those since `sinceS`; -Infinity if there is none. */
export function overflowLast(window: Window, sinceS: f64): f64 {
  overflow(window, sinceS);
  return lastInOverflow;
}

/** Sum of the `a` of observations since `sinceS` in overflow cells, as they are priced. */
export function overflowSum(window: Window, sinceS: f64): f64 {
  overflow(window, sinceS);
  return sumInOverflow;
}

let inOverflow: f64 = 0.0;
let sumInOverflow: f64 = 0.0;
let lastInOverflow: f64 = -Infinity;

function overflow(window: Window, sinceS: f64): void {
  inOverflow = 0.0;
  sumInOverflow = 0.0;
  lastInOverflow = -Infinity;
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    const cell = window.overflowOf(bucket);
    if (cell.within(sinceS)) {
      inOverflow += cell.count;
      sumInOverflow += cell.count * <f64>cell.a;
      lastInOverflow = max<f64>(lastInOverflow, cell.last);
    }
    bucket = window.bucketAfter(bucket);
  }
}

let inCells: f64 = 0.0;

/** Observations in the cells of the last `cellCount`. */
export function countedInCells(): f64 {
  return inCells;
}

/** Cells that are stored now. */
export function cellCount(window: Window, nowS: f64): f64 {
  prune(window, nowS);
  let total = 0.0;
  inCells = 0.0;
  let index = oldestIndex(window);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    total += <f64>bucket.filled;
    if (window.overflowOf(bucket).count > 0.0) total += 1.0;
    inCells += bucket.count;
    bucket = window.bucketAfter(bucket);
  }
  return total;
}

/**
 * Writes up to IO_ROWS rows of cells(since), beginning with the `skip`-th, into the transfer region.
 * How many it wrote: fewer than IO_ROWS means that these were the last.
 */
export function exportCells(window: Window, sinceS: f64, skip: i32): i32 {
  let seen = 0;
  let rows = 0;
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
      const cell = bucket.cellAt(number);
      if (!cell.within(sinceS) || seen++ < skip) continue;
      writeRow(window, cell, number, IO_BASE + rows * ROW_BYTES);
      if (++rows == IO_ROWS) return rows;
    }
    bucket = window.bucketAfter(bucket);
  }
  return rows;
}

function writeRow(window: Window, cell: Cell, number: i32, at: usize): void {
  store<f64>(at, window.merge == MERGE_MAX_REAL ? cell.real : <f64>cell.a);
  store<f64>(at + 8, <f64>cell.b);
  store<f64>(at + 16, <f64>cell.c);
  store<f64>(at + 24, cell.first);
  store<f64>(at + 32, cell.last);
  store<f64>(at + 40, cell.count);
  store<f64>(at + 48, number == window.shapeCells ? 1.0 : 0.0);
  store<f64>(at + 56, cell.lastCertain ? 1.0 : 0.0);
}

function countFrom(window: Window, bucket: Bucket, cutS: f64): f64 {
  let total = window.overflowOf(bucket).countSince(cutS);
  const end = bucket.usedEnd;
  for (let at = bucket.cells; at < end; at += bucket.cellBytes) total += changetype<Cell>(at).countSince(cutS);
  return total;
}

function evidenceIn(window: Window, bucket: Bucket, cutS: f64): f64 {
  let total = evidenceOf(window.overflowOf(bucket), cutS);
  const end = bucket.usedEnd;
  for (let at = bucket.cells; at < end; at += bucket.cellBytes) total += evidenceOf(changetype<Cell>(at), cutS);
  return total;
}

function evidenceOf(cell: Cell, cutS: f64): f64 {
  if (!cell.within(cutS)) return 0.0;
  if (cell.first >= cutS) {
    oldest = min<f64>(oldest, cell.first);
    return cell.count;
  }
  if (!cell.lastCertain) return 0.0;
  oldest = min<f64>(oldest, cell.last);
  return 1.0;
}
