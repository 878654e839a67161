/**
 * The decode cost of one request of each distinct shape of an expected-decode window, computed again only when
 * something changes it.
 */
import { GAP_DECODE_DOMAIN, GAP_OUTPUT_UNKNOWN } from "./codes";
import { OFFERED_SHAPE_BYTES } from "./layout";
import { estimatesVersion, expectedOutput } from "./estimates";
import { OfferedShape, ShapeTable, UNKNOWN_OUTPUT, shapesOf } from "./offered-shapes";
import { decodeSecondsOf, profilesVersion } from "./profile-set";
import { Window } from "./window-structs";

/** Inputs of prices, besides shapes and expected outputs. */
let tpotS: f64 = 0.0;
let correction: f64 = 0.0;
let budgetS: f64 = 0.0;
let profiles: u32 = 0;
let estimates: u32 = 0;
let generation: u32 = 0;
let version: u32 = 0;

/** Changes with profiles, TPOT SLO and correction: a cohort's price is of one generation. */
export function pricesGeneration(): u32 {
  return generation;
}

/** Changes whenever the price of a shape does: a bucket's price is of one version. */
export function pricesVersion(): u32 {
  return version;
}

/** Afterwards every shape that has a count has a price, and the sum counts it. */
export function renewPrices(window: Window, tpotSloS: f64, decodeCorrection: f64): void {
  const shapes = shapesOf(window);
  if (tpotSloS != tpotS || decodeCorrection != correction || profiles != profilesVersion()) {
    tpotS = tpotSloS;
    correction = decodeCorrection;
    budgetS = tpotSloS / decodeCorrection;
    profiles = profilesVersion();
    generation++;
    priceAll(shapes);
  } else if (estimates != estimatesVersion()) {
    priceOtherOutputs(shapes);
  }
  estimates = estimatesVersion();
  for (let at = shapes.takeChanged(); at != 0; at = shapes.takeChanged()) {
    const shape = changetype<OfferedShape>(at);
    if (shape.count <= 0.0) shapes.forget(shape);
    else if (isPriced(shape)) shapes.sumUp(shape, shape.count);
    else priceAnew(shapes, shape);
  }
}

/** Prices all shapes, and sums them from zero, so that nothing drifts for long. */
function priceAll(shapes: ShapeTable): void {
  version++;
  shapes.clearSum();
  for (let at = shapes.first; at < shapes.end; at += OFFERED_SHAPE_BYTES) {
    const shape = changetype<OfferedShape>(at);
    shape.summed = 0.0;
    if (shape.count > 0.0) priceAnew(shapes, shape);
  }
}

/** Prices the shapes whose expected output has changed. */
function priceOtherOutputs(shapes: ShapeTable): void {
  let any = false;
  for (let at = shapes.first; at < shapes.end; at += OFFERED_SHAPE_BYTES) {
    const shape = changetype<OfferedShape>(at);
    // A free shape, or one without a price, gets a price when it comes.
    if (shape.count <= 0.0 || !isPriced(shape) || shape.output == outputOf(shape)) continue;
    priceAnew(shapes, shape);
    any = true;
  }
  if (any) version++;
}

function priceAnew(shapes: ShapeTable, shape: OfferedShape): void {
  shapes.sumUp(shape, 0.0);
  shape.output = outputOf(shape);
  shape.price = unitSeconds(shape.input, shape.output);
  shapes.sumUp(shape, shape.count);
}

function isPriced(shape: OfferedShape): bool {
  return shape.price >= 0.0;
}

function outputOf(shape: OfferedShape): u32 {
  const output = expectedOutput(shape.input, shape.requested);
  return output < 0.0 ? UNKNOWN_OUTPUT : <u32>output;
}

/** Engine-seconds of decode of one request; 0: it has no price. */
export function unitSeconds(input: u32, output: u32): f64 {
  if (output == 0 || output == UNKNOWN_OUTPUT) return 0.0;
  const tokens = <f64>output;
  return decodeSecondsOf(tpotS, budgetS, <f64>input + tokens / 2.0, tokens, correction);
}

/** Why a shape has no price: its output is not known, or it lies outside what the profiles measured. 0: it needs none. */
export function gapOf(output: u32): u32 {
  if (output == 0) return 0;
  return output == UNKNOWN_OUTPUT ? GAP_OUTPUT_UNKNOWN : GAP_DECODE_DOMAIN;
}
