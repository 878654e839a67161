/**
 * Totals of a window, taken anew only where a bucket has changed: sums of its values, of their squares, and their
 * range. They are summed from cells, never added to and taken from, so that nothing drifts.
 */
import { MERGE_EXPECTED, MERGE_MAX_REAL } from "./layout";
import { firstIndex } from "./queries";
import { indexOf } from "./ring";
import { prune } from "./window";
import { Bucket, Cell, Totals, Window, bucketAtIndex, realValue } from "./window-structs";

/**
 * The totals of cells(since). The value of a cell is its input, its requested output where it is known (expected
 * decode), or its real value (residency).
 */
export function takeTotals(window: Window, sinceS: f64, nowS: f64): Totals {
  prune(window, nowS);
  if (window.sinceS == sinceS && window.added == window.everAdded && window.gone == window.everGone) return window;
  window.sinceS = sinceS;
  window.added = window.everAdded;
  window.gone = window.everGone;
  clear(window);
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (index == cutIndex) addCells(window, bucket, sinceS);
    else if (bucket.count > 0.0) addBucket(window, bucket);
    bucket = window.bucketAfter(bucket);
  }
  return window;
}

/** Takes the totals of one bucket, if they are not as it is now. */
export function totalBucket(window: Window, bucket: Bucket): void {
  if (bucket.totalled == bucket.count) return;
  bucket.totalled = bucket.count;
  bucket.sum = 0.0;
  bucket.sumOfSquares = 0.0;
  bucket.least = Infinity;
  bucket.largest = -Infinity;
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    if (cell.count <= 0.0) continue;
    const value = numberOf(window, bucket, cell);
    bucket.sum += cell.count * value;
    bucket.sumOfSquares += cell.count * value * value;
    if (window.merge == MERGE_EXPECTED && cell.b == 0) continue;
    bucket.least = min<f64>(bucket.least, value);
    bucket.largest = max<f64>(bucket.largest, value);
  }
}

function clear(totals: Totals): void {
  totals.count = 0.0;
  totals.sum = 0.0;
  totals.sumOfSquares = 0.0;
  totals.least = Infinity;
  totals.largest = -Infinity;
}

function addBucket(window: Window, bucket: Bucket): void {
  totalBucket(window, bucket);
  window.count += bucket.count;
  window.sum += bucket.sum;
  window.sumOfSquares += bucket.sumOfSquares;
  window.least = min<f64>(window.least, bucket.least);
  window.largest = max<f64>(window.largest, bucket.largest);
}

function addCells(window: Window, bucket: Bucket, cutS: f64): void {
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    if (!cell.within(cutS)) continue;
    const value = numberOf(window, bucket, cell);
    window.count += cell.count;
    window.sum += cell.count * value;
    window.sumOfSquares += cell.count * value * value;
    if (window.merge == MERGE_EXPECTED && cell.b == 0) continue;
    window.least = min<f64>(window.least, value);
    window.largest = max<f64>(window.largest, value);
  }
}

function numberOf(window: Window, bucket: Bucket, cell: Cell): f64 {
  if (window.merge == MERGE_MAX_REAL) return realValue(cell);
  return <f64>(window.merge == MERGE_EXPECTED ? min<u32>(cell.b, bucket.topB) : min<u32>(cell.a, bucket.topA));
}
