/**
 * Totals of a window, taken anew only where a bucket has changed: sums of its values, of their squares, and their
 * range. They are summed from cells, never added to and taken from, so that nothing drifts.
 */
import { MERGE_EXPECTED, MERGE_MAX_REAL } from "./layout";
import { firstIndex } from "./queries";
import { prune } from "./window";
import { Bucket, Cell, Sums, Totals, Window, bucketAtIndex, realValue } from "./window-structs";

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
  window.clear();
  let index = firstIndex(window, sinceS);
  if (index > window.head) return window;
  addCells(window, bucketAtIndex(window, index++), sinceS, window);
  if (index > window.head) return window;
  takeMiddle(window, index);
  window.add(window.middle);
  addBucket(window, changetype<Bucket>(window.headBucket), window);
  return window;
}

/** The buckets between the cut and the head change rarely: theirs are kept. */
function takeMiddle(window: Window, from: i64): void {
  const middle = window.middle;
  if (middle.from == from && middle.changes == window.changes) return;
  middle.from = from;
  middle.changes = window.changes;
  middle.clear();
  let bucket = bucketAtIndex(window, from);
  for (let index = from; index < window.head; index++) {
    if (bucket.count > 0.0) addBucket(window, bucket, middle);
    bucket = window.bucketAfter(bucket);
  }
}

function addBucket(window: Window, bucket: Bucket, into: Sums): void {
  totalBucket(window, bucket);
  into.add(bucket);
}

/** Takes the totals of one bucket, if they are not as it is now. */
export function totalBucket(window: Window, bucket: Bucket): void {
  if (bucket.counted == bucket.count) return;
  bucket.clear();
  addCells(window, bucket, -Infinity, bucket);
}

/** Summed in locals: in memory each cell would wait for the one before. */
function addCells(window: Window, bucket: Bucket, cutS: f64, into: Sums): void {
  let counted = 0.0;
  let sum = 0.0;
  let sumOfSquares = 0.0;
  let least = Infinity;
  let largest = -Infinity;
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    if (!cell.within(cutS)) continue;
    const value = numberOf(window, cell);
    counted += cell.count;
    sum += cell.count * value;
    sumOfSquares += cell.count * value * value;
    if (window.merge == MERGE_EXPECTED && cell.b == 0) continue;
    least = min<f64>(least, value);
    largest = max<f64>(largest, value);
  }
  into.counted += counted;
  into.sum += sum;
  into.sumOfSquares += sumOfSquares;
  into.widen(least, largest);
}

function numberOf(window: Window, cell: Cell): f64 {
  if (window.merge == MERGE_MAX_REAL) return realValue(cell);
  return <f64>(window.merge == MERGE_EXPECTED ? cell.b : cell.a);
}
