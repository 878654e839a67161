/** Prefill work of the arrivals (semantics, section 6). */
import { totalBucket } from "./bucket-totals";
import { GAP_PREFILL_DOMAIN } from "./codes";
import {
  allCoverPrefill,
  arePricedPlainly,
  meanTtftA,
  meanTtftB,
  meanTtftC,
  pricedPrefillS,
  profileCount,
  profilesVersion,
} from "./profile-set";
import { takeTotals } from "./totals";
import { Bucket, Window, bucketAtIndex, firstIndex } from "./window-structs";

let gaps: u32 = 0;

/** Why the last `prefillSeconds` is incomplete. */
export function prefillGaps(): u32 {
  return gaps;
}

/**
 * Prefill seconds of the arrivals since the cut, each at the mean of the profiles: a quadratic in the input, so that
 * three sums are enough, unless some input is not priced at its own length.
 */
export function prefillSeconds(window: Window, sinceS: f64, nowS: f64): f64 {
  gaps = 0;
  const totals = takeTotals(window, sinceS, nowS);
  if (profileCount() == 0 || totals.counted == 0.0) return 0.0;
  if (arePricedPlainly(totals.least, totals.largest)) {
    return secondsOf(totals.sumOfSquares, totals.sum, totals.counted);
  }
  if (!allCoverPrefill(totals.largest)) gaps = GAP_PREFILL_DOMAIN;
  return secondsByBucket(window, sinceS);
}

function secondsByBucket(window: Window, sinceS: f64): f64 {
  let index = firstIndex(window, sinceS);
  const seconds = secondsByCell(window, bucketAtIndex(window, index++), sinceS);
  if (index > window.head) return seconds;
  return seconds + secondsOfMiddle(window, index) + secondsOfBucket(window, changetype<Bucket>(window.headBucket));
}

/** The cost of the buckets between the cut and the head, and the first index, change and profiles that it is of. */
let middleS: f64 = 0.0;
let middleFrom: i64 = 0;
let middleChanges: f64 = NaN;
let middleProfiles: u32 = 0;

/** These buckets change rarely: their cost is kept. */
function secondsOfMiddle(window: Window, from: i64): f64 {
  if (middleFrom != from || middleChanges != window.changes || middleProfiles != profilesVersion()) {
    middleFrom = from;
    middleChanges = window.changes;
    middleProfiles = profilesVersion();
    middleS = 0.0;
    let bucket = bucketAtIndex(window, from);
    for (let index = from; index < window.head; index++) {
      if (bucket.count > 0.0) middleS += secondsOfBucket(window, bucket);
      bucket = window.bucketAfter(bucket);
    }
  }
  return middleS;
}

function secondsOfBucket(window: Window, bucket: Bucket): f64 {
  totalBucket(window, bucket);
  const sums = bucket.sums;
  return arePricedPlainly(sums.least, sums.largest)
    ? secondsOf(sums.sumOfSquares, sums.sum, bucket.count)
    : secondsByCell(window, bucket, -Infinity);
}

function secondsByCell(window: Window, bucket: Bucket, cutS: f64): f64 {
  let seconds = 0.0;
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    const tokens = <f64>cell.a;
    if (cell.within(cutS) && allCoverPrefill(tokens)) seconds += cell.count * pricedPrefillS(tokens);
  }
  return seconds;
}

function secondsOf(sumOfSquares: f64, sum: f64, count: f64): f64 {
  return meanTtftA() * sumOfSquares + meanTtftB() * sum + meanTtftC() * count;
}
