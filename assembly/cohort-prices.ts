/** The decode work of overflow cells (semantics, section 6). Each bucket keeps the price of its own cell. */
import { UNKNOWN_OUTPUT } from "./offered-shapes";
import { gapOf, pricesGeneration, unitSeconds } from "./shape-prices";
import { Bucket, Window, bucketAtIndex, firstIndex } from "./window-structs";

let gaps: u32 = 0;

/** Why the last `secondsOfCohorts` is incomplete. */
export function gapsOfCohorts(): u32 {
  return gaps;
}

/** Engine-seconds of decode of all overflow cells that are not wholly before the cut. */
export function secondsOfCohorts(window: Window, cutIndex: i64, sinceS: f64): f64 {
  gaps = 0;
  let seconds = 0.0;
  let index = firstIndex(window, sinceS);
  if (index == cutIndex && !window.overflowOf(bucketAtIndex(window, index)).within(sinceS)) index++;
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (bucket.cohortPricedAs != pricesGeneration()) priceCohort(window, bucket);
    seconds += bucket.cohortS;
    gaps |= bucket.cohortGaps;
    bucket = window.bucketAfter(bucket);
  }
  return seconds;
}

function priceCohort(window: Window, bucket: Bucket): void {
  const cohort = window.overflowOf(bucket);
  bucket.cohortPricedAs = pricesGeneration();
  bucket.cohortS = 0.0;
  bucket.cohortGaps = 0;
  if (cohort.count <= 0.0) return;
  const output = cohort.b == 0 ? UNKNOWN_OUTPUT : cohort.b;
  bucket.cohortS = cohort.count * unitSeconds(cohort.a, output);
  if (bucket.cohortS <= 0.0) bucket.cohortGaps = gapOf(output);
}
