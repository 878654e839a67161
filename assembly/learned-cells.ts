/**
 * Which cells output lengths are learned from: those of cells(since) of the observed-decode window, each with its count
 * as of the last sync. A sync compares every bucket with what was seen of it, and visits only the cells of buckets that
 * have changed or that the cut has left, entered or moved in: forwards or, when the clock steps back, backwards. A
 * bucket is synced too when it stops being the head.
 */
import { classOf } from "./bins";
import {
  BUCKET_BYTES,
  CLASSES,
  GROUPS,
  SEEN_BYTES,
  RATIO_GROUPS,
  ROOT_BYTES,
  WEIGHT_BYTES,
  WINDOW_BYTES,
  scratchBytes,
} from "./layout";
import { Cell } from "./cell";
import { reserve } from "./memory";
import { indexOf } from "./ring";
import { Bin, insert, layOutBins, remove, rootOf, weigh } from "./value-bins";
import { layOutWeights, weightAt } from "./weights";
import { Bucket, Window, bucketAtIndex, firstIndex, oldestIndex } from "./window-structs";

/** Part of a bucket that learning has seen: its cells. */
@unmanaged
class SeenBucket {
  /** Its cells that are not wholly before this; Infinity: none. */
  sinceS: f64;
  /** The bucket's count at that time: if it differs, the bucket has changed. */
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
let seenBuckets: usize = 0;
let touchedGroups: i32 = -1;
let overflows: i32 = 0;
/** The cut and the window's changes at the last sync. */
let syncedFrom: i64 = 0;
let syncedChanges: f64 = NaN;

/** Chooses the window that is learned from. No cell of it is in a bin yet. */
export function learnFromCells(window: Window): void {
  if (offsetof<SeenBucket>() != SEEN_BYTES) ERROR("SeenBucket drifted from layout.ts");
  if (offsetof<Root>() != ROOT_BYTES) ERROR("Root drifted from layout.ts");
  source = changetype<usize>(window);
  buckets = source + WINDOW_BYTES;
  regionBytes = <usize>scratchBytes(window.retained, window.shapeCells);
  region = reserve(regionBytes);
  forgetAll(window);
}

/** Takes all cells out at once. */
function forgetAll(window: Window): void {
  const first = changetype<Bucket>(buckets);
  memory.fill(region, 0, regionBytes);
  seenBuckets = region + GROUPS * ROOT_BYTES;
  const weights = seenBuckets + <usize>window.slots * SEEN_BYTES;
  const parts = weights + <usize>(window.slots * (window.shapeCells + 1)) * WEIGHT_BYTES;
  layOutWeights(weights, first.cells, first.cellBytes);
  layOutBins(region, parts, region + regionBytes);
  for (let at = seenBuckets; at < weights; at += SEEN_BYTES) changetype<SeenBucket>(at).sinceS = Infinity;
  overflows = 0;
  syncedChanges = NaN;
  touchedGroups = -1;
  touchAll();
}

/** Takes every change of cells(since). */
export function syncCells(window: Window, sinceS: f64): void {
  const cutIndex = indexOf(sinceS, window.bucketS);
  if (syncedFrom == cutIndex && syncedChanges == window.changes && cutIndex <= window.head) {
    // Between the cut and the head nothing has changed.
    if (cutIndex >= oldestIndex(window)) sync(window, bucketAtIndex(window, cutIndex), sinceS);
    return sync(window, changetype<Bucket>(window.headBucket), cutIn(window.head, cutIndex, sinceS));
  }
  syncedFrom = cutIndex;
  syncedChanges = window.changes;
  const first = firstIndex(window, sinceS);
  for (let at = buckets; at < window.bucketsEnd; at += BUCKET_BYTES) {
    const bucket = changetype<Bucket>(at);
    sync(window, bucket, bucket.index < first ? Infinity : cutIn(bucket.index, cutIndex, sinceS));
  }
}

/** The cut within a bucket: only the bucket that it goes through has cells before it. */
function cutIn(index: i64, cutIndex: i64, sinceS: f64): f64 {
  return index == cutIndex ? sinceS : -Infinity;
}

/** Syncs a bucket if it or its cut has changed. */
function sync(window: Window, bucket: Bucket, cutS: f64): void {
  const seen = seenOf(bucket);
  if (seen.differs(bucket, cutS)) syncBucket(window, bucket, seen, cutS);
}

/** Takes all that a bucket holds. */
export function syncWhole(window: Window, bucket: Bucket): void {
  if (isSource(window)) sync(window, bucket, -Infinity);
}

/** Takes all cells out, before they are overwritten. */
export function leaveWindow(window: Window): void {
  if (isSource(window)) forgetAll(window);
}

/** Takes a bucket's cells out, before they are overwritten. */
export function leaveBucket(window: Window, bucket: Bucket): void {
  if (!isSource(window)) return;
  const seen = seenOf(bucket);
  if (seen.sinceS < Infinity) syncBucket(window, bucket, seen, Infinity);
}

/** Whether an overflow cell is among them. */
export function overflowing(): bool {
  return overflows > 0;
}

/** Takes a group whose completions have changed since it was last taken; -1 if there is none. */
export function takeTouched(): i32 {
  const group = touchedGroups;
  if (group < 0) return group;
  const root = changetype<Root>(rootOf(group));
  root.touched = 0;
  touchedGroups = root.nextTouched;
  return group;
}

/** Marks all groups as changed. */
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

function seenOf(bucket: Bucket): SeenBucket {
  return changetype<SeenBucket>(seenBuckets + ((changetype<usize>(bucket) - buckets) / BUCKET_BYTES) * SEEN_BYTES);
}

function isSource(window: Window): bool {
  return changetype<usize>(window) == source;
}

function syncBucket(window: Window, bucket: Bucket, seen: SeenBucket, cutS: f64): void {
  seen.sinceS = cutS;
  seen.count = bucket.count;
  let at = weightAt(bucket.cells);
  for (let number = 0; number < bucket.used; number++) {
    const cell = bucket.cellAt(number);
    const before = load<f64>(at);
    const now = cell.within(cutS) ? cell.count : 0.0;
    if (now != before) {
      store<f64>(at, now);
      syncCell(cell, before, now);
    }
    at += WEIGHT_BYTES;
  }
  // With bins, an overflow only makes the sample smaller.
  if (!window.binned) syncOverflow(window.overflowOf(bucket), cutS);
}

function syncOverflow(cell: Cell, cutS: f64): void {
  const at = weightAt(changetype<usize>(cell));
  const now = cell.within(cutS) ? 1.0 : 0.0;
  overflows += <i32>(now - load<f64>(at));
  store<f64>(at, now);
}

function syncCell(cell: Cell, before: f64, now: f64): void {
  if (cell.b > 0) move(ratioGroup(cell.a, cell.b), cell, before, now);
  // No output is learned where none was asked for: of a request for embeddings, say.
  if (cell.c > 0 || cell.b == 0) move(outputGroup(cell.a), cell, before, now);
}

function move(group: i32, cell: Cell, before: f64, now: f64): void {
  touch(group);
  if (before == 0.0) insert(group, cell, now);
  else if (now == 0.0) remove(group, cell, before);
  else weigh(group, cell, now - before);
}
