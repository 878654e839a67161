/** Demand in engine equivalents (semantics, section 6). */
import {
  GAP_PENDING,
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
import { decodeGaps, decodeSeconds } from "./decode-price";
import { prefillGaps, prefillSeconds } from "./prefill-price";
import { profileCount } from "./profile-set";
import { count } from "./queries";
import { takeTotals } from "./totals";
import { Window } from "./window-structs";

@unmanaged
class Price {
  prefill: f64;
  decode: f64;
  resident: f64;
  expected: f64;
  gaps: f64;
}

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
  let gaps: u32 = 0;
  if (profileCount() == 0) gaps |= GAP_PROFILES;
  if (pending > 0.0) gaps |= GAP_PENDING;
  if (count(unsized, cutS, nowS) > 0.0) gaps |= GAP_UNSIZED;
  const result = changetype<Price>(PRICE_BASE);
  result.prefill = prefillSeconds(arrivals, cutS, nowS) / spanS;
  result.expected = decodeSeconds(expected, cutS, nowS, tpotSloS, correction) / spanS;
  gaps |= prefillGaps() | decodeGaps();
  result.resident = resident;
  result.decode = max<f64>(resident, result.expected);
  result.gaps = <f64>gaps;
}

/** The count-weighted mean of a residency window's samples since `cutS`, 0 if it has none. */
export function meanResidency(window: Window, cutS: f64, nowS: f64): f64 {
  const totals = takeTotals(window, cutS, nowS);
  return totals.counted > 0.0 ? totals.sum / totals.counted : 0.0;
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
