/**
 * The cells of shapes in a bucket: a hash table from shape to cell with linear probing, and a list of free cells. In an
 * expected-decode window, the table of shapes (offered-shapes.ts) counts the same observations.
 */
import { Cell, OfferedCell } from "./cell";
import { MERGE_EXPECTED } from "./codes";
import { hashOf } from "./hash";
import { shapeOf, shapesOf, takeShape } from "./offered-shapes";
import { Bucket, Window } from "./window-structs";

/** Begins a cell of a shape, in a free slot of the table, and returns its number. */
export function beginCell(window: Window, bucket: Bucket, slot: u32, a: u32, b: u32, c: u32, atS: f64): i32 {
  const number = takeCell(bucket);
  store<u16>(bucket.table + (slot << 1), <u16>(number + 1));
  const cell = bucket.cellAt(number);
  cell.begin(a, b, c, atS);
  if (window.merge == MERGE_EXPECTED) {
    changetype<OfferedCell>(changetype<usize>(cell)).shape = takeShape(window, a, b);
    countShape(window, bucket, cell, 1.0);
  }
  return number;
}

/** Counts one more observation in a cell of a shape. */
export function countInto(window: Window, bucket: Bucket, cell: Cell, atS: f64): void {
  cell.countInto(atS);
  if (window.merge == MERGE_EXPECTED) countShape(window, bucket, cell, 1.0);
}

/** An observation has left a cell of a shape; an empty cell is freed. */
export function countedOut(window: Window, bucket: Bucket, cell: Cell, number: i32): void {
  if (window.merge == MERGE_EXPECTED) countShape(window, bucket, cell, -1.0);
  if (cell.count > 0.0) return;
  removeEntry(window, bucket, cell, number);
  cell.a = bucket.free;
  bucket.free = number + 1;
  bucket.filled -= 1;
}

/** Counts more observations of a cell's shape, or fewer, in the table of shapes. */
export function countShape(window: Window, bucket: Bucket, cell: Cell, more: f64): void {
  shapesOf(window).count(shapeOf(cell), more, bucket.index);
}

function takeCell(bucket: Bucket): i32 {
  bucket.filled += 1;
  if (bucket.free == 0) return bucket.used++;
  const number = bucket.free - 1;
  bucket.free = bucket.cellAt(number).a;
  return number;
}

/** Backward-shift deletion: entries behind the gap move up, so that probing never needs tombstones. */
function removeEntry(window: Window, bucket: Bucket, cell: Cell, number: i32): void {
  const table = bucket.table;
  const mask = window.tableMask;
  let gap = hashOf(cell.a, cell.b, cell.c) & mask;
  while (<i32>load<u16>(table + (gap << 1)) != number + 1) gap = (gap + 1) & mask;
  let next = (gap + 1) & mask;
  for (let entry = load<u16>(table + (next << 1)); entry != 0; entry = load<u16>(table + (next << 1))) {
    const moved = bucket.cellAt(<i32>entry - 1);
    const home = hashOf(moved.a, moved.b, moved.c) & mask;
    if (((next - home) & mask) >= ((next - gap) & mask)) {
      store<u16>(table + (gap << 1), entry);
      gap = next;
    }
    next = (next + 1) & mask;
  }
  store<u16>(table + (gap << 1), 0);
}
