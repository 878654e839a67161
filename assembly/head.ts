/** The head of a window: the newest bucket that it has seen. As it moves on, old buckets are emptied. */
import { totalBucket } from "./bucket-totals";
import { countShape } from "./cells";
import { MERGE_EXPECTED, MERGE_FIRST } from "./codes";
import { leaveBucket, leaveWindow, syncWhole } from "./learned-cells";
import { indexOf, innerEnd, innerStart, slotOf } from "./ring";
import { Bucket, Window } from "./window-structs";

const NO_INDEX = i64.MIN_VALUE;

/** Moves the head on to the time's bucket; buckets older than head - R are emptied. */
export function prune(window: Window, timeS: f64): void {
  if (timeS < window.headEnd) return;
  const index = indexOf(timeS, window.bucketS);
  if (index > window.head) setHead(window, index);
}

/** Empties a window, with its head at an index that may lie further back than before. */
export function resetWindow(window: Window, head: i64): void {
  window.head = NO_INDEX;
  setHead(window, head);
}

/** Every index that is kept has a bucket of its own at any time: those that the head passes over are emptied. */
function setHead(window: Window, index: i64): void {
  const oldest = index - <i64>window.retained;
  // After a long silence nothing is left: it need not leave bucket by bucket.
  if (oldest > window.head) leaveWindow(window);
  else closeHead(window);
  const from = max<i64>(window.head + 1, oldest);
  for (let next = from; next <= index; next++) reset(window, window.bucketAt(slotOf(next, window.slots)), next);
  window.changes += 1.0;
  window.head = index;
  window.headStart = innerStart(index, window.bucketS);
  window.headEnd = innerEnd(index, window.bucketS);
  window.headBucket = changetype<usize>(window.bucketAt(slotOf(index, window.slots)));
}

/** Does what a decision needs of the head bucket before another one is the head, so that the decision has less to do. */
function closeHead(window: Window): void {
  const bucket = changetype<Bucket>(window.headBucket);
  if (bucket.count == 0.0) return;
  syncWhole(window, bucket);
  if (window.merge != MERGE_FIRST) totalBucket(window, bucket);
}

function reset(window: Window, bucket: Bucket, index: i64): void {
  // Where no cell was used, the table is empty: a quiet time costs no clearing.
  if (bucket.used > 0) {
    memory.fill(bucket.table, 0, (window.tableMask + 1) * 2);
    leaveBucket(window, bucket);
    if (window.merge == MERGE_EXPECTED) dropShapes(window, bucket);
    window.overflowOf(bucket).count = 0.0;
    bucket.cohortPricedAs = 0;
  }
  window.everGone += bucket.count;
  window.expired += bucket.count;
  bucket.index = index;
  bucket.count = 0.0;
  bucket.filled = 0;
  bucket.used = 0;
  bucket.free = 0;
  bucket.sums.counted = -1.0;
}

function dropShapes(window: Window, bucket: Bucket): void {
  for (let number = 0; number < bucket.used; number++) {
    const cell = bucket.cellAt(number);
    if (cell.count > 0.0) countShape(window, bucket, cell, -cell.count);
  }
}
