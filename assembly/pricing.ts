/** Demand in engine equivalents (semantics, section 6). */
import { GAP_PROFILES, GAP_UNSIZED } from "./codes";
import { decodeGaps, decodeSeconds } from "./decode-price";
import { prefillGaps, prefillSeconds } from "./prefill-price";
import { profileCount } from "./profile-set";
import { count } from "./queries";
import { Price, resultOf } from "./results";
import { takeTotals } from "./totals";
import { Window } from "./window-structs";

/**
 * Prices the demand since `cutS` over `spanS` seconds as a Price, with the learned outputs and the profiles in force.
 * Observations in `unsized` make it incomplete.
 */
export function price(
  arrivals: Window,
  expected: Window,
  unsized: Window,
  cutS: f64,
  spanS: f64,
  nowS: f64,
  tpotSloS: f64,
  correction: f64,
): void {
  let gaps: u32 = 0;
  if (profileCount() == 0) gaps |= GAP_PROFILES;
  if (count(unsized, cutS, nowS) > 0.0) gaps |= GAP_UNSIZED;
  const result = resultOf<Price>();
  result.prefill = prefillSeconds(arrivals, cutS, nowS) / spanS;
  result.expected = decodeSeconds(expected, cutS, nowS, tpotSloS, correction) / spanS;
  result.gaps = <f64>(gaps | prefillGaps() | decodeGaps());
}

/** The count-weighted mean of a residency window's samples since `cutS`, 0 if it has none. */
export function meanResidency(window: Window, cutS: f64, nowS: f64): f64 {
  const totals = takeTotals(window, cutS, nowS);
  return totals.counted > 0.0 ? totals.sum / totals.counted : 0.0;
}
