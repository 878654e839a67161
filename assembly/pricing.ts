/** Demand in engine equivalents (semantics, section 6). */
import {
  GAP_DECODE_DOMAIN,
  GAP_OUTPUT_UNKNOWN,
  GAP_PENDING,
  GAP_PREFILL_DOMAIN,
  GAP_PROFILES,
  GAP_UNSIZED,
  PRICE_BASE,
  PRICE_BYTES,
  PRICE_DECODE,
  PRICE_EXPECTED,
  PRICE_GAPS,
  PRICE_PREFILL,
  PRICE_RESIDENT,
} from "./layout";
import { estimatesVersion, expectedOutput } from "./estimates";
import {
  allCoverPrefill,
  meanPrefillS,
  meanTtftA,
  meanTtftB,
  meanTtftC,
  profileCount,
  profilesVersion,
} from "./profile-set";
import { priceOfShape, renewShapePrices, shapePricesVersion } from "./shape-prices";
import { count, cutIn, firstCell, firstIndex, isLive, nextCell, within } from "./queries";
import { indexOf } from "./ring";
import { largestValue, leastValue, takeBucket, takeTotals, totalCount, totalSum, totalSumOfSquares } from "./totals";
import { Bucket, Cell, Window, bucketAfter, bucketAtIndex, cellAt, prune } from "./window";

@unmanaged
class Price {
  prefill: f64;
  decode: f64;
  resident: f64;
  expected: f64;
  gaps: f64;
}

let gaps: u32 = 0;

/**
 * Prices the demand since `cutS` over `spanS` seconds, with the learned outputs and the profiles in force; the result
 * is in the price region. `pending` offers and what lies in `unsized` make it incomplete.
 */
export function price(
  arrivals: Window,
  expected: Window,
  unsized: Window,
  cutS: f64,
  spanS: f64,
  nowS: f64,
  pending: f64,
  tpotSloS: f64,
  correction: f64,
  resident: f64,
): void {
  checkLayout();
  gaps = 0;
  if (profileCount() == 0) gaps |= GAP_PROFILES;
  if (pending > 0.0) gaps |= GAP_PENDING;
  if (count(unsized, cutS, nowS) > 0.0) gaps |= GAP_UNSIZED;
  const result = changetype<Price>(PRICE_BASE);
  result.prefill = prefillSeconds(arrivals, cutS, nowS) / spanS;
  result.expected = decodeSeconds(expected, cutS, nowS, tpotSloS, correction) / spanS;
  result.resident = resident;
  result.decode = max<f64>(resident, result.expected);
  result.gaps = <f64>gaps;
}

/** The count-weighted mean of a residency window's samples since `cutS`, 0 if it has none. */
export function meanResidency(window: Window, cutS: f64, nowS: f64): f64 {
  takeTotals(window, cutS, nowS);
  return totalCount() > 0.0 ? totalSum() / totalCount() : 0.0;
}

/**
 * Prefill seconds of the arrivals since the cut, each at the mean of the profiles: a quadratic in the input, so that
 * three sums of a bucket tell it, unless some input lies outside the profiles' domain.
 */
function prefillSeconds(window: Window, sinceS: f64, nowS: f64): f64 {
  prune(window, nowS);
  if (profileCount() == 0) return 0.0;
  let seconds = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (isLive(bucket, index)) seconds += prefillOfBucket(window, bucket, cutIn(index, cutIndex, sinceS));
    bucket = bucketAfter(window, bucket);
  }
  return seconds;
}

function prefillOfBucket(window: Window, bucket: Bucket, cutS: f64): f64 {
  takeBucket(window, bucket, cutS);
  if (totalCount() == 0.0) return 0.0;
  if (!allCoverPrefill(leastValue()) || !allCoverPrefill(largestValue())) {
    return prefillOfCells(window, bucket, cutS);
  }
  return meanTtftA() * totalSumOfSquares() + meanTtftB() * totalSum() + meanTtftC() * totalCount();
}

function prefillOfCells(window: Window, bucket: Bucket, cutS: f64): f64 {
  let seconds = 0.0;
  for (let number = firstCell(window, bucket); number >= 0; number = nextCell(window, bucket, number)) {
    const cell = cellAt(bucket, number);
    if (!within(cell, cutS)) continue;
    if (allCoverPrefill(<f64>cell.a)) seconds += cell.count * meanPrefillS(<f64>cell.a);
    else gaps |= GAP_PREFILL_DOMAIN;
  }
  return seconds;
}

