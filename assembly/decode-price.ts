/**
 * Decode work that the arrivals will need (semantics, section 6): the cost of their shapes and of the overflow cells.
 * For a cut near the window's start it is the sum over all shapes, less the few before the cut; for a later cut, a sum
 * over the shapes after it.
 */
import { gapsOfCohorts, secondsOfCohorts } from "./cohort-prices";
import { gapsAfter, secondsAfter } from "./later-shapes";
import { GAP_DECODE_DOMAIN, GAP_OUTPUT_UNKNOWN } from "./codes";
import { prune } from "./head";
import { OfferedShape, UNKNOWN_OUTPUT, shapeOf, shapesOf } from "./offered-shapes";
import { profileCount } from "./profile-set";
import { indexOf } from "./ring";
import { gapOf, pricesVersion, renewPrices } from "./shape-prices";
import { Bucket, Window, bucketAtIndex, oldestIndex } from "./window-structs";

let gaps: u32 = 0;

/** Why the last `decodeSeconds` is incomplete. */
export function decodeGaps(): u32 {
  return gaps;
}

/** The last result: valid until an observation comes or goes, or a price changes. */
@unmanaged
class CachedPrice {
  sinceS: f64;
  added: f64;
  gone: f64;
  seconds: f64;
  version: u32;
  gaps: u32;

  @inline
  holds(window: Window, sinceS: f64): bool {
    return (
      this.sinceS == sinceS &&
      this.added == window.everAdded &&
      this.gone == window.everGone &&
      this.version == pricesVersion()
    );
  }

  keep(window: Window, sinceS: f64, seconds: f64, gaps: u32): void {
    this.sinceS = sinceS;
    this.added = window.everAdded;
    this.gone = window.everGone;
    this.version = pricesVersion();
    this.seconds = seconds;
    this.gaps = gaps;
  }
}

/** A decision asks for both kinds of cut. */
const ofWhole = changetype<CachedPrice>(memory.data(offsetof<CachedPrice>()));
const ofLater = changetype<CachedPrice>(memory.data(offsetof<CachedPrice>()));

/** Engine-seconds of decode that the arrivals since the cut will need. */
export function decodeSeconds(window: Window, sinceS: f64, nowS: f64, tpotSloS: f64, decodeCorrection: f64): f64 {
  prune(window, nowS);
  gaps = 0;
  if (profileCount() == 0) return 0.0;
  renewPrices(window, tpotSloS, decodeCorrection);
  const cutIndex = indexOf(sinceS, window.bucketS);
  const later = cutIndex > oldestIndex(window) + 1;
  const cached = later ? ofLater : ofWhole;
  if (!cached.holds(window, sinceS)) {
    const shapesS = later ? secondsSince(window, cutIndex, sinceS) : secondsOfWhole(window, cutIndex, sinceS);
    const seconds = shapesS + secondsOfCohorts(window, cutIndex, sinceS);
    cached.keep(window, sinceS, seconds, gaps | gapsOfCohorts());
  }
  gaps = cached.gaps;
  return cached.seconds;
}

/** The cost of all cells of shapes, less those wholly before a cut near the window's start. */
function secondsOfWhole(window: Window, cutIndex: i64, sinceS: f64): f64 {
  takeBefore(window, cutIndex, sinceS);
  const shapes = shapesOf(window);
  // The difference of nearly equal sums has few digits.
  if (beforeS > shapes.cost.high / 2.0) return secondsSince(window, cutIndex, sinceS);
  if (shapes.outputUnknown > unknownBefore) gaps |= GAP_OUTPUT_UNKNOWN;
  if (shapes.outOfDomain > outsideBefore) gaps |= GAP_DECODE_DOMAIN;
  return shapes.cost.high - beforeS;
}

/** The cost of cells of shapes wholly before the cut, and how many of their observations have no price. */
let beforeS: f64 = 0.0;
let unknownBefore: f64 = 0.0;
let outsideBefore: f64 = 0.0;

function takeBefore(window: Window, cutIndex: i64, sinceS: f64): void {
  beforeS = unknownBefore = outsideBefore = 0.0;
  let bucket = bucketAtIndex(window, oldestIndex(window));
  for (let index = oldestIndex(window); index <= cutIndex; index++) {
    for (let number = 0; number < bucket.used; number++) {
      const cell = bucket.cellAt(number);
      if (cell.count > 0.0 && cell.last < sinceS) addBefore(shapeOf(cell), cell.count);
    }
    bucket = window.bucketAfter(bucket);
  }
}

function addBefore(shape: OfferedShape, count: f64): void {
  if (shape.price > 0.0) beforeS += count * shape.price;
  else if (shape.output == UNKNOWN_OUTPUT) unknownBefore += count;
  else if (shape.output > 0) outsideBefore += count;
}

/** The cost of cells of shapes since a cut in a bucket that is kept, or after the head. */
function secondsSince(window: Window, cutIndex: i64, sinceS: f64): f64 {
  if (cutIndex > window.head) return 0.0;
  const seconds = secondsIn(bucketAtIndex(window, cutIndex), sinceS) + secondsAfter(window, cutIndex);
  gaps |= gapsAfter();
  return seconds;
}

function secondsIn(bucket: Bucket, sinceS: f64): f64 {
  let seconds = 0.0;
  for (let number = 0; number < bucket.used; number++) {
    const cell = bucket.cellAt(number);
    if (!cell.within(sinceS)) continue;
    const shape = shapeOf(cell);
    if (shape.price > 0.0) seconds += cell.count * shape.price;
    else gaps |= gapOf(shape.output);
  }
  return seconds;
}
