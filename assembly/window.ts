/** Demand window (semantics, section 1): exact shapes per bucket, one overflow cell beyond `maxShapes`. */
import {
  BUCKET_BYTES,
  CELL_BYTES,
  GONE,
  MERGE_EXPECTED,
  MERGE_FIRST,
  MERGE_MAX_REAL,
  REFUSED,
  WINDOW_BYTES,
  tableSlots,
  windowBytes,
} from "./layout";
import { leaveBucket } from "./learned-cells";
import { reserve } from "./memory";
import { indexOf, innerEnd, innerStart, slotOf } from "./ring";

@unmanaged
export class Cell {
  count: f64;
  first: f64;
  last: f64;
  // Output lengths are learned from cells without a price: links take the place of the three fields (value-bins.ts).
  /** Engine-seconds of decode of one request, by the last pricing of its bucket; says nothing while `priced` is 0. */
  price: f64;
  a: u32;
  b: u32;
  c: u32;
  lastCertain: u32;
  /** Output tokens that `price` is for. */
  output: u32;
  priced: u32;
}

@unmanaged
export class Bucket {
  index: i64;
  count: f64;
  /** Address of its hash table, u16[tableSlots]: cell number + 1, 0 for none. */
  table: usize;
  /** Address of its cells: `maxShapes` exact ones, then the overflow cell. */
  cells: usize;
  /** Exact cells in use. */
  exact: i32;
  /** Exact cells ever used since the last reset: cells at or beyond it are blank. */
  used: i32;
  /** Free cell + 1 to take next, 0 for none; a free cell's `a` holds the next one. */
  free: i32;
  /** 0: the bucket has changed since its totals were taken (totals.ts). */
  totalled: u32;
  /** Generation of prices that `price` is of (pricing.ts), 0: none. */
  generation: u32;
  gaps: u32;
  sum: f64;
  sumOfSquares: f64;
  least: f64;
  largest: f64;
  price: f64;
}

@unmanaged
export class Window {
  bucketS: f64;
  retainedS: f64;
  head: i64;
  headStart: f64;
  headEnd: f64;
  headBucket: usize;
  bucketsEnd: usize;
  retained: i32;
  slots: i32;
  maxShapes: i32;
  merge: i32;
  tableMask: u32;
  /** Changes with every change of what the window holds. */
  version: u32;
}

const NO_INDEX = i64.MIN_VALUE;

export function createWindow(
  retained: i32,
  maxShapes: i32,
  merge: i32,
  bucketS: f64,
  retainedS: f64,
  nowS: f64,
): usize {
  if (offsetof<Window>() != WINDOW_BYTES) ERROR("Window drifted from layout.ts");
  if (offsetof<Bucket>() != BUCKET_BYTES) ERROR("Bucket drifted from layout.ts");
  if (offsetof<Cell>() != CELL_BYTES) ERROR("Cell drifted from layout.ts");
  const region = reserve(<usize>windowBytes(retained, maxShapes));
  const window = changetype<Window>(region);
  window.bucketS = bucketS;
  window.retainedS = retainedS;
  window.retained = retained;
  window.slots = retained + 1;
  window.maxShapes = maxShapes;
  window.merge = merge;
  window.tableMask = <u32>tableSlots(maxShapes) - 1;
  layOutBuckets(window);
  setHead(window, indexOf(nowS, bucketS));
  return region;
}

/** Headers lie together, before all tables and all cells: queries that need no cell touch few cache lines. */
function layOutBuckets(window: Window): void {
  const tableBytes = (window.tableMask + 1) * 2;
  const cellsBytes = (window.maxShapes + 1) * CELL_BYTES;
  const tables = changetype<usize>(window) + WINDOW_BYTES + <usize>window.slots * BUCKET_BYTES;
  const cells = tables + <usize>window.slots * tableBytes;
  window.bucketsEnd = tables;
  for (let slot = 0; slot < window.slots; slot++) {
    const bucket = bucketAt(window, slot);
    bucket.index = NO_INDEX;
    bucket.table = tables + <usize>slot * tableBytes;
    bucket.cells = cells + <usize>slot * cellsBytes;
  }
}

