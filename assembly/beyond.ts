/** Where shapes go beyond the exact ones of a bucket: to bins, to whole octaves, or to the overflow cell. */
import { binEnd, fineBinEnd, octaveEnd } from "./bins";
import { Cell } from "./cell";
import { beginCell, countInto } from "./cells";
import { MERGE_EXPECTED, MERGE_FIRST, MERGE_MAX, MERGE_MAX_REAL } from "./codes";
import { Bucket, Window } from "./window-structs";

/** Counts an observation in its bin; without a cell for it in that of its octave, else in the overflow cell. */
export function putBinned(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  let number = putBin(window, bucket, binOfInput(window.merge, a), binEnd(b), binEnd(c), atS, window.binCells);
  if (number < 0) number = putBin(window, bucket, octaveEnd(a), octaveEnd(b), octaveEnd(c), atS, window.shapeCells);
  return number < 0 ? putOverflow(window, bucket, a, b, c, atS) : number;
}

function binOfInput(merge: i32, tokens: u32): u32 {
  // Output lengths are learned by the octave of the input.
  if (merge == MERGE_FIRST) return octaveEnd(tokens);
  return merge == MERGE_MAX ? fineBinEnd(tokens) : binEnd(tokens);
}

/** The number of the bin's cell; -1 if it has none and none is left among the first `cells`. */
function putBin(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64, cells: i32): i32 {
  const slot = window.slotOfShape(bucket, a, b, c);
  const number = bucket.numberIn(slot);
  if (number < 0) return bucket.filled < cells ? beginCell(window, bucket, slot, a, b, c, atS) : -1;
  countInto(window, bucket, bucket.cellAt(number), atS);
  return number;
}

/** Counts an observation in the overflow cell; the number of that. */
export function putOverflow(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  const cell = window.overflowOf(bucket);
  if (cell.count > 0.0) {
    merge(window.merge, cell, a, b, c);
    cell.countInto(atS);
  } else {
    cell.begin(a, b, c, atS);
  }
  bucket.cohortPricedAs = 0;
  return window.shapeCells;
}

function merge(rule: i32, cell: Cell, a: u32, b: u32, c: u32): void {
  if (rule == MERGE_FIRST) return;
  if (rule == MERGE_MAX_REAL) {
    if (Cell.realOf(a, b) <= cell.real) return;
    cell.a = a;
    cell.b = b;
    return;
  }
  const openEnded = rule == MERGE_EXPECTED && (cell.b == 0 || b == 0);
  cell.a = max<u32>(cell.a, a);
  cell.b = openEnded ? 0 : max<u32>(cell.b, b);
  cell.c = max<u32>(cell.c, c);
}
