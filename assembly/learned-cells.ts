/**
 * Which cells output lengths are learned from: those of cells(since) of the observed-decode window, each with its count
 * as of the last look. A look compares every bucket with its mark, and visits the cells of those only that have changed
 * or that the cut has left, entered or moved in: forwards or, when the clock steps back, backwards. A bucket is looked at
 * too when it stops being the head.
 */
import { classOf } from "./bins";
import {
  BUCKET_BYTES,
  CLASSES,
  GROUPS,
  MARK_BYTES,
  RATIO_GROUPS,
  ROOT_BYTES,
  WEIGHT_BYTES,
  WINDOW_BYTES,
  scratchBytes,
} from "./layout";
import { firstIndex } from "./queries";
import { indexOf } from "./ring";
import { Bin, insert, layOutBins, remove, rootOf, weigh } from "./value-bins";
import { Bucket, Cell, Window, bucketAtIndex, oldestIndex } from "./window-structs";

/** What of a bucket is learned from. */
@unmanaged
class Mark {
  /** Its cells that are not wholly before this; Infinity: none. */
  sinceS: f64;
  /** The bucket's count at that time: another one tells that it has changed. */
  count: f64;

  @inline
  differs(bucket: Bucket, cutS: f64): bool {
    return this.sinceS != cutS || (this.count != bucket.count && cutS < Infinity);
  }
}

/** The root bin of a group, and whether its completions have changed since it was learned: then it is in a list. */
@unmanaged
class Root extends Bin {
  touched: i32;
  /** Another touched group, -1: none. */
  nextTouched: i32;
}

let source: usize = 0;
let region: usize = 0;
let regionBytes: usize = 0;
let buckets: usize = 0;
let cells: usize = 0;
let cellSize: usize = 0;
let marks: usize = 0;
let weights: usize = 0;
let touchedGroups: i32 = -1;
let overflows: i32 = 0;
/** The cut and the window's changes at the last look. */
let lookedFrom: i64 = 0;
let lookedChanges: f64 = NaN;

/** Prepares for looks at a window, in the `scratch` that they need. No cell of it is learned from yet. */
export function lookAt(window: Window, scratch: usize): void {
  if (offsetof<Mark>() != MARK_BYTES) ERROR("Mark drifted from layout.ts");
  if (offsetof<Root>() != ROOT_BYTES) ERROR("Root drifted from layout.ts");
  source = changetype<usize>(window);
  buckets = source + WINDOW_BYTES;
  cells = changetype<Bucket>(buckets).cells;
  cellSize = changetype<Bucket>(buckets).cellBytes;
  regionBytes = <usize>scratchBytes(window.retained, window.maxShapes);
  region = scratch;
  forgetAll(window);
}

/** Takes all cells out at once. */
function forgetAll(window: Window): void {
  memory.fill(region, 0, regionBytes);
  marks = region + GROUPS * ROOT_BYTES;
  weights = marks + <usize>window.slots * MARK_BYTES;
  const parts = weights + <usize>(window.slots * (window.maxShapes + 1)) * WEIGHT_BYTES;
  layOutBins(region, parts, region + regionBytes);
  for (let at = marks; at < weights; at += MARK_BYTES) changetype<Mark>(at).sinceS = Infinity;
  overflows = 0;
  lookedChanges = NaN;
  touchedGroups = -1;
  touchAll();
}

/** Takes every change of cells(since). */
export function lookAtCells(window: Window, sinceS: f64): void {
  const cutIndex = indexOf(sinceS, window.bucketS);
  if (lookedFrom == cutIndex && lookedChanges == window.changes && cutIndex <= window.head) {
    // Between the cut and the head nothing has changed.
    if (cutIndex >= oldestIndex(window)) look(window, bucketAtIndex(window, cutIndex), sinceS);
    return look(window, changetype<Bucket>(window.headBucket), cutIn(window.head, cutIndex, sinceS));
  }
  lookedFrom = cutIndex;
  lookedChanges = window.changes;
  const first = firstIndex(window, sinceS);
  for (let at = buckets; at < window.bucketsEnd; at += BUCKET_BYTES) {
    const bucket = changetype<Bucket>(at);
    look(window, bucket, bucket.index < first ? Infinity : cutIn(bucket.index, cutIndex, sinceS));
  }
}

