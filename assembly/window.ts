/**
 * Demand window (semantics, section 1): exact shapes per bucket, and one overflow cell beyond them; or, before that,
 * bins.
 */
import {
  BUCKET_BYTES,
  CELL_BYTES,
  GONE,
  MERGE_EXPECTED,
  MERGE_FIRST,
  MERGE_MAX,
  MERGE_MAX_REAL,
  OFFERED_BYTES,
  REFUSED,
  WINDOW_BYTES,
  cellBytes,
  tableSlots,
  windowBytes,
} from "./layout";
import { leaveBucket, leaveWindow, lookAtWhole } from "./learned-cells";
import { binEnd, fineBinEnd, octaveEnd } from "./bins";
import { reserve } from "./memory";
import { createShapeTable, shapesOf, takeShape } from "./offered-shapes";
import { indexOf, innerEnd, innerStart, slotOf } from "./ring";
import { totalBucket } from "./totals";
import { Bucket, Cell, Middle, OfferedCell, Window, bucketAtIndex, oldestIndex, realValue } from "./window-structs";

const NO_INDEX = i64.MIN_VALUE;

/** Of the bins, one in so many is kept for whole octaves. */
const OCTAVES_SHARE = 16;

export function createWindow(
  retained: i32,
  maxShapes: i32,
  exactShapes: i32,
  merge: i32,
  bucketS: f64,
  nowS: f64,
): usize {
  if (offsetof<Window>() + offsetof<Middle>() != WINDOW_BYTES) ERROR("Window drifted from layout.ts");
  if (offsetof<Bucket>() != BUCKET_BYTES) ERROR("Bucket drifted from layout.ts");
  if (offsetof<Cell>() != CELL_BYTES) ERROR("Cell drifted from layout.ts");
  if (offsetof<OfferedCell>() != CELL_BYTES + OFFERED_BYTES) ERROR("OfferedCell drifted from layout.ts");
  const region = reserve(<usize>windowBytes(retained, maxShapes, merge));
  const window = changetype<Window>(region);
  window.bucketS = bucketS;
  window.retained = retained;
  window.slots = retained + 1;
  window.maxShapes = maxShapes;
  window.exactShapes = exactShapes;
  window.binCells = maxShapes - (maxShapes - exactShapes) / OCTAVES_SHARE;
  window.merge = merge;
  window.tableMask = <u32>tableSlots(maxShapes) - 1;
  layOut(window);
  window.sinceS = NaN;
  window.head = NO_INDEX;
  setHead(window, indexOf(nowS, bucketS));
  return region;
}

/** Headers lie together, before all tables and all cells: queries that need no cell touch few cache lines. */
function layOut(window: Window): void {
  const tableBytes = (window.tableMask + 1) * 2;
  const cellSize = <usize>cellBytes(window.merge);
  const cellsSize = <usize>(window.maxShapes + 1) * cellSize;
  const tables = changetype<usize>(window) + WINDOW_BYTES + <usize>window.slots * BUCKET_BYTES;
  const cells = tables + <usize>window.slots * tableBytes;
  window.bucketsEnd = tables;
  for (let slot = 0; slot < window.slots; slot++) {
    const bucket = bucketAt(window, slot);
    bucket.table = tables + <usize>slot * tableBytes;
    bucket.cells = cells + <usize>slot * cellsSize;
    bucket.cellBytes = <u32>cellSize;
  }
  if (window.merge != MERGE_EXPECTED) return;
  window.shapes = cells + <usize>window.slots * cellsSize;
  createShapeTable(window.shapes, window.retained, window.maxShapes);
}

/** Moves the head on to the time's bucket; buckets older than head - R are emptied. */
export function prune(window: Window, timeS: f64): void {
  if (timeS < window.headEnd) return;
  const index = indexOf(timeS, window.bucketS);
  if (index > window.head) setHead(window, index);
}

/** Empties a window, with its head where it is told, be that further back. */
export function restart(window: Window, head: i64): void {
  window.head = NO_INDEX;
  setHead(window, head);
}

/** Lets a window count on from so many observations that have expired and were refused. */
export function countOn(window: Window, expired: f64, refused: f64): void {
  window.expired = expired;
  window.refused = refused;
}

/** Counts an observation. The number of its cell, or REFUSED when it is older than the window keeps. */
export function add(window: Window, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  if (nowS < window.headEnd && atS < window.headEnd && atS >= window.headStart) {
    return put(window, changetype<Bucket>(window.headBucket), a, b, c, atS);
  }
  prune(window, max<f64>(nowS, atS));
  const index = indexOf(atS, window.bucketS);
  if (index < oldestIndex(window)) {
    window.refused += 1.0;
    return REFUSED;
  }
  window.changes += 1.0;
  return put(window, bucketAtIndex(window, index), a, b, c, atS);
}

/**
 * Reprices the observation of time `atS` in cell `number`: it leaves that cell and is added with its new value at
 * its own time. The number of its cell from now on, or GONE (nothing changed).
 */