/** Moves the head on to the time's bucket; buckets older than head - R are out of every query from then on. */
export function prune(window: Window, timeS: f64): void {
  if (timeS < window.headEnd) return;
  const index = indexOf(timeS, window.bucketS);
  if (index > window.head) setHead(window, index);
}

/** Counts an observation. The number of its cell, or REFUSED when it is older than the window keeps. */
export function add(window: Window, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  if (nowS < window.headEnd && atS < window.headEnd && atS >= window.headStart) {
    return put(window, changetype<Bucket>(window.headBucket), a, b, c, atS);
  }
  prune(window, max<f64>(nowS, atS));
  const index = indexOf(atS, window.bucketS);
  if (index < oldestIndex(window)) return REFUSED;
  const bucket = bucketAt(window, slotOf(index, window.slots));
  if (bucket.index != index) reset(window, bucket, index);
  return put(window, bucket, a, b, c, atS);
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
  const cell = cellAt(bucket, number);
  if (cell.count <= 0.0) return GONE;
  if (number < window.maxShapes && holds(cell, a, b, c)) return number;
  leave(window, bucket, cell, number, atS);
  return put(window, bucket, a, b, c, atS);
}

/** The bucket of a time after pruning, or null when it is gone. */
function bucketOfTime(window: Window, atS: f64, nowS: f64): Bucket | null {
  if (nowS < window.headEnd && atS < window.headEnd && atS >= window.headStart) {
    return changetype<Bucket>(window.headBucket);
  }
  prune(window, nowS);
  const index = indexOf(atS, window.bucketS);
  if (index < oldestIndex(window)) return null;
  const bucket = bucketAt(window, slotOf(index, window.slots));
  return bucket.index == index ? bucket : null;
}

/** The oldest index that is kept. */
export function oldestIndex(window: Window): i64 {
  return window.head - <i64>window.retained;
}

/** The bucket in whose slot an index lies: it holds that index only if it says so. */
export function bucketAtIndex(window: Window, index: i64): Bucket {
  return bucketAt(window, slotOf(index, window.slots));
}

/** The bucket of the next index. */
export function bucketAfter(window: Window, bucket: Bucket): Bucket {
  const next = changetype<usize>(bucket) + BUCKET_BYTES;
  return changetype<Bucket>(next == window.bucketsEnd ? changetype<usize>(window) + WINDOW_BYTES : next);
}

export function cellAt(bucket: Bucket, number: i32): Cell {
  return changetype<Cell>(bucket.cells + <usize>number * CELL_BYTES);
}

/** A cell's f64 value, of a MERGE_MAX_REAL window. */
export function realValue(cell: Cell): f64 {
  return reinterpret<f64>(((<u64>cell.b) << 32) | <u64>cell.a);
}

function setHead(window: Window, index: i64): void {
  window.head = index;
  window.headStart = innerStart(index, window.bucketS);
  window.headEnd = innerEnd(index, window.bucketS);
  const bucket = bucketAt(window, slotOf(index, window.slots));
  window.headBucket = changetype<usize>(bucket);
  reset(window, bucket, index);
}

function bucketAt(window: Window, slot: i32): Bucket {
  return changetype<Bucket>(changetype<usize>(window) + WINDOW_BYTES + <usize>slot * BUCKET_BYTES);
}

function reset(window: Window, bucket: Bucket, index: i64): void {
  // Where no cell was used, the table is empty: a quiet time costs no clearing.
  if (bucket.used > 0) {
    memory.fill(bucket.table, 0, (window.tableMask + 1) * 2);
    leaveBucket(window, bucket);
  }
  bucket.index = index;
  bucket.count = 0.0;
  bucket.exact = 0;
  bucket.used = 0;
  bucket.free = 0;
  bucket.totalled = 0;
  bucket.generation = 0;
  cellAt(bucket, window.maxShapes).count = 0.0;
  window.version++;
}