/** What to compare each cell's `last` with: only in the bucket that the cut goes through does the cut exclude any. */
function cutIn(index: i64, cutIndex: i64, sinceS: f64): f64 {
  return index == cutIndex ? sinceS : -Infinity;
}

/** Looks at a bucket if it has changed, or its cut has. */
function look(window: Window, bucket: Bucket, cutS: f64): void {
  const mark = markOf(bucket);
  if (mark.differs(bucket, cutS)) lookAtBucket(window, bucket, mark, cutS);
}

/** Takes all that a bucket holds. */
export function lookAtWhole(window: Window, bucket: Bucket): void {
  if (isSource(window)) look(window, bucket, -Infinity);
}

/** Takes all cells out, before they are overwritten. */
export function leaveWindow(window: Window): void {
  if (isSource(window)) forgetAll(window);
}

/** Takes a bucket's cells out, before they are overwritten. */
export function leaveBucket(window: Window, bucket: Bucket): void {
  if (!isSource(window)) return;
  const mark = markOf(bucket);
  if (mark.sinceS < Infinity) lookAtBucket(window, bucket, mark, Infinity);
}

/** Whether an overflow cell is among them. */
export function overflowing(): bool {
  return overflows > 0;
}

/** The count with which a cell is learned from; 0: it is not. */
export function weightOf(cell: Cell): f64 {
  return load<f64>(weightAt(changetype<usize>(cell)));
}

/** A group whose completions have changed since it was taken here; -1 if there is none. */
export function takeTouched(): i32 {
  const group = touchedGroups;
  if (group < 0) return group;
  const root = changetype<Root>(rootOf(group));
  root.touched = 0;
  touchedGroups = root.nextTouched;
  return group;
}

/** Lets all groups be learned anew. */
export function touchAll(): void {
  for (let group = 0; group < GROUPS; group++) touch(group);
}

function touch(group: i32): void {
  const root = changetype<Root>(rootOf(group));
  if (root.touched) return;
  root.touched = 1;
  root.nextTouched = touchedGroups;
  touchedGroups = group;
}

/** The group of a completion's ratio. */
export function ratioGroup(input: u32, requested: u32): i32 {
  return classOf(input) * CLASSES + classOf(requested);
}

/** The group of a completion's output. */
export function outputGroup(input: u32): i32 {
  return RATIO_GROUPS + classOf(input);
}

function markOf(bucket: Bucket): Mark {
  return changetype<Mark>(marks + ((changetype<usize>(bucket) - buckets) / BUCKET_BYTES) * MARK_BYTES);
}

function isSource(window: Window): bool {
  return changetype<usize>(window) == source;
}

function weightAt(cell: usize): usize {
  return weights + ((cell - cells) / cellSize) * WEIGHT_BYTES;
}

function lookAtBucket(window: Window, bucket: Bucket, mark: Mark, cutS: f64): void {
  mark.sinceS = cutS;
  mark.count = bucket.count;
  let at = weightAt(bucket.cells);
  for (let number = 0; number < bucket.used; number++) {
    const cell = bucket.cellAt(number);
    const before = load<f64>(at);
    const now = cell.within(cutS) ? cell.count : 0.0;
    if (now != before) {
      store<f64>(at, now);
      lookAtCell(cell, before, now);
    }
    at += WEIGHT_BYTES;
  }
  // With bins, what lies in an overflow is but a part of the sample that is missing.
  if (!window.binned) lookAtOverflow(window.overflowOf(bucket), cutS);
}

function lookAtOverflow(cell: Cell, cutS: f64): void {
  const at = weightAt(changetype<usize>(cell));
  const now = cell.within(cutS) ? 1.0 : 0.0;
  overflows += <i32>(now - load<f64>(at));
  store<f64>(at, now);
}

function lookAtCell(cell: Cell, before: f64, now: f64): void {
  if (cell.b > 0) move(ratioGroup(cell.a, cell.b), cell, before, now);
  if (cell.c > 0) move(outputGroup(cell.a), cell, before, now);
}

function move(group: i32, cell: Cell, before: f64, now: f64): void {
  touch(group);
  if (before == 0.0) insert(group, cell, now);
  else if (now == 0.0) remove(group, cell, before);
  else weigh(group, cell, now - before);
}
