/**
 * Prices of decode shapes (semantics, section 6), remembered: with many kinds of engines a price costs one evaluation
 * of each, and the same shapes come again in bucket after bucket.
 */
import { SHAPE_PRICES_BASE, SHAPE_PRICE_BYTES, SHAPE_PRICE_SLOTS } from "./layout";
import { decodeSecondsOf, profileCount } from "./profile-set";

@unmanaged
class ShapePrice {
  price: f64;
  input: u32;
  output: u32;
  version: u32;
  padding: u32;
}

/** Kinds of engines from which remembering is cheaper than evaluating. */
const WORTHWHILE = 3;

let version: u32 = 0;
let tpotS: f64 = 0.0;
let correction: f64 = 0.0;
let budgetS: f64 = 0.0;

/** Forgets all prices: profiles, promise or correction have changed. */
export function renewShapePrices(tpotSloS: f64, decodeCorrection: f64): void {
  if (offsetof<ShapePrice>() != SHAPE_PRICE_BYTES) ERROR("ShapePrice drifted from layout.ts");
  version++;
  tpotS = tpotSloS;
  correction = decodeCorrection;
  budgetS = tpotSloS / decodeCorrection;
}

/** Changes when all prices do. */
export function shapePricesVersion(): u32 {
  return version;
}

/** Engine-seconds of decode of one request of the shape; 0 where no profile has capacity for it. */
export function priceOfShape(input: u32, output: u32): f64 {
  if (profileCount() < WORTHWHILE) return evaluate(input, output);
  const slot = (((input * 0x9e3779b1) ^ (output * 0x85ebca6b)) >> 7) & (SHAPE_PRICE_SLOTS + -1);
  const known = changetype<ShapePrice>(<usize>(SHAPE_PRICES_BASE + <i32>slot * SHAPE_PRICE_BYTES));
  if (known.version == version && known.input == input && known.output == output) return known.price;
  known.version = version;
  known.input = input;
  known.output = output;
  known.price = evaluate(input, output);
  return known.price;
}

function evaluate(input: u32, output: u32): f64 {
  const tokens = <f64>output;
  return decodeSecondsOf(tpotS, budgetS, <f64>input + tokens / 2.0, tokens, correction);
}
