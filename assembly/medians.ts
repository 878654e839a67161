/** Count-weighted medians over a scratch of counted values (semantics, section 5). */
import { SCRATCH_ITEM_BYTES } from "./layout";

@unmanaged
export class Item {
  value: f64;
  count: f64;
}

export function itemAt(base: usize, i: i32): Item {
  return changetype<Item>(base + <usize>i * SCRATCH_ITEM_BYTES);
}

/** The mean of the items at positions floor((n-1)/2) and floor(n/2) in sorted order, n = the counts' sum. */
export function weightedMedian(base: usize, items: i32, total: f64): f64 {
  const low = floor<f64>((total - 1.0) / 2.0);
  const high = floor<f64>(total / 2.0);
  const lower = valueAt(base, items, low);
  return low == high ? lower : (lower + valueAt(base, items, high)) / 2.0;
}

/** Quickselect by cumulative count; it reorders the items. */
function valueAt(base: usize, items: i32, position: f64): f64 {
  let from = 0;
  let to = items;
  let rest = position;
  // A linear congruential pivot: an adversary's order of values cannot make every pivot a bad one.
  let seed: u32 = 0x9e3779b9;
  while (to - from > 1) {
    seed = seed * 1664525 + 1013904223;
    const pivot = itemAt(base, from + <i32>((seed >> 8) % <u32>(to - from))).value;
    const below = partition(base, from, to, pivot, false);
    const countBelow = countOf(base, from, below);
    if (rest < countBelow) {
      to = below;
      continue;
    }
    const above = partition(base, below, to, pivot, true);
    const countEqual = countOf(base, below, above);
    if (rest < countBelow + countEqual) return pivot;
    rest -= countBelow + countEqual;
    from = above;
  }
  return itemAt(base, from).value;
}

/** Moves items below the pivot (or, with `equal`, not above it) to the front; where they end. */
function partition(base: usize, from: i32, to: i32, pivot: f64, equal: bool): i32 {
  let end = from;
  for (let i = from; i < to; i++) {
    const item = itemAt(base, i);
    if (equal ? item.value > pivot : item.value >= pivot) continue;
    swap(item, itemAt(base, end++));
  }
  return end;
}

function swap(x: Item, y: Item): void {
  const value = x.value;
  const count = x.count;
  x.value = y.value;
  x.count = y.count;
  y.value = value;
  y.count = count;
}

function countOf(base: usize, from: i32, to: i32): f64 {
  let total = 0.0;
  for (let i = from; i < to; i++) total += itemAt(base, i).count;
  return total;
}