function put(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  bucket.count += 1.0;
  bucket.totalled = 0;
  bucket.generation = 0;
  window.version++;
  const table = bucket.table;
  let slot = hash(a, b, c) & window.tableMask;
  for (let entry = load<u16>(table + (slot << 1)); entry != 0; entry = load<u16>(table + (slot << 1))) {
    const number = <i32>entry - 1;
    const cell = cellAt(bucket, number);
    if (holds(cell, a, b, c)) {
      countInto(cell, atS);
      return number;
    }
    slot = (slot + 1) & window.tableMask;
  }
  if (bucket.exact >= window.maxShapes) return putOverflow(window, bucket, a, b, c, atS);
  const number = takeCell(bucket);
  store<u16>(table + (slot << 1), <u16>(number + 1));
  begin(cellAt(bucket, number), a, b, c, atS);
  return number;
}

function putOverflow(window: Window, bucket: Bucket, a: u32, b: u32, c: u32, atS: f64): i32 {
  const cell = cellAt(bucket, window.maxShapes);
  if (cell.count > 0.0) {
    merge(window.merge, cell, a, b, c);
    countInto(cell, atS);
  } else {
    begin(cell, a, b, c, atS);
  }
  return window.maxShapes;
}

function merge(rule: i32, cell: Cell, a: u32, b: u32, c: u32): void {
  if (rule == MERGE_FIRST) return;
  cell.priced = 0;
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
  cell.priced = 0;
}

function countInto(cell: Cell, atS: f64): void {
  cell.count += 1.0;
  if (atS < cell.first) cell.first = atS;
  if (atS >= cell.last) {
    cell.last = atS;
    cell.lastCertain = 1;
  }
}

function leave(window: Window, bucket: Bucket, cell: Cell, number: i32, atS: f64): void {
  leaveBucket(window, bucket);
  bucket.count -= 1.0;
  cell.count -= 1.0;
  if (atS == cell.last) cell.lastCertain = 0;
  if (cell.count > 0.0 || number == window.maxShapes) return;
  removeEntry(window, bucket, cell, number);
  cell.a = bucket.free;
  bucket.free = number + 1;
  bucket.exact -= 1;
}

function takeCell(bucket: Bucket): i32 {
  bucket.exact += 1;
  if (bucket.free == 0) return bucket.used++;
  const number = bucket.free - 1;
  bucket.free = cellAt(bucket, number).a;
  return number;
}

/** Backward-shift deletion: entries behind the gap move up, so that probing never needs tombstones. */
function removeEntry(window: Window, bucket: Bucket, cell: Cell, number: i32): void {
  const table = bucket.table;
  const mask = window.tableMask;
  let gap = hash(cell.a, cell.b, cell.c) & mask;
  while (<i32>load<u16>(table + (gap << 1)) != number + 1) gap = (gap + 1) & mask;
  let next = (gap + 1) & mask;
  for (let entry = load<u16>(table + (next << 1)); entry != 0; entry = load<u16>(table + (next << 1))) {
    const moved = cellAt(bucket, <i32>entry - 1);
    const home = hash(moved.a, moved.b, moved.c) & mask;
    if (((next - home) & mask) >= ((next - gap) & mask)) {
      store<u16>(table + (gap << 1), entry);
      gap = next;
    }
    next = (next + 1) & mask;
  }
  store<u16>(table + (gap << 1), 0);
}

function holds(cell: Cell, a: u32, b: u32, c: u32): bool {
  return cell.a == a && cell.b == b && cell.c == c;
}

function hash(a: u32, b: u32, c: u32): u32 {
  const mixed = (a * 0x9e3779b1) ^ rotl<u32>(b * 0x85ebca6b, 11) ^ rotl<u32>(c * 0xc2b2ae35, 19);
  return mixed ^ (mixed >> 15);
}
