/**
 * Totals of a window, taken anew only where a bucket has changed: sums of its values, of their squares, and their
 * range. They are summed from cells, never added to and taken from, so that nothing drifts.
 */
import { addCells, totalBucket } from "./bucket-totals";
import { prune } from "./head";
import { ValueTotals, resultOf } from "./results";
import { Sums, Totals } from "./sums";
import { Bucket, Window, bucketAtIndex, firstIndex } from "./window-structs";

/** The totals of cells(since); expected decode without a requested output counts, but has no part in the range. */
export function takeTotals(window: Window, sinceS: f64, nowS: f64): Totals {
  prune(window, nowS);
  const totals = window.totals;
  if (totals.sinceS == sinceS && totals.added == window.everAdded && totals.gone == window.everGone) return totals;
  totals.sinceS = sinceS;
  totals.added = window.everAdded;
  totals.gone = window.everGone;
  totals.clear();
  let index = firstIndex(window, sinceS);
  if (index > window.head) return totals;
  addCells(window, bucketAtIndex(window, index++), sinceS, totals);
  if (index > window.head) return totals;
  takeMiddle(window, index);
  totals.add(window.middle);
  addBucket(window, changetype<Bucket>(window.headBucket), totals);
  return totals;
}

/** Sum and range of the values of cells(since), as ValueTotals. */
export function valueTotals(window: Window, sinceS: f64, nowS: f64): void {
  const totals = takeTotals(window, sinceS, nowS);
  const found = resultOf<ValueTotals>();
  found.sum = totals.sum;
  found.least = totals.least;
  found.largest = totals.largest;
}

/** The buckets between the cut and the head change rarely: their totals are kept. */
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
  into.add(bucket.sums);
}