export function replace(window: Window, number: i32, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  const bucket = bucketOfTime(window, atS, nowS);
  if (bucket === null) return GONE;
  // A cell that is not in use yet holds what an earlier bucket left there.
  if (number >= bucket.used && number < window.maxShapes) return GONE;
  const cell = bucket.cellAt(number);
  if (cell.count <= 0.0) return GONE;
  if (number < window.maxShapes && cell.holds(a, b, c)) return number;
  if (changetype<usize>(bucket) != window.headBucket) window.changes += 1.0;
  leave(window, bucket, cell, number, atS);
  return put(window, bucket, a, b, c, atS);
}

/** Lets a cell count otherwise. */
export function recount(window: Window, bucket: Bucket, number: i32, count: f64): void {
  const cell = bucket.cellAt(number);
  const more = count - cell.count;
  cell.count = count;
  bucket.count += more;
  window.everAdded += more;
  if (window.merge != MERGE_EXPECTED) return;
  if (number < window.maxShapes) shapesOf(window).count(shapeOf(cell), more, bucket.index);
  else bucket.cohortPricedAs = 0;
}

/** The bucket of a time after pruning, or null when it is gone. */
function bucketOfTime(window: Window, atS: f64, nowS: f64): Bucket | null {
  if (nowS < window.headEnd && atS < window.headEnd && atS >= window.headStart) {
    return changetype<Bucket>(window.headBucket);
  }
  prune(window, nowS);
  const index = indexOf(atS, window.bucketS);
  return index < oldestIndex(window) || index > window.head ? null : bucketAtIndex(window, index);
}

/** What a decision needs of the head bucket, before another one is the head: so it has less to do at once. */
function closeHead(window: Window): void {
  const bucket = changetype<Bucket>(window.headBucket);
  if (bucket.count == 0.0) return;
  lookAtWhole(window, bucket);
  if (window.merge != MERGE_FIRST) totalBucket(window, bucket);
}

/** Every index that is kept has a bucket of its own at any time: those that the head passes over are emptied. */
function setHead(window: Window, index: i64): void {
  const oldest = index - <i64>window.retained;
  // After a long silence nothing is left: it need not leave bucket by bucket.
  if (oldest > window.head) leaveWindow(window);
  else closeHead(window);
  const from = max<i64>(window.head + 1, oldest);
  for (let next = from; next <= index; next++) reset(window, bucketAt(window, slotOf(next, window.slots)), next);
  window.changes += 1.0;
  window.head = index;
  window.headStart = innerStart(index, window.bucketS);
  window.headEnd = innerEnd(index, window.bucketS);
  window.headBucket = changetype<usize>(bucketAt(window, slotOf(index, window.slots)));
}

function bucketAt(window: Window, slot: i32): Bucket {
  return changetype<Bucket>(changetype<usize>(window) + WINDOW_BYTES + <usize>slot * BUCKET_BYTES);
}

function reset(window: Window, bucket: Bucket, index: i64): void {
  // Where no cell was used, the table is empty: a quiet time costs no clearing.
  if (bucket.used > 0) {
    memory.fill(bucket.table, 0, (window.tableMask + 1) * 2);
    leaveBucket(window, bucket);
    if (window.merge == MERGE_EXPECTED) dropShapes(window, bucket);
    window.overflowOf(bucket).count = 0.0;
    bucket.cohortPricedAs = 0;
  }
  window.everGone += bucket.count;
  window.expired += bucket.count;
  bucket.index = index;
  bucket.count = 0.0;
  bucket.exact = 0;
  bucket.used = 0;
  bucket.free = 0;
  bucket.counted = -1.0;
}

function put(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  window.everAdded += 1.0;
  bucket.count += 1.0;
  const slot = window.slotOfShape(bucket, a, b, c);
  const number = bucket.numberIn(slot);
  if (number >= 0) {
    countInto(window, bucket, bucket.cellAt(number), atS);
    return number;
  }
  if (bucket.exact < window.exactShapes) return beginAt(window, bucket, slot, a, b, c, atS);
  return window.binned ? putBeyond(window, bucket, a, b, c, atS) : putOverflow(window, bucket, a, b, c, atS);
}

function countInto(window: Window, bucket: Bucket, cell: Cell, atS: f64): void {
  cell.countInto(atS);
  if (window.merge == MERGE_EXPECTED) shapesOf(window).count(shapeOf(cell), 1.0, bucket.index);
}

/** Begins a cell of a shape, in a slot of the table that is free. */
function beginAt(window: Window, bucket: Bucket, slot: u32, a: u32, b: u32, c: u32, atS: f64): i32 {
  const number = takeCell(bucket);
  store<u16>(bucket.table + (slot << 1), <u16>(number + 1));
  const cell = bucket.cellAt(number);
  begin(cell, a, b, c, atS);
  if (window.merge == MERGE_EXPECTED) beginShape(window, bucket, cell);
  return number;
}

/** Begins a cell of a shape that has none in the bucket, be it exact or a bin. */
export function beginCell(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  window.everAdded += 1.0;
  bucket.count += 1.0;
  return beginAt(window, bucket, window.slotOfShape(bucket, a, b, c), a, b, c, atS);
}

