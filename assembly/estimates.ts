/** Learned output lengths (semantics, section 5), from the completions of an observed-decode window. */
import {
  CLASSES,
  GROUP_ENDS_BASE,
  IO_BASE,
  LEARNED_BASE,
  LEARNED_BEFORE,
  LEARNED_BYTES,
  LEARNED_FIELDS,
  LEARNED_OUTPUTS,
} from "./layout";
import { itemAt, weightedMedian } from "./medians";
import { count, cutIn, firstIndex, isLive, overflowLast, within } from "./queries";
import { indexOf } from "./ring";
import { Cell, Window, bucketAfter, bucketAtIndex, cellAt, prune } from "./window";

/** Completions that a ratio needs. */
const MIN_RATIO_COUNT = 3.0;

/** Groups of completions: one for each pow2 input and pow2 requested, the last column without a request. */
const GROUPS = CLASSES * CLASSES;

let inForce: bool = false;

/** Whether the last `learn` found completions to learn from, none of them in an overflow cell. */
export function learnedInForce(): bool {
  return inForce;
}

/** Changes when a learned value does. */
export function estimatesVersion(): u32 {
  return version;
}

let version: u32 = 1;
let learnedFrom: usize = 0;
let learnedVersion: u32 = 0;
let learnedCount: f64 = -1.0;

/**
 * Relearns ratios and outputs from cells(since), unless those are the very cells that they were learned from. `scratch`
 * has room for every exact cell of the window.
 */
export function learn(window: Window, sinceS: f64, nowS: f64, scratch: usize): void {
  prune(window, nowS);
  const total = count(window, sinceS, nowS);
  // Without a change of the window, the cut only takes cells away: the count tells whether it has.
  if (changetype<usize>(window) == learnedFrom && window.version == learnedVersion && total == learnedCount) return;
  learnedFrom = changetype<usize>(window);
  learnedVersion = window.version;
  learnedCount = total;
  relearn(window, sinceS, scratch);
}

function relearn(window: Window, sinceS: f64, scratch: usize): void {
  memory.copy(LEARNED_BEFORE, LEARNED_BASE, LEARNED_BYTES);
  forget();
  inForce = overflowLast(window, sinceS) == -Infinity;
  if (inForce) {
    learnGroups(window, sinceS, scratch, true);
    learnGroups(window, sinceS, scratch, false);
  }
  if (memory.compare(LEARNED_BEFORE, LEARNED_BASE, LEARNED_BYTES) != 0) version++;
}

/** The class of a length: the exponent of the smallest power of two at or above it. */
export function classOf(tokens: u32): i32 {
  return tokens <= 1 ? 0 : 32 - <i32>clz<u32>(tokens - 1);
}

/** Output tokens to expect; 0: not known. */
export function expectedOutput(input: u32, requested: u32): f64 {
  if (requested == 0) {
    const output = load<f64>(outputAt(classOf(input)));
    return output < 0.0 ? 0.0 : max<f64>(1.0, nearest<f64>(output));
  }
  const ratio = load<f64>(ratioOf(classOf(input) * CLASSES + classOf(requested)));
  if (ratio < 0.0) return <f64>requested;
  return max<f64>(1.0, min<f64>(<f64>requested, nearest<f64>(<f64>requested * ratio)));
}

/** Writes the learned ratios (or outputs) into the transfer region, LEARNED_FIELDS each, ordered; their number. */
export function exportLearned(ratios: bool): i32 {
  const groups = ratios ? GROUPS : CLASSES;
  let rows = 0;
  for (let group = 0; group < groups; group++) {
    const value = load<f64>(ratios ? ratioOf(group) : outputAt(group));
    if (value < 0.0) continue;
    const at = <usize>(IO_BASE + rows * LEARNED_FIELDS * 8);
    store<f64>(at, <f64>((<u64>1) << (ratios ? group / CLASSES : group)));
    store<f64>(at + 8, ratios ? <f64>((<u64>1) << (group % CLASSES)) : 0.0);
    store<f64>(at + 16, value);
    rows++;
  }
  return rows;
}

function forget(): void {
  for (let group = 0; group < GROUPS + CLASSES; group++) store<f64>(LEARNED_BASE + group * 8, -1.0);
}

/** i32[GROUPS]: fill pointers of the groups while their items are laid out one group after the other. */
const ends: usize = GROUP_ENDS_BASE;

function learnGroups(window: Window, sinceS: f64, scratch: usize, ratios: bool): void {
  memory.fill(ends, 0, GROUPS * 4);
  eachCell(window, sinceS, scratch, ratios, true);
  startsOfGroups();
  eachCell(window, sinceS, scratch, ratios, false);
  let from = 0;
  for (let group = 0; group < GROUPS; group++) {
    const to = load<i32>(ends + group * 4);
    if (to > from) learnGroup(group, itemsFrom(scratch, from), to - from, ratios);
    from = to;
  }
}

/** Turns the groups' sizes into the positions where each begins. */
function startsOfGroups(): void {
  let start = 0;
  for (let group = 0; group < GROUPS; group++) {
    const size = load<i32>(ends + group * 4);
    store<i32>(ends + group * 4, start);
    start += size;
  }
}

/** Counts the cells of each group (`sizing`), or lays their values out in the scratch. */
function eachCell(window: Window, sinceS: f64, scratch: usize, ratios: bool, sizing: bool): void {
  const cutIndex = indexOf(sinceS, window.bucketS);
  let index = firstIndex(window, sinceS);
  let bucket = bucketAtIndex(window, index);
  for (; index <= window.head; index++) {
    const used = isLive(bucket, index) ? bucket.used : 0;
    const cut = cutIn(index, cutIndex, sinceS);
    for (let number = 0; number < used; number++) {
      const cell = cellAt(bucket, number);
      if (within(cell, cut)) visit(cell, scratch, ratios, sizing);
    }
    bucket = bucketAfter(window, bucket);
  }
}

function visit(cell: Cell, scratch: usize, ratios: bool, sizing: bool): void {
  if (ratios ? cell.b == 0 : cell.c == 0) return;
  const group = ratios ? classOf(cell.a) * CLASSES + classOf(cell.b) : classOf(cell.a);
  const end = load<i32>(ends + group * 4);
  store<i32>(ends + group * 4, end + 1);
  if (sizing) return;
  const item = itemAt(scratch, end);
  item.value = ratios ? <f64>cell.c / <f64>cell.b : <f64>cell.c;
  item.count = cell.count;
}

function learnGroup(group: i32, items: usize, size: i32, ratios: bool): void {
  let total = 0.0;
  for (let i = 0; i < size; i++) total += itemAt(items, i).count;
  if (ratios && total < MIN_RATIO_COUNT) return;
  store<f64>(ratios ? ratioOf(group) : outputAt(group), weightedMedian(items, size, total));
}

function itemsFrom(scratch: usize, i: i32): usize {
  return changetype<usize>(itemAt(scratch, i));
}

function ratioOf(group: i32): usize {
  return LEARNED_BASE + group * 8;
}

function outputAt(inputClass: i32): usize {
  return LEARNED_BASE + LEARNED_OUTPUTS + inputClass * 8;
}
