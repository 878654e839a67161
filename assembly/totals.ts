/**
 * Totals of a window's buckets, taken anew only where a bucket has changed: sums of its values, of their squares, and
 * their range. A bucket's totals are summed from its cells, never added to and taken from, so that nothing drifts.
 */
import { MERGE_EXPECTED, MERGE_MAX_REAL } from "./layout";
import { firstCell, firstIndex, isLive, nextCell, within } from "./queries";
import { indexOf } from "./ring";
import { Bucket, Cell, Window, bucketAfter, bucketAtIndex, cellAt, prune, realValue } from "./window";

let count: f64 = 0.0;
let sum: f64 = 0.0;
let sumOfSquares: f64 = 0.0;
let least: f64 = Infinity;
let largest: f64 = -Infinity;

export function totalCount(): f64 {
  return count;
}

export function totalSum(): f64 {
  return sum;
}

export function totalSumOfSquares(): f64 {
  return sumOfSquares;
}

/** Infinity if there is none. */
export function leastValue(): f64 {
  return least;
}

/** -Infinity if there is none. */
export function largestValue(): f64 {
  return largest;
}

/**
 * Takes the totals of cells(since); the readers above tell them. The value of a cell is its input, its requested output
 * where it is known (expected decode), or its real value (residency).
 */
export function takeTotals(window: Window, sinceS: f64, nowS: f64): void {
  prune(window, nowS);
  clear();
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (isLive(bucket, index)) {
      if (index == cutIndex) addCells(window, bucket, sinceS);
      else addBucket(window, bucket);
    }
    bucket = bucketAfter(window, bucket);
  }
}

/** Takes the totals of one bucket, of its cells that are not wholly before the cut. */
export function takeBucket(window: Window, bucket: Bucket, cutS: f64): void {
  clear();
  if (cutS == -Infinity) addBucket(window, bucket);
  else addCells(window, bucket, cutS);
}

function clear(): void {
  count = 0.0;
  sum = 0.0;
  sumOfSquares = 0.0;
  least = Infinity;
  largest = -Infinity;
}

function addBucket(window: Window, bucket: Bucket): void {
  if (!bucket.totalled) refresh(window, bucket);
  count += bucket.count;
  sum += bucket.sum;
  sumOfSquares += bucket.sumOfSquares;
  least = min<f64>(least, bucket.least);
  largest = max<f64>(largest, bucket.largest);
}

function addCells(window: Window, bucket: Bucket, cutS: f64): void {
  for (let number = firstCell(window, bucket); number >= 0; number = nextCell(window, bucket, number)) {
    const cell = cellAt(bucket, number);
    if (!within(cell, cutS)) continue;
    const value = numberOf(window, cell);
    count += cell.count;
    sum += cell.count * value;
    sumOfSquares += cell.count * value * value;
    if (window.merge == MERGE_EXPECTED && cell.b == 0) continue;
    least = min<f64>(least, value);
    largest = max<f64>(largest, value);
  }
}

function refresh(window: Window, bucket: Bucket): void {
  bucket.sum = 0.0;
  bucket.sumOfSquares = 0.0;
  bucket.least = Infinity;
  bucket.largest = -Infinity;
  for (let number = firstCell(window, bucket); number >= 0; number = nextCell(window, bucket, number)) {
    const cell = cellAt(bucket, number);
    if (cell.count <= 0.0) continue;
    const value = numberOf(window, cell);
    bucket.sum += cell.count * value;
    bucket.sumOfSquares += cell.count * value * value;
    if (window.merge == MERGE_EXPECTED && cell.b == 0) continue;
    bucket.least = min<f64>(bucket.least, value);
    bucket.largest = max<f64>(bucket.largest, value);
  }
  bucket.totalled = 1;
}

function numberOf(window: Window, cell: Cell): f64 {
  if (window.merge == MERGE_MAX_REAL) return realValue(cell);
  return <f64>(window.merge == MERGE_EXPECTED ? cell.b : cell.a);
}
