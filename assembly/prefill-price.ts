/** Prefill work of the arrivals (semantics, section 6). */
import { GAP_PREFILL_DOMAIN } from "./layout";
import { allCoverPrefill, meanPrefillS, meanTtftA, meanTtftB, meanTtftC, profileCount } from "./profile-set";
import { cutIn, firstIndex } from "./queries";
import { indexOf } from "./ring";
import { takeTotals, totalBucket } from "./totals";
import { Bucket, Window, bucketAtIndex } from "./window-structs";

let gaps: u32 = 0;

/** What the last `prefillSeconds` could not price. */
export function prefillGaps(): u32 {
  return gaps;
}

/**
 * Prefill seconds of the arrivals since the cut, each at the mean of the profiles: a quadratic in the input, so that
 * three sums tell it, unless some input lies outside the profiles' domain.
 */
export function prefillSeconds(window: Window, sinceS: f64, nowS: f64): f64 {
  gaps = 0;
  const totals = takeTotals(window, sinceS, nowS);
  if (profileCount() == 0 || totals.counted == 0.0) return 0.0;
  return allCoverPrefill(totals.least) && allCoverPrefill(totals.largest)
    ? secondsOf(totals.sumOfSquares, totals.sum, totals.counted)
    : secondsByBucket(window, sinceS);
}

function secondsByBucket(window: Window, sinceS: f64): f64 {
  let seconds = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (bucket.count > 0.0) seconds += secondsOfBucket(window, bucket, cutIn(index, cutIndex, sinceS));
    bucket = window.bucketAfter(bucket);
  }
  return seconds;
}

function secondsOfBucket(window: Window, bucket: Bucket, cutS: f64): f64 {
  if (cutS > -Infinity) return secondsByCell(window, bucket, cutS);
  totalBucket(window, bucket);
  return allCoverPrefill(bucket.least) && allCoverPrefill(bucket.largest)
    ? secondsOf(bucket.sumOfSquares, bucket.sum, bucket.count)
    : secondsByCell(window, bucket, cutS);
}

function secondsByCell(window: Window, bucket: Bucket, cutS: f64): f64 {
  let seconds = 0.0;
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    if (!cell.within(cutS)) continue;
    const tokens = <f64>cell.a;
    if (allCoverPrefill(tokens)) seconds += cell.count * meanPrefillS(tokens);
    else gaps |= GAP_PREFILL_DOMAIN;
  }
  return seconds;
}

function secondsOf(sumOfSquares: f64, sum: f64, count: f64): f64 {
  return meanTtftA() * sumOfSquares + meanTtftB() * sum + meanTtftC() * count;
}