/** Counts the changes of what a price depends on besides its cell: a bucket's price is of one generation. */
let generation: u32 = 0;
let pricedTpotSloS: f64 = 0.0;
let pricedCorrection: f64 = 0.0;
let pricedProfiles: u32 = 0;
let pricedEstimates: u32 = 0;

/** Engine-seconds of decode that the arrivals since the cut will need: prices are kept until something changes them. */
function decodeSeconds(window: Window, sinceS: f64, nowS: f64, tpotSloS: f64, correction: f64): f64 {
  prune(window, nowS);
  if (profileCount() == 0) return 0.0;
  renewGeneration(tpotSloS, correction);
  let seconds = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    if (isLive(bucket, index)) seconds += decodeOfBucket(window, bucket, cutIn(index, cutIndex, sinceS));
    bucket = bucketAfter(window, bucket);
  }
  return seconds;
}

function renewGeneration(tpotSloS: f64, correction: f64): void {
  const profiles = profilesVersion();
  if (tpotSloS != pricedTpotSloS || correction != pricedCorrection || profiles != pricedProfiles) {
    pricedTpotSloS = tpotSloS;
    pricedCorrection = correction;
    pricedProfiles = profiles;
    renewShapePrices(tpotSloS, correction);
    generation++;
  }
  const estimates = estimatesVersion();
  if (estimates != pricedEstimates) {
    pricedEstimates = estimates;
    generation++;
  }
}

function decodeOfBucket(window: Window, bucket: Bucket, cutS: f64): f64 {
  if (bucket.generation != generation) priceBucket(window, bucket);
  if (cutS > -Infinity) return decodeOfCells(window, bucket, cutS);
  gaps |= bucket.gaps;
  return bucket.price;
}

function priceBucket(window: Window, bucket: Bucket): void {
  bucket.price = 0.0;
  bucket.gaps = 0;
  for (let number = firstCell(window, bucket); number >= 0; number = nextCell(window, bucket, number)) {
    const cell = cellAt(bucket, number);
    if (cell.count <= 0.0) continue;
    priceCell(cell, number == window.maxShapes);
    bucket.price += cell.count * cell.price;
    bucket.gaps |= gapOf(cell);
  }
  bucket.generation = generation;
}

/** A cell keeps its price while its shape, its expected output and the shape prices stay. */
function priceCell(cell: Cell, overflow: bool): void {
  const output = overflow ? cell.b : <u32>expectedOutput(cell.a, cell.b);
  if (cell.priced == shapePricesVersion() && cell.output == output) return;
  cell.output = output;
  cell.priced = shapePricesVersion();
  cell.price = output == 0 ? 0.0 : priceOfShape(cell.a, output);
}

function decodeOfCells(window: Window, bucket: Bucket, cutS: f64): f64 {
  let seconds = 0.0;
  for (let number = firstCell(window, bucket); number >= 0; number = nextCell(window, bucket, number)) {
    const cell = cellAt(bucket, number);
    if (!within(cell, cutS)) continue;
    seconds += cell.count * cell.price;
    gaps |= gapOf(cell);
  }
  return seconds;
}

function gapOf(cell: Cell): u32 {
  if (cell.output == 0) return GAP_OUTPUT_UNKNOWN;
  return cell.price > 0.0 ? 0 : GAP_DECODE_DOMAIN;
}

/** Compile-time check that the host's offsets are the struct's. */
function checkLayout(): void {
  if (offsetof<Price>() != PRICE_BYTES) ERROR("Price drifted from layout.ts");
  if (offsetof<Price>("prefill") != PRICE_PREFILL) ERROR("prefill");
  if (offsetof<Price>("decode") != PRICE_DECODE) ERROR("decode");
  if (offsetof<Price>("resident") != PRICE_RESIDENT) ERROR("resident");
  if (offsetof<Price>("expected") != PRICE_EXPECTED) ERROR("expected");
  if (offsetof<Price>("gaps") != PRICE_GAPS) ERROR("gaps");
}
