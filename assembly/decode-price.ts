/**
 * Decode work that the arrivals will need (semantics, section 6). The sum over shapes tells what the whole window costs;
 * since a later cut, each bucket is summed once, and anew when it or a price has changed.
 */
import { CELL_BYTES, GAP_DECODE_DOMAIN, GAP_OUTPUT_UNKNOWN, OFFERED_BYTES } from "./layout";
import { OfferedShape, shapesOf } from "./offered-shapes";
import { profileCount } from "./profile-set";
import { firstIndex } from "./queries";
import { indexOf } from "./ring";
import { pricesGeneration, pricesVersion, renewPrices, unitSeconds } from "./shape-prices";
import { prune, shapeOf } from "./window";
import { Bucket, Cell, OfferedCohort, Window, bucketAtIndex, oldestIndex } from "./window-structs";

let gaps: u32 = 0;

/** What the last `decodeSeconds` could not price. */
export function decodeGaps(): u32 {
  return gaps;
}

/** Engine-seconds of decode that the arrivals since the cut will need. */
export function decodeSeconds(window: Window, sinceS: f64, nowS: f64, tpotSloS: f64, decodeCorrection: f64): f64 {
  prune(window, nowS);
  gaps = 0;
  if (profileCount() == 0) return 0.0;
  renewPrices(window, tpotSloS, decodeCorrection);
  const cutIndex = indexOf(sinceS, window.bucketS);
  if (cutIndex > oldestIndex(window) + 1) return secondsByBucket(window, cutIndex, sinceS, ALL_CELLS);
  takeBefore(window, cutIndex, sinceS);
  // The difference of nearly equal sums has few digits.
  if (beforeS > shapesOf(window).high / 2.0) return secondsByBucket(window, cutIndex, sinceS, ALL_CELLS);
  return secondsByShape(window, cutIndex, sinceS);
}

/** What all shapes cost, less what lies before the cut; and what the overflow cells cost. */
function secondsByShape(window: Window, cutIndex: i64, sinceS: f64): f64 {
  const shapes = shapesOf(window);
  if (shapes.outputUnknown > unknownBefore) gaps |= GAP_OUTPUT_UNKNOWN;
  if (shapes.outOfDomain > outsideBefore) gaps |= GAP_DECODE_DOMAIN;
  return shapes.high - beforeS + secondsByBucket(window, cutIndex, sinceS, COHORTS);
}

/** What bucket after bucket costs: their overflow cells (COHORTS), or all of their cells. */
function secondsByBucket(window: Window, cutIndex: i64, sinceS: f64, what: i32): f64 {
  let index = firstIndex(window, sinceS);
  let seconds = 0.0;
  if (index == cutIndex && index <= window.head)
    seconds = secondsIn(window, bucketAtIndex(window, index++), sinceS, what);
  if (index > window.head) return seconds;
  seconds += secondsOfMiddle(window, index, what);
  return seconds + secondsIn(window, changetype<Bucket>(window.headBucket), -Infinity, what);
}

const ALL_CELLS = 0;
const COHORTS = 1;

/** The buckets between the cut and the head change rarely: what they cost is kept. */
@unmanaged
class Middle {
  from: i64;
  changes: f64;
  seconds: f64;
  version: u32;
  gaps: u32;
}

const middles = memory.data(64);

function secondsOfMiddle(window: Window, from: i64, what: i32): f64 {
  const middle = changetype<Middle>(middles + <usize>what * offsetof<Middle>());
  if (middle.from != from || middle.changes != window.changes || middle.version != pricesVersion()) {
    const others = gaps;
    gaps = 0;
    middle.from = from;
    middle.changes = window.changes;
    middle.version = pricesVersion();
    middle.seconds = 0.0;
    let bucket = bucketAtIndex(window, from);
    for (let index = from; index < window.head; index++) {
      if (bucket.count > 0.0) middle.seconds += secondsIn(window, bucket, -Infinity, what);
      bucket = window.bucketAfter(bucket);
    }
    middle.gaps = gaps;
    gaps = others;
  }
  gaps |= middle.gaps;
  return middle.seconds;
}

function secondsIn(window: Window, bucket: Bucket, sinceS: f64, what: i32): f64 {
  if (what == COHORTS) return secondsOfCohort(window, bucket, sinceS);
  return sinceS > -Infinity ? secondsSince(window, bucket, sinceS) : secondsOf(window, bucket);
}

/** What exact cells wholly before the cut cost, and how many of them have no price. */
let beforeS: f64 = 0.0;
let unknownBefore: f64 = 0.0;
let outsideBefore: f64 = 0.0;

function takeBefore(window: Window, cutIndex: i64, sinceS: f64): void {
  beforeS = unknownBefore = outsideBefore = 0.0;
  let bucket = bucketAtIndex(window, oldestIndex(window));
  for (let index = oldestIndex(window); index <= cutIndex; index++) {
    for (let number = 0; number < bucket.used; number++) {
      const cell = bucket.cellAt(number);
      if (cell.count > 0.0 && cell.last < sinceS) addBefore(changetype<OfferedShape>(shapeOf(cell)), cell.count);
    }
    bucket = window.bucketAfter(bucket);
  }
}

function addBefore(shape: OfferedShape, count: f64): void {
  if (shape.price > 0.0) beforeS += count * shape.price;
  else if (shape.output == 0) unknownBefore += count;
  else outsideBefore += count;
}

/** The whole bucket: as it was summed last, if nothing has changed. */
function secondsOf(window: Window, bucket: Bucket): f64 {
  if (bucket.pricedAs != pricesVersion() || bucket.pricedCount != bucket.count) priceBucket(window, bucket);
  gaps |= bucket.gaps;
  return bucket.price;
}

function priceBucket(window: Window, bucket: Bucket): void {
  const others = gaps;
  gaps = 0;
  bucket.price = secondsSince(window, bucket, -Infinity);
  bucket.gaps = gaps;
  bucket.pricedCount = bucket.count;
  bucket.pricedAs = pricesVersion();
  gaps |= others;
}

function secondsSince(window: Window, bucket: Bucket, sinceS: f64): f64 {
  let seconds = 0.0;
  let cell = bucket.cells;
  for (let number = 0; number < bucket.used; number++) {
    if (changetype<Cell>(cell).within(sinceS)) {
      const shape = changetype<OfferedShape>(shapeOf(changetype<Cell>(cell)));
      if (shape.price > 0.0) seconds += changetype<Cell>(cell).count * shape.price;
      else gaps |= gapOf(shape.output);
    }
    cell += CELL_BYTES + OFFERED_BYTES;
  }
  return seconds + secondsOfCohort(window, bucket, sinceS);
}

function secondsOfCohort(window: Window, bucket: Bucket, sinceS: f64): f64 {
  const cohort = changetype<OfferedCohort>(changetype<usize>(window.overflowOf(bucket)));
  if (!cohort.within(sinceS)) return 0.0;
  if (!(cohort.price >= 0.0) || bucket.cohortPricedAs != pricesGeneration()) {
    bucket.cohortPricedAs = pricesGeneration();
    cohort.price = unitSeconds(cohort.a, cohort.b);
  }
  if (cohort.price <= 0.0) gaps |= gapOf(cohort.b);
  return cohort.count * cohort.price;
}

function gapOf(output: u32): u32 {
  return output == 0 ? GAP_OUTPUT_UNKNOWN : GAP_DECODE_DOMAIN;
}
