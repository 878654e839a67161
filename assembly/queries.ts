/** What a demand window answers (semantics, section 1). Only the bucket of the cut itself needs a look at its cells. */
import { IO_BASE, IO_ROWS, MERGE_MAX_REAL, ROW_BYTES } from "./layout";
import { indexOf } from "./ring";
import { Bucket, Cell, Window, bucketOf, cellAt, oldestIndex, prune, realValue } from "./window";

/** The first index that can hold something at or after `sinceS`. */
export function firstIndex(window: Window, sinceS: f64): i64 {
  return max<i64>(indexOf(sinceS, window.bucketS), oldestIndex(window));
}

/** What to compare each cell's `last` with: only in the bucket that the cut goes through does the cut exclude any. */
export function cutIn(index: i64, cutIndex: i64, sinceS: f64): f64 {
  return index == cutIndex ? sinceS : -Infinity;
}

/** Whether a cell exists and is not wholly before the cut. */
export function within(cell: Cell, cutS: f64): bool {
  return cell.count > 0.0 && cell.last >= cutS;
}

/** One past the last cell that can be in use; the overflow cell (number maxShapes) comes besides. */
export function isCell(window: Window, bucket: Bucket, number: i32): bool {
  return number < bucket.used || number == window.maxShapes;
}

export function count(window: Window, sinceS: f64, nowS: f64): f64 {
  prune(window, nowS);
  let total = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, sinceS);
    total += cut == -Infinity ? bucket.count : countFrom(window, bucket, cut);
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
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, sinceS);
    // Later buckets hold later times: once something is found, their counts are all that is needed.
    total += cut == -Infinity && oldest < Infinity ? bucket.count : evidenceIn(window, bucket, cut);
  }
  return total;
}

export function overflowCount(window: Window, sinceS: f64): f64 {
  let total = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cell = cellAt(window, bucket, window.maxShapes);
    if (within(cell, cutIn(index, cutIndex, sinceS))) total += cell.count;
  }
  return total;
}

/** When an overflow cell was last counted into, of those since `sinceS`; -Infinity if there is none. */
export function overflowLast(window: Window, sinceS: f64): f64 {
  let last = -Infinity;
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cell = cellAt(window, bucket, window.maxShapes);
    if (within(cell, cutIn(index, cutIndex, sinceS))) last = max<f64>(last, cell.last);
  }
  return last;
}

/** Cells that are stored now. */
export function cellCount(window: Window, nowS: f64): f64 {
  prune(window, nowS);
  let total = 0.0;
  for (let index = oldestIndex(window); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    total += <f64>bucket.exact;
    if (cellAt(window, bucket, window.maxShapes).count > 0.0) total += 1.0;
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
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, sinceS);
    for (let number = 0; number <= window.maxShapes; number++) {
      if (!isCell(window, bucket, number)) continue;
      const cell = cellAt(window, bucket, number);
      if (!within(cell, cut) || seen++ < skip) continue;
      writeRow(window, cell, number, IO_BASE + rows * ROW_BYTES);
      if (++rows == IO_ROWS) return rows;
    }
  }
  return rows;
}

function writeRow(window: Window, cell: Cell, number: i32, at: usize): void {
  store<f64>(at, window.merge == MERGE_MAX_REAL ? realValue(cell) : <f64>cell.a);
  store<f64>(at + 8, <f64>cell.b);
  store<f64>(at + 16, <f64>cell.c);
  store<f64>(at + 24, cell.first);
  store<f64>(at + 32, cell.last);
  store<f64>(at + 40, cell.count);
  store<f64>(at + 48, number == window.maxShapes ? 1.0 : 0.0);
  store<f64>(at + 56, cell.lastCertain ? 1.0 : 0.0);
}

function countFrom(window: Window, bucket: Bucket, cutS: f64): f64 {
  let total = 0.0;
  for (let number = 0; number <= window.maxShapes; number++) {
    if (!isCell(window, bucket, number)) continue;
    const cell = cellAt(window, bucket, number);
    if (within(cell, cutS)) total += cell.count;
  }
  return total;
}

function evidenceIn(window: Window, bucket: Bucket, cutS: f64): f64 {
  let total = 0.0;
  for (let number = 0; number <= window.maxShapes; number++) {
    if (!isCell(window, bucket, number)) continue;
    const cell = cellAt(window, bucket, number);
    if (!within(cell, cutS)) continue;
    if (cell.first >= cutS) {
      total += cell.count;
      oldest = min<f64>(oldest, cell.first);
    } else if (cell.lastCertain) {
      total += 1.0;
      oldest = min<f64>(oldest, cell.last);
    }
  }
  return total;
}
