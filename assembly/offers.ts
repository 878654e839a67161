/**
 * Offers in the windows that count them (semantics, section 3): in arrivals, and in expected decode where the requested
 * output is known. The host makes one call for both. Where an offer is counted is one number: the cell of its arrival in
 * the low half, that of its decode in the high one, each with OFFER_BIAS added, so that the statuses below 0 fit in.
 */
import { OFFER_BIAS, OFFER_HALF, UNCOUNTED } from "./codes";
import { add, replace } from "./window";
import { Window } from "./window-structs";

let arrivals: usize = 0;
let expected: usize = 0;

/** Names the windows that count offers. */
export function countOffersIn(arrivalsWindow: Window, expectedWindow: Window): void {
  arrivals = changetype<usize>(arrivalsWindow);
  expected = changetype<usize>(expectedWindow);
}

/** Counts an offer; where from now on. */
export function offerAdd(prefill: u32, input: u32, requested: u32, known: bool, atS: f64, nowS: f64): u32 {
  const arrival = add(changetype<Window>(arrivals), prefill, 0, 0, atS, nowS);
  return both(arrival, known ? add(changetype<Window>(expected), input, requested, 0, atS, nowS) : UNCOUNTED);
}

/** Reprices an offer; where it is counted from now on. */
export function offerReplace(
  cells: u32,
  prefill: u32,
  input: u32,
  requested: u32,
  known: bool,
  atS: f64,
  nowS: f64,
): u32 {
  let arrival = <i32>(cells & OFFER_HALF) - OFFER_BIAS;
  let decode = <i32>(cells >> 16) - OFFER_BIAS;
  if (arrival >= 0) arrival = replace(changetype<Window>(arrivals), arrival, prefill, 0, 0, atS, nowS);
  if (known) {
    const window = changetype<Window>(expected);
    if (decode >= 0) decode = replace(window, decode, input, requested, 0, atS, nowS);
    else if (decode == UNCOUNTED) decode = add(window, input, requested, 0, atS, nowS);
  }
  return both(arrival, decode);
}

function both(arrival: i32, decode: i32): u32 {
  return (arrival + OFFER_BIAS) | ((decode + OFFER_BIAS) << 16);
}
