/**
 * Decode work that the arrivals will need (semantics, section 6). Each distinct shape of the window is priced once, and
 * anew only when something changes its price; each bucket is summed once, and anew when it or a price has changed.
 */
import { CELL_BYTES, GAP_DECODE_DOMAIN, GAP_OUTPUT_UNKNOWN, OFFERED_BYTES, OFFERED_SHAPE_BYTES } from "./layout";
import { estimatesVersion, expectedOutput } from "./estimates";
import { OfferedShape, shapesEnd, shapesOf } from "./offered-shapes";
import { decodeSecondsOf, profileCount, profilesVersion } from "./profile-set";
import { firstIndex } from "./queries";
import { indexOf } from "./ring";
import { prune, shapeOf } from "./window";
import { Bucket, Cell, OfferedCohort, Window, bucketAtIndex, oldestIndex } from "./window-structs";

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
/** Changes with every change of these but the estimates: a cohort's price is of one generation. */
let generation: u32 = 0;
/** Changes when a shape's price does: a bucket's price is of one version. */
let version: u32 = 0;

/** Engine-seconds of decode that the arrivals since the cut will need. */
export function decodeSeconds(window: Window, sinceS: f64, nowS: f64, tpotSloS: f64, decodeCorrection: f64): f64 {
  prune(window, nowS);
  gaps = 0;
  if (profileCount() == 0) return 0.0;
  renewPrices(window, tpotSloS, decodeCorrection);
  let seconds = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (index == cutIndex) seconds += secondsSince(window, bucket, sinceS);
    else if (bucket.count > 0.0) seconds += secondsOf(window, bucket);
    bucket = window.bucketAfter(bucket);
  }
  return seconds;
}

function renewPrices(window: Window, tpotSloS: f64, decodeCorrection: f64): void {
  if (tpotSloS != tpotS || decodeCorrection != correction || profiles != profilesVersion()) {
    tpotS = tpotSloS;
    correction = decodeCorrection;
    budgetS = tpotSloS / decodeCorrection;
    profiles = profilesVersion();
    generation++;
    version++;
    for (let at = shapesOf(window); at < shapesEnd(window); at += OFFERED_SHAPE_BYTES) {
      changetype<OfferedShape>(at).price = NaN;
    }
  } else if (estimates != estimatesVersion()) {
    if (forgetOtherOutputs(window)) version++;
  }
  estimates = estimatesVersion();
  if (window.binned) renewTops(window);
}

/** The largest input and request of the window: no end of a bin says more. */
let topInput: u32 = u32.MAX_VALUE;
let topRequested: u32 = u32.MAX_VALUE;

function renewTops(window: Window): void {
  const inputBefore = topInput;
  const requestedBefore = topRequested;
  topInput = topRequested = 0;
  let bucket = bucketAtIndex(window, oldestIndex(window));
  for (let slot = 0; slot < window.slots; slot++) {
    topInput = max<u32>(topInput, bucket.topA);
    topRequested = max<u32>(topRequested, bucket.topB);
    bucket = window.bucketAfter(bucket);
  }
  if (topInput == inputBefore && topRequested == requestedBefore) return;
  forgetBeyond(window, min<u32>(topInput, inputBefore), min<u32>(topRequested, requestedBefore));
}

/** Forgets the prices of shapes beyond a top that has changed. */
function forgetBeyond(window: Window, input: u32, requested: u32): void {
  for (let at = shapesOf(window); at < shapesEnd(window); at += OFFERED_SHAPE_BYTES) {
    const shape = changetype<OfferedShape>(at);
    if (!isPriced(shape) || (shape.input <= input && shape.requested <= requested)) continue;
    shape.price = NaN;
    version++;
  }
}

/** Forgets the prices of shapes of which another output is expected by now; whether there were any. */
function forgetOtherOutputs(window: Window): bool {
  let any = false;
  for (let at = shapesOf(window); at < shapesEnd(window); at += OFFERED_SHAPE_BYTES) {
    const shape = changetype<OfferedShape>(at);
    // What is free or has no price yet loses none: no bucket need be summed anew for it.
    if (!isPriced(shape) || shape.output == outputOf(shape)) continue;
    shape.price = NaN;
    any = true;
  }
  return any;
}

function isPriced(shape: OfferedShape): bool {
  return shape.count > 0.0 && shape.price >= 0.0;
}

/** The whole bucket: as it was summed last, if nothing has changed. */
function secondsOf(window: Window, bucket: Bucket): f64 {
  if (bucket.pricedAs != version || bucket.pricedCount != bucket.count) priceBucket(window, bucket);
  gaps |= bucket.gaps;
  return bucket.price;
}

function priceBucket(window: Window, bucket: Bucket): void {
  const others = gaps;
  gaps = 0;
  bucket.price = secondsSince(window, bucket, -Infinity);
  bucket.gaps = gaps;
  bucket.pricedCount = bucket.count;
  bucket.pricedAs = version;
  gaps |= others;
}

function secondsSince(window: Window, bucket: Bucket, sinceS: f64): f64 {
  let seconds = 0.0;
  let cell = bucket.cells;
  for (let number = 0; number < bucket.used; number++) {
    if (changetype<Cell>(cell).within(sinceS)) {
      const price = changetype<OfferedShape>(shapeOf(changetype<Cell>(cell))).price;
      seconds += changetype<Cell>(cell).count * (price > 0.0 ? price : priceOf(shapeOf(changetype<Cell>(cell))));
    }
    cell += CELL_BYTES + OFFERED_BYTES;
  }
  const cohort = window.overflowOf(bucket);
  return cohort.within(sinceS) ? seconds + cohort.count * priceOfCohort(bucket, cohort) : seconds;
}

/** The price of a shape that has none, or of which it is 0. */
function priceOf(at: usize): f64 {
  const shape = changetype<OfferedShape>(at);
  if (!(shape.price >= 0.0)) {
    shape.output = outputOf(shape);
    shape.price = evaluate(min<u32>(shape.input, topInput), shape.output);
  }
  if (shape.price <= 0.0) gaps |= gapOf(shape.output);
  return shape.price;
}

function outputOf(shape: OfferedShape): u32 {
  return <u32>expectedOutput(shape.input, min<u32>(shape.requested, topRequested));
}

function priceOfCohort(bucket: Bucket, cell: Cell): f64 {
  const cohort = changetype<OfferedCohort>(changetype<usize>(cell));
  if (!(cohort.price >= 0.0) || bucket.cohortPricedAs != generation) {
    bucket.cohortPricedAs = generation;
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
