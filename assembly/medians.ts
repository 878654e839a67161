/** Count-weighted medians of the groups of completions (semantics, section 5). */
import { Cell } from "./cell";
import { PARTS } from "./layout";
import {
  Bin,
  DIGIT_BITS,
  TOP_SHIFT,
  firstMember,
  firstPart,
  isMixed,
  isRatio,
  isSplit,
  keyOf,
  nextMember,
  nextPart,
  rootOf,
  valueIn,
} from "./value-bins";

/** The mean of the values at positions floor((n-1)/2) and floor(n/2) in sorted order, n = the group's completions. */
export function weightedMedian(group: i32): f64 {
  const total = rootOf(group).count;
  const low = floor<f64>((total - 1.0) / 2.0);
  const high = floor<f64>(total / 2.0);
  const lower = valueAt(group, low);
  return high < low + alike ? lower : (lower + valueAt(group, high)) / 2.0;
}

/** How many positions hold the last `valueAt`, from its own on. */
let alike: f64 = 0.0;

function valueAt(group: i32, position: f64): f64 {
  let bin = rootOf(group);
  let rest = position;
  let shift = TOP_SHIFT;
  while (isSplit(bin)) {
    bin = firstPart(bin);
    while (rest >= bin.count) {
      rest -= bin.count;
      bin = nextPart(bin);
    }
    shift -= DIGIT_BITS;
  }
  return isMixed(bin) ? valueAmong(bin, rest, shift, isRatio(group)) : valueOfAll(bin, rest, isRatio(group));
}

function valueOfAll(bin: Bin, position: f64, ratio: bool): f64 {
  alike = bin.count - position;
  return valueIn(changetype<Cell>(firstMember(bin)), ratio);
}

/** f64[PARTS]: completions of the last pass by the digit of their key. */
const byDigit = memory.data(PARTS * 8);

/** A member that the last pass counted. */
let found: usize = 0;

/**
 * Passes over the members of a bin, each of which settles one digit of the key, from `topShift` on: those before are
 * alike. It ends when the members in question have the same key, at the last digit if not before.
 */
function valueAmong(bin: Bin, position: f64, topShift: i32, ratio: bool): f64 {
  let rest = position;
  let count = bin.count;
  let settled: u64 = 0;
  let prefix: u64 = 0;
  let shift = topShift;
  while (countDigits(bin, settled, prefix, shift, ratio)) {
    let digit: u64 = 0;
    for (count = load<f64>(byDigit); rest >= count; count = load<f64>(byDigit + <usize>digit * 8)) {
      rest -= count;
      digit++;
    }
    settled |= (<u64>(PARTS - 1)) << shift;
    prefix |= digit << shift;
    shift -= DIGIT_BITS;
  }
  alike = count - rest;
  return valueIn(changetype<Cell>(found), ratio);
}

/** Counts the members whose key begins with the prefix by their next digit; whether their keys differ. */
function countDigits(bin: Bin, settled: u64, prefix: u64, shift: i32, ratio: bool): bool {
  memory.fill(byDigit, 0, PARTS * 8);
  found = 0;
  let key: u64 = 0;
  let differing: u64 = 0;
  for (let member = firstMember(bin); member != 0; member = nextMember(member, ratio)) {
    const cell = changetype<Cell>(member);
    const other = keyOf(cell, ratio);
    if ((other & settled) != prefix) continue;
    if (found == 0) key = other;
    found = member;
    differing |= key ^ other;
    const at = byDigit + (<usize>(other >> shift) & (PARTS - 1)) * 8;
    store<f64>(at, load<f64>(at) + cell.count);
  }
  return differing != 0;
}
