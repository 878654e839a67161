/** Learned output lengths (semantics, section 5), from the completions of an observed-decode window. */
import { CLASSES, GROUPS, LEARNED_BASE, RATIO_GROUPS } from "./layout";
import { prune } from "./head";
import {
  learnFromCells,
  outputGroup,
  overflowing,
  ratioGroup,
  syncCells,
  takeTouched,
  touchAll,
} from "./learned-cells";
import { weightedMedian } from "./medians";
import { LearnedRow, rowAt } from "./rows";
import { isRatio, rootOf } from "./value-bins";
import { Window } from "./window-structs";

/** Completions that a ratio needs, and an output (semantics, section 5). */
const MIN_RATIO_COUNT = 3.0;
const MIN_OUTPUT_COUNT = 1.0;

/** Whether the last `learn` found no overflow cell, which would forbid learning. */
let inForce: bool = false;

/** Changes when a learned value does. */
export function estimatesVersion(): u32 {
  return version;
}

let version: u32 = 1;
/** The state of the window when it was learned from last. */
let learnedAdded: f64 = NaN;
let learnedGone: f64 = NaN;
let learnedSinceS: f64 = NaN;

/** Chooses the window that output lengths are learned from. A core learns from one only. */
export function learnFrom(window: Window): void {
  learnFromCells(window);
  for (let group = 0; group < GROUPS; group++) store<f64>(learnedAt(group), -1.0);
}

/**
 * Learns from cells(since) of the window, where completions have come or gone since the last time. Returns whether
 * learned values are in force: an overflow cell forbids it.
 */
export function learn(window: Window, sinceS: f64, nowS: f64): bool {
  prune(window, nowS);
  if (window.everAdded == learnedAdded && window.everGone == learnedGone && sinceS == learnedSinceS) return inForce;
  learnedAdded = window.everAdded;
  learnedGone = window.everGone;
  learnedSinceS = sinceS;
  syncCells(window, sinceS);
  const wasInForce = inForce;
  inForce = !overflowing();
  // Groups change while an overflow forbids learning: all of them are learned when it has expired.
  if (inForce != wasInForce) touchAll();
  if (learnTouched()) version++;
  return inForce;
}

/** Whether a learned value has changed. */
function learnTouched(): bool {
  let changed = false;
  for (let group = takeTouched(); group >= 0; group = takeTouched()) {
    const value = inForce ? learnedValue(group) : -1.0;
    if (value == load<f64>(learnedAt(group))) continue;
    store<f64>(learnedAt(group), value);
    changed = true;
  }
  return changed;
}

function learnedValue(group: i32): f64 {
  const needed = isRatio(group) ? MIN_RATIO_COUNT : MIN_OUTPUT_COUNT;
  return rootOf(group).count < needed ? -1.0 : weightedMedian(group);
}

/** Output tokens to expect; 0: none; -1: unknown. */
export function expectedOutput(input: u32, requested: u32): f64 {
  if (requested == 0) {
    const output = load<f64>(learnedAt(outputGroup(input)));
    return output > 0.0 ? max<f64>(1.0, nearest<f64>(output)) : output;
  }
  const ratio = load<f64>(learnedAt(ratioGroup(input, requested)));
  if (ratio < 0.0) return <f64>requested;
  return max<f64>(1.0, min<f64>(<f64>requested, nearest<f64>(<f64>requested * ratio)));
}

/** Writes a LearnedRow for each learned ratio (or output), ordered. Returns how many. */
export function exportLearned(ratios: bool): i32 {
  let rows = 0;
  const end = ratios ? RATIO_GROUPS : GROUPS;
  for (let group = ratios ? 0 : RATIO_GROUPS; group < end; group++) {
    const value = load<f64>(learnedAt(group));
    if (value < 0.0) continue;
    const row = rowAt<LearnedRow>(rows++);
    row.input = <f64>((<u64>1) << (ratios ? group / CLASSES : group - RATIO_GROUPS));
    row.requested = ratios ? <f64>((<u64>1) << (group % CLASSES)) : 0.0;
    row.value = value;
  }
  return rows;
}

/** Where the learned value of a group lies, -1 for none. */
function learnedAt(group: i32): usize {
  return LEARNED_BASE + group * 8;
}
