/** Outcome window (semantics, section 2). Retention counts from the newest recorded bucket, never from a clock. */
import { OUTCOMES_BYTES, OUTCOME_BUCKET_BYTES, outcomesBytes } from "./layout";
import { reserve } from "./memory";
import { OutcomeSums, Pruned, resultOf } from "./results";
import { indexOf, innerEnd, innerStart, slotOf } from "./ring";

@unmanaged
export class OutcomeBucket {
  index: i64;
  total: f64;
  ttftMet: f64;
  tpotMet: f64;
  bothMet: f64;
}

@unmanaged
export class Outcomes {
  widthS: f64;
  /** The newest recorded index; meaningless while `recorded` is 0. */
  head: i64;
  /** Times between these surely lie in the head's bucket, without a division; none do while `recorded` is 0. */
  headStart: f64;
  headEnd: f64;
  prunedBuckets: f64;
  prunedOutcomes: f64;
  retained: i32;
  slots: i32;
  recorded: i32;
  headBucket: usize;
}

const NO_INDEX = i64.MIN_VALUE;

export function createOutcomes(retained: i32, widthS: f64): Outcomes {
  if (offsetof<Outcomes>() != OUTCOMES_BYTES) ERROR("Outcomes drifted from layout.ts");
  if (offsetof<OutcomeBucket>() != OUTCOME_BUCKET_BYTES) ERROR("OutcomeBucket drifted from layout.ts");
  const outcomes = changetype<Outcomes>(reserve(<usize>outcomesBytes(retained)));
  outcomes.widthS = widthS;
  outcomes.retained = retained;
  outcomes.slots = retained + 1;
  for (let slot = 0; slot < outcomes.slots; slot++) bucketAt(outcomes, slot).index = NO_INDEX;
  return outcomes;
}

export function record(outcomes: Outcomes, ttftMet: bool, tpotMet: bool, atS: f64): void {
  if (atS >= outcomes.headStart && atS < outcomes.headEnd) {
    count(changetype<OutcomeBucket>(outcomes.headBucket), ttftMet, tpotMet);
    return;
  }
  const index = indexOf(atS, outcomes.widthS);
  if (!outcomes.recorded) {
    outcomes.recorded = 1;
    setHead(outcomes, index);
  } else if (index > outcomes.head) {
    advance(outcomes, index);
  }
  if (index < outcomes.head - <i64>outcomes.retained) {
    outcomes.prunedOutcomes += 1.0;
    return;
  }
  const bucket = bucketAt(outcomes, slotOf(index, outcomes.slots));
  if (bucket.index != index) clear(bucket, index);
  count(bucket, ttftMet, tpotMet);
}

function count(bucket: OutcomeBucket, ttftMet: bool, tpotMet: bool): void {
  bucket.total += 1.0;
  bucket.ttftMet += <f64>ttftMet;
  bucket.tpotMet += <f64>tpotMet;
  bucket.bothMet += <f64>(ttftMet & tpotMet);
}

/** Sums the buckets at or after the bucket of `sinceS`, as OutcomeSums. */
export function sumSince(outcomes: Outcomes, sinceS: f64): void {
  const sums = beginSums();
  const first = max<i64>(indexOf(sinceS, outcomes.widthS), outcomes.head - <i64>outcomes.retained);
  for (let index = outcomes.head; index >= first; index--) sumBucket(outcomes, index, sums);
}

/** Sums the bucket that is `age` before the newest one, alone, as OutcomeSums. */
export function sumBucketOf(outcomes: Outcomes, age: i32): void {
  sumBucket(outcomes, outcomes.head - <i64>age, beginSums());
}

/** Outcomes that have left the window, as Pruned. */
export function pruned(outcomes: Outcomes): void {
  const found = resultOf<Pruned>();
  found.head = <f64>outcomes.head;
  found.buckets = outcomes.prunedBuckets;
  found.outcomes = outcomes.prunedOutcomes;
}

function beginSums(): OutcomeSums {
  const sums = resultOf<OutcomeSums>();
  sums.total = sums.ttftMet = sums.tpotMet = sums.bothMet = 0.0;
  sums.buckets = 0.0;
  return sums;
}

/** Adds a bucket, if the window has it. */
function sumBucket(outcomes: Outcomes, index: i64, sums: OutcomeSums): void {
  const bucket = bucketAt(outcomes, slotOf(index, outcomes.slots));
  if (bucket.index != index) return;
  sums.total += bucket.total;
  sums.ttftMet += bucket.ttftMet;
  sums.tpotMet += bucket.tpotMet;
  sums.bothMet += bucket.bothMet;
  sums.buckets += 1.0;
  sums.oldest = <f64>index * outcomes.widthS;
}

/** Moves the head on and drops, counted, every bucket that falls out of retention. */
function advance(outcomes: Outcomes, index: i64): void {
  const oldest = outcomes.head - <i64>outcomes.retained;
  const dropTo = min<i64>(index - <i64>outcomes.retained - 1, outcomes.head);
  for (let dropped = oldest; dropped <= dropTo; dropped++) {
    const bucket = bucketAt(outcomes, slotOf(dropped, outcomes.slots));
    if (bucket.index != dropped) continue;
    outcomes.prunedBuckets += 1.0;
    outcomes.prunedOutcomes += bucket.total;
  }
  setHead(outcomes, index);
}

/** Makes an index the newest one; its bucket is empty, or has been its own before. */
export function setHead(outcomes: Outcomes, index: i64): void {
  const bucket = bucketAt(outcomes, slotOf(index, outcomes.slots));
  if (bucket.index != index) clear(bucket, index);
  outcomes.head = index;
  outcomes.headStart = innerStart(index, outcomes.widthS);
  outcomes.headEnd = innerEnd(index, outcomes.widthS);
  outcomes.headBucket = changetype<usize>(bucket);
}

export function clear(bucket: OutcomeBucket, index: i64): void {
  bucket.index = index;
  bucket.total = 0.0;
  bucket.ttftMet = 0.0;
  bucket.tpotMet = 0.0;
  bucket.bothMet = 0.0;
}

export function bucketAt(outcomes: Outcomes, slot: i32): OutcomeBucket {
  return changetype<OutcomeBucket>(changetype<usize>(outcomes) + OUTCOMES_BYTES + <usize>slot * OUTCOME_BUCKET_BYTES);
}