/** A shape beyond the exact ones: to its bin; without a bin to the octave that it lies in; else to the overflow. */
function putBeyond(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  let number = putBin(window, bucket, binOfInput(window.merge, a), binEnd(b), binEnd(c), atS, window.binCells);
  if (number < 0) number = putBin(window, bucket, octaveEnd(a), octaveEnd(b), octaveEnd(c), atS, window.maxShapes);
  return number < 0 ? putOverflow(window, bucket, a, b, c, atS) : number;
}

function binOfInput(merge: i32, tokens: u32): u32 {
  // Output lengths are learned by the octave of the input.
  if (merge == MERGE_FIRST) return octaveEnd(tokens);
  return merge == MERGE_MAX ? fineBinEnd(tokens) : binEnd(tokens);
}

/** The number of the bin's cell, -1 if there is none and no cell left among the first `cells`. */
function putBin(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64, cells: i32): i32 {
  const slot = window.slotOfShape(bucket, a, b, c);
  const number = bucket.numberIn(slot);
  if (number < 0) return bucket.exact < cells ? beginAt(window, bucket, slot, a, b, c, atS) : -1;
  countInto(window, bucket, bucket.cellAt(number), atS);
  return number;
}

function putOverflow(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  const cell = window.overflowOf(bucket);
  if (cell.count > 0.0) {
    merge(window.merge, cell, a, b, c);
    cell.countInto(atS);
  } else {
    begin(cell, a, b, c, atS);
  }
  bucket.cohortPricedAs = 0;
  return window.maxShapes;
}

function merge(rule: i32, cell: Cell, a: u32, b: u32, c: u32): void {
  if (rule == MERGE_FIRST) return;
  if (rule == MERGE_MAX_REAL) {
    const real = reinterpret<f64>(((<u64>b) << 32) | <u64>a);
    if (real <= realValue(cell)) return;
    cell.a = a;
    cell.b = b;
    return;
  }
  const openEnded = rule == MERGE_EXPECTED && (cell.b == 0 || b == 0);
  cell.a = max<u32>(cell.a, a);
  cell.b = openEnded ? 0 : max<u32>(cell.b, b);
  cell.c = max<u32>(cell.c, c);
}

function begin(cell: Cell, a: u32, b: u32, c: u32, atS: f64): void {
  cell.count = 1.0;
  cell.first = atS;
  cell.last = atS;
  cell.a = a;
  cell.b = b;
  cell.c = c;
  cell.lastCertain = 1;
}

function leave(window: Window, bucket: Bucket, cell: Cell, number: i32, atS: f64): void {
  leaveBucket(window, bucket);
  window.everGone += 1.0;
  bucket.count -= 1.0;
  bucket.counted = -1.0;
  cell.count -= 1.0;
  if (atS == cell.last) cell.lastCertain = 0;
  if (number == window.maxShapes) {
    bucket.cohortPricedAs = 0;
    return;
  }
  if (window.merge == MERGE_EXPECTED) shapesOf(window).count(shapeOf(cell), -1.0, bucket.index);
  if (cell.count > 0.0) return;
  removeEntry(window, bucket, cell, number);
  cell.a = bucket.free;
  bucket.free = number + 1;
  bucket.exact -= 1;
}

function takeCell(bucket: Bucket): i32 {
  bucket.exact += 1;
  if (bucket.free == 0) return bucket.used++;
  const number = bucket.free - 1;
  bucket.free = bucket.cellAt(number).a;
  return number;
}

/** Where the shape of an exact cell of an expected-decode window is counted. */
export function shapeOf(cell: Cell): usize {
  return changetype<OfferedCell>(changetype<usize>(cell)).shape;
}

function beginShape(window: Window, bucket: Bucket, cell: Cell): void {
  changetype<OfferedCell>(changetype<usize>(cell)).shape = takeShape(window, cell.a, cell.b);
  shapesOf(window).count(shapeOf(cell), 1.0, bucket.index);
}

function dropShapes(window: Window, bucket: Bucket): void {
  for (let number = 0; number < bucket.used; number++) {
    const cell = bucket.cellAt(number);
    if (cell.count > 0.0) shapesOf(window).count(shapeOf(cell), -cell.count, bucket.index);
  }
}

/** Backward-shift deletion: entries behind the gap move up, so that probing never needs tombstones. */
function removeEntry(window: Window, bucket: Bucket, cell: Cell, number: i32): void {
  const table = bucket.table;
  const mask = window.tableMask;
  let gap = Cell.hash(cell.a, cell.b, cell.c) & mask;
  while (<i32>load<u16>(table + (gap << 1)) != number + 1) gap = (gap + 1) & mask;
  let next = (gap + 1) & mask;
  for (let entry = load<u16>(table + (next << 1)); entry != 0; entry = load<u16>(table + (next << 1))) {
    const moved = bucket.cellAt(<i32>entry - 1);
    const home = Cell.hash(moved.a, moved.b, moved.c) & mask;
    if (((next - home) & mask) >= ((next - gap) & mask)) {
      store<u16>(table + (gap << 1), entry);
      gap = next;
    }
    next = (next + 1) & mask;
  }
  store<u16>(table + (gap << 1), 0);
}
