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
import { expectedOutput } from "./estimates";
import { coversPrefill, decodeRps, prefillS, profileAt, profileCount, totalWeight } from "./profiles";
import { count, cutIn, firstIndex, isCell, within } from "./queries";
import { indexOf } from "./ring";
import { Cell, Window, bucketOf, cellAt, prune, realValue } from "./window";

@unmanaged
class Price {
  prefill: f64;
  decode: f64;
  resident: f64;
  expected: f64;
  gaps: f64;
}

let gaps: i32 = 0;

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
  if (offsetof<Price>() != PRICE_BYTES) ERROR("Price drifted from layout.ts");
  if (offsetof<Price>("prefill") != PRICE_PREFILL) ERROR("prefill");
  if (offsetof<Price>("decode") != PRICE_DECODE) ERROR("decode");
  if (offsetof<Price>("resident") != PRICE_RESIDENT) ERROR("resident");
  if (offsetof<Price>("expected") != PRICE_EXPECTED) ERROR("expected");
  if (offsetof<Price>("gaps") != PRICE_GAPS) ERROR("gaps");
  gaps = 0;
  if (profileCount() == 0) gaps |= GAP_PROFILES;
  if (pending > 0.0) gaps |= GAP_PENDING;
  if (count(unsized, cutS, nowS) > 0.0) gaps |= GAP_UNSIZED;
  const result = changetype<Price>(PRICE_BASE);
  result.prefill = pricePrefill(arrivals, cutS, nowS) / spanS;
  result.expected = priceDecode(expected, cutS, nowS, tpotSloS, correction) / spanS;
  result.resident = resident;
  result.decode = max<f64>(resident, result.expected);
  result.gaps = <f64>gaps;
}

/** The count-weighted mean of a residency window's samples since `cutS`, 0 if it has none. */
export function meanResidency(window: Window, cutS: f64, nowS: f64): f64 {
  prune(window, nowS);
  let weighted = 0.0;
  let total = 0.0;
  const cutIndex = indexOf(cutS, window.bucketS);
  for (let index = firstIndex(window, cutS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, cutS);
    for (let number = 0; number <= window.maxShapes; number++) {
      if (!isCell(window, bucket, number)) continue;
      const cell = cellAt(window, bucket, number);
      if (!within(cell, cut)) continue;
      weighted += cell.count * realValue(cell);
      total += cell.count;
    }
  }
  return total > 0.0 ? weighted / total : 0.0;
}

/** Prefill seconds of the arrivals since the cut, each at the mean of the profiles. */
function pricePrefill(window: Window, sinceS: f64, nowS: f64): f64 {
  prune(window, nowS);
  let seconds = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, sinceS);
    for (let number = 0; number <= window.maxShapes; number++) {
      if (!isCell(window, bucket, number)) continue;
      const cell = cellAt(window, bucket, number);
      if (within(cell, cut)) seconds += cell.count * prefillSeconds(<f64>cell.a);
    }
  }
  return seconds;
}

/** Mean prefill seconds over the profiles; 0, marked incomplete, if one does not cover the input. */
function prefillSeconds(input: f64): f64 {
  const profiles = profileCount();
  if (profiles == 0) return 0.0;
  let seconds = 0.0;
  for (let i = 0; i < profiles; i++) {
    const profile = profileAt(i);
    if (!coversPrefill(profile, input)) {
      gaps |= GAP_PREFILL_DOMAIN;
      return 0.0;
    }
    seconds += profile.weight * prefillS(profile, input);
  }
  return seconds / totalWeight();
}

/** Engine-seconds of decode that the arrivals since the cut will need. */
function priceDecode(window: Window, sinceS: f64, nowS: f64, tpotSloS: f64, correction: f64): f64 {
  prune(window, nowS);
  if (profileCount() == 0) return 0.0;
  let seconds = 0.0;
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, sinceS);
    for (let number = 0; number <= window.maxShapes; number++) {
      if (!isCell(window, bucket, number)) continue;
      const cell = cellAt(window, bucket, number);
      if (!within(cell, cut)) continue;
      seconds += cell.count * decodeSeconds(cell, number == window.maxShapes, tpotSloS, correction);
    }
  }
  return seconds;
}

/** Engine-seconds of one request of a cell; 0, marked incomplete, where output or capacity is unknown. */
function decodeSeconds(cell: Cell, overflow: bool, tpotSloS: f64, correction: f64): f64 {
  const output = overflow ? <f64>cell.b : expectedOutput(cell.a, cell.b);
  if (output <= 0.0) {
    gaps |= GAP_OUTPUT_UNKNOWN;
    return 0.0;
  }
  const capacity = summedRps(<f64>cell.a, output, tpotSloS, correction) / totalWeight();
  if (capacity > 0.0) return 1.0 / capacity;
  gaps |= GAP_DECODE_DOMAIN;
  return 0.0;
}

/** The profiles' decode_rps in sum, at a context of input + output / 2. */
function summedRps(input: f64, output: f64, tpotSloS: f64, correction: f64): f64 {
  let sum = 0.0;
  for (let i = 0; i < profileCount(); i++) {
    const profile = profileAt(i);
    sum += profile.weight * decodeRps(profile, tpotSloS, input + output / 2.0, output, correction);
  }
  return sum;
}
