/** Queries of a demand window (semantics, section 1). Only the bucket of the cut itself needs a look at its cells. */
import { Cell } from "./cell";
import { prune } from "./head";
import { IO_CELLS } from "./layout";
import { Evidence, Flow, Overflow, resultOf } from "./results";
import { indexOf } from "./ring";
import { CellRow, rowAt } from "./rows";
import { Bucket, Window, bucketAtIndex, countAll, firstIndex, oldestIndex } from "./window-structs";

export function count(window: Window, sinceS: f64, nowS: f64): f64 {
  prune(window, nowS);
  const cutIndex = indexOf(sinceS, window.bucketS);
  if (cutIndex < oldestIndex(window)) return countAll(window);
  if (cutIndex > window.head) return 0.0;
  return countFrom(window, bucketAtIndex(window, cutIndex), sinceS) + countAfter(window, cutIndex);
}

/** Observations of all buckets later than that of an index that is kept, summed from the shorter end. */
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

/** How many observations are known to lie at or after `sinceS`, and the oldest of them, as Evidence. */
export function evidence(window: Window, sinceS: f64, nowS: f64): void {
  prune(window, nowS);
  const found = resultOf<Evidence>();
  let total = 0.0;
  found.oldest = Infinity;
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  // Later buckets hold later times: once something is found, their counts are all that is needed.
  for (; index <= window.head && found.oldest == Infinity; index++) {
    if (bucket.count > 0.0) total += evidenceIn(window, bucket, sinceS, found);
    bucket = window.bucketAfter(bucket);
  }
  found.count = total + countAfter(window, index - 1);
}

/** Contents of the overflow cells since `sinceS`, as Overflow. The window was pruned before. */
export function overflow(window: Window, sinceS: f64): void {
  let count = 0.0;
  let tokens = 0.0;
  let last = -Infinity;
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    const cell = window.overflowOf(bucket);
    if (cell.within(sinceS)) {
      count += cell.count;
      tokens += cell.count * <f64>cell.a;
      last = max<f64>(last, cell.last);
    }
    bucket = window.bucketAfter(bucket);
  }
  const found = resultOf<Overflow>();
  found.count = count;
  found.tokens = tokens;
  found.last = last;
}

/** Counts of all observations, and the cells that are stored now, as Flow. */
export function flow(window: Window, nowS: f64): void {
  prune(window, nowS);
  let cells = 0.0;
  let held = 0.0;
  let index = oldestIndex(window);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    cells += <f64>bucket.filled;
    if (window.overflowOf(bucket).count > 0.0) cells += 1.0;
    held += bucket.count;
    bucket = window.bucketAfter(bucket);
  }
  const found = resultOf<Flow>();
  found.head = <f64>window.head;
  found.cells = cells;
  found.held = held;
  found.expired = window.expired;
  found.refused = window.refused;
}

/**
 * Writes up to IO_CELLS rows of cells(since), beginning with the `skip`-th. Returns how many it wrote: fewer than
 * IO_CELLS means that these were the last.
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
      rowAt<CellRow>(rows).write(cell, number == window.shapeCells);
      if (++rows == IO_CELLS) return rows;
    }
    bucket = window.bucketAfter(bucket);
  }
  return rows;
}

function countFrom(window: Window, bucket: Bucket, cutS: f64): f64 {
  let total = window.overflowOf(bucket).countSince(cutS);
  const end = bucket.usedEnd;
  for (let at = bucket.cells; at < end; at += bucket.cellBytes) total += changetype<Cell>(at).countSince(cutS);
  return total;
}

/** Observations of a bucket that are known to lie at or after the cut. Notes the oldest. */
function evidenceIn(window: Window, bucket: Bucket, cutS: f64, found: Evidence): f64 {
  let total = evidenceOf(window.overflowOf(bucket), cutS, found);
  const end = bucket.usedEnd;
  for (let at = bucket.cells; at < end; at += bucket.cellBytes) {
    total += evidenceOf(changetype<Cell>(at), cutS, found);
  }
  return total;
}

/** Where the cut goes through a cell, only the last observation is known to lie at or after it. */
function evidenceOf(cell: Cell, cutS: f64, found: Evidence): f64 {
  if (!cell.within(cutS)) return 0.0;
  if (cell.first >= cutS) {
    found.oldest = min<f64>(found.oldest, cell.first);
    return cell.count;
  }
  if (!cell.lastCertain) return 0.0;
  found.oldest = min<f64>(found.oldest, cell.last);
  return 1.0;
}
