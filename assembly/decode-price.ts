/**
 * Decode work that the arrivals will need (semantics, section 6). Each distinct shape of the window is priced once, and
 * anew only when something changes its price.
 */
import { GAP_DECODE_DOMAIN, GAP_OUTPUT_UNKNOWN, OFFERED_SHAPE_BYTES } from "./layout";
import { estimatesVersion, expectedOutput } from "./estimates";
import { OfferedShape, shapesEnd, shapesOf } from "./offered-shapes";
import { decodeSecondsOf, profileCount, profilesVersion } from "./profile-set";
import { firstIndex, within } from "./queries";
import { indexOf } from "./ring";
import { prune, shapeOf } from "./window";
import {
  Bucket,
  OfferedCohort,
  Window,
  bucketAfter,
  bucketAtIndex,
  cellAt,
  oldestIndex,
  overflowOf,
} from "./window-structs";

let gaps: u32 = 0;

/** What the last `decodeSeconds` could not price. */
export function decodeGaps(): u32 {
  return gaps;
}

/** What prices rest on, besides shapes and expected outputs. */
let tpotS: f64 = 0.0;
let correction: f64 = 0.0;
let budgetS: f64 = 0.0;
let profiles: u32 = 0;
let estimates: u32 = 0;
/** Changes with every change of these: an overflow cell's price is of one generation. */
let generation: u32 = 0;

/** Engine-seconds of decode that the arrivals since the cut will need. */
export function decodeSeconds(window: Window, sinceS: f64, nowS: f64, tpotSloS: f64, decodeCorrection: f64): f64 {
  prune(window, nowS);
  gaps = 0;
  if (profileCount() == 0) return 0.0;
  renewPrices(window, tpotSloS, decodeCorrection);
  const index = firstIndex(window, sinceS);
  if (index > window.head) return 0.0;
  return secondsOfExact(window, index, sinceS) + secondsOfCohorts(window, index, sinceS);
}

function renewPrices(window: Window, tpotSloS: f64, decodeCorrection: f64): void {
  if (tpotSloS != tpotS || decodeCorrection != correction || profiles != profilesVersion()) {
    tpotS = tpotSloS;
    correction = decodeCorrection;
    budgetS = tpotSloS / decodeCorrection;
    profiles = profilesVersion();
    estimates = estimatesVersion();
    generation++;
    for (let at = shapesOf(window); at < shapesEnd(window); at += OFFERED_SHAPE_BYTES) {
      changetype<OfferedShape>(at).price = NaN;
    }
  } else if (estimates != estimatesVersion()) {
    estimates = estimatesVersion();
    for (let at = shapesOf(window); at < shapesEnd(window); at += OFFERED_SHAPE_BYTES) {
      const shape = changetype<OfferedShape>(at);
      if (shape.output != <u32>expectedOutput(shape.input, shape.requested)) shape.price = NaN;
    }
  }
}

/** By shape, when the cut leaves most of the window; else by cell. */
function secondsOfExact(window: Window, index: i64, sinceS: f64): f64 {
  return index - oldestIndex(window) < window.head - index
    ? secondsByShape(window, index, sinceS)
    : secondsByCell(window, index, sinceS);
}

function secondsByShape(window: Window, index: i64, sinceS: f64): f64 {
  countBefore(window, index, sinceS, -1.0);
  let seconds = 0.0;
  const end = shapesEnd(window);
  for (let at = shapesOf(window); at < end; at += OFFERED_SHAPE_BYTES) {
    const shape = changetype<OfferedShape>(at);
    if (shape.count > 0.0) seconds += shape.count * priceOf(shape);
  }
  countBefore(window, index, sinceS, 1.0);
  return seconds;
}

/** Takes exact cells before the cut out of the counts of their shapes (-1), or puts them back (1). */
function countBefore(window: Window, index: i64, sinceS: f64, sign: f64): void {
  const cutIndex = indexOf(sinceS, window.bucketS);
  let bucket = bucketAtIndex(window, oldestIndex(window));
  for (let before = oldestIndex(window); before < index; before++) {
    countCells(bucket, Infinity, sign);
    bucket = bucketAfter(window, bucket);
  }
  if (index == cutIndex) countCells(bucket, sinceS, sign);
}

function countCells(bucket: Bucket, beforeS: f64, sign: f64): void {
  for (let number = 0; number < bucket.used; number++) {
    const cell = cellAt(bucket, number);
    if (cell.count > 0.0 && cell.last < beforeS) changetype<OfferedShape>(shapeOf(cell)).count += sign * cell.count;
  }
}

function secondsByCell(window: Window, index: i64, sinceS: f64): f64 {
  let seconds = 0.0;
  let bucket = bucketAtIndex(window, index);
  for (let later = index; later <= window.head; later++) {
    for (let number = 0; number < bucket.used; number++) {
      const cell = cellAt(bucket, number);
      if (within(cell, sinceS)) seconds += cell.count * priceOf(changetype<OfferedShape>(shapeOf(cell)));
    }
    bucket = bucketAfter(window, bucket);
  }
  return seconds;
}

function secondsOfCohorts(window: Window, index: i64, sinceS: f64): f64 {
  let seconds = 0.0;
  let bucket = bucketAtIndex(window, index);
  for (let later = index; later <= window.head; later++) {
    const cell = overflowOf(window, bucket);
    if (within(cell, sinceS)) seconds += cell.count * priceOfCohort(bucket, changetype<usize>(cell));
    bucket = bucketAfter(window, bucket);
  }
  return seconds;
}

function priceOf(shape: OfferedShape): f64 {
  // NaN: it is not priced.
  if (shape.price != shape.price) {
    shape.output = <u32>expectedOutput(shape.input, shape.requested);
    shape.price = evaluate(shape.input, shape.output);
  }
  if (shape.price <= 0.0) gaps |= gapOf(shape.output);
  return shape.price;
}

function priceOfCohort(bucket: Bucket, cell: usize): f64 {
  const cohort = changetype<OfferedCohort>(cell);
  if (cohort.price != cohort.price || bucket.pricedAs != generation) {
    bucket.pricedAs = generation;
    cohort.price = evaluate(cohort.a, cohort.b);
  }
  if (cohort.price <= 0.0) gaps |= gapOf(cohort.b);
  return cohort.price;
}

function evaluate(input: u32, output: u32): f64 {
  const tokens = <f64>output;
  return output == 0 ? 0.0 : decodeSecondsOf(tpotS, budgetS, <f64>input + tokens / 2.0, tokens, correction);
}

function gapOf(output: u32): u32 {
  return output == 0 ? GAP_OUTPUT_UNKNOWN : GAP_DECODE_DOMAIN;
}
