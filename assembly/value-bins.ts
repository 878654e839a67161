/**
 * The completions of each group in order of their values: observed / requested, or observed. A group is a tree of bins
 * over the bits of the value, which order as the values do. A bin of few members lists them; one of many is split into
 * 16 parts by the next 4 bits. Each bin counts what lies in it: a median is found by walking down, and a completion
 * that comes or goes touches one bin on each level.
 *
 * The lists run through the cells themselves. When the parts run out, bins stay long: slower, but not less exact.
 */
import { Cell } from "./cell";
import {
  BIN_BYTES,
  LINKS_BYTES,
  OUTPUT_LINKS,
  PARTS,
  PARTS_BYTES,
  RATIO_GROUPS,
  RATIO_LINKS,
  ROOT_BYTES,
} from "./layout";
import { weightOf } from "./weights";

@unmanaged
export class Bin {
  /** Completions in it. */
  count: f64;
  /** Cells in it. */
  members: i32;
  /** 0: it is empty. Else the address of its first member, + MIXED unless all are alike; or of its parts, + SPLIT. */
  content: usize;

  /** Counts a cell in. */
  @inline
  countIn(count: f64): void {
    this.count += count;
    this.members++;
  }

  /** Counts a cell out. */
  @inline
  countOut(count: f64): void {
    this.count -= count;
    this.members--;
  }
}

const MIXED: usize = 1;
const SPLIT: usize = 2;
const FLAGS: usize = 3;

/** A bin of more members than MANY is split; one of FEW or fewer is joined again. Far apart, so that it rests between. */
const MANY = 40;
const FEW = 20;

/** Where a member lies in the list of its bin: addresses of cells, 0 for none. */
@unmanaged
class Links {
  next: usize;
  previous: usize;
}

/** Bits of a key that choose a part, and where those of a root are. */
export const DIGIT_BITS = 4;
export const TOP_SHIFT = 60;

let roots: usize = 0;
let freeParts: usize = 0;
let unusedParts: usize = 0;
let partsEnd: usize = 0;

/** Takes blank memory for the roots of all groups and, from `parts` on, for parts of bins. */
export function layOutBins(rootsAt: usize, parts: usize, end: usize): void {
  if (offsetof<Bin>() != BIN_BYTES) ERROR("Bin drifted from layout.ts");
  if (BIN_BYTES * PARTS != PARTS_BYTES) ERROR("PARTS_BYTES");
  if (offsetof<Links>() * 2 != LINKS_BYTES) ERROR("Links drifted from layout.ts");
  roots = rootsAt;
  freeParts = 0;
  unusedParts = parts;
  partsEnd = end;
}

/** Adds a cell that is in no bin of the group. */
export function insert(group: i32, cell: Cell, count: f64): void {
  const ratio = isRatio(group);
  const key = keyOf(cell, ratio);
  let bin = rootOf(group);
  let shift = TOP_SHIFT;
  while (isSplit(bin)) {
    bin.countIn(count);
    bin = partOf(bin, key, shift);
    shift -= DIGIT_BITS;
  }
  put(bin, cell, count, key, ratio);
  splitMany(bin, key, shift, ratio);
}

/** Takes out a cell that was inserted, with the count that it has there. */
export function remove(group: i32, cell: Cell, count: f64): void {
  const ratio = isRatio(group);
  const key = keyOf(cell, ratio);
  let bin = rootOf(group);
  let shift = TOP_SHIFT;
  while (isSplit(bin) && bin.members > FEW) {
    bin.countOut(count);
    bin = partOf(bin, key, shift);
    shift -= DIGIT_BITS;
  }
  if (isSplit(bin)) join(bin, ratio);
  bin.countOut(count);
  unlink(bin, cell, ratio);
}

/** Changes the count of a cell that was inserted. */
export function weigh(group: i32, cell: Cell, change: f64): void {
  const key = keyOf(cell, isRatio(group));
  let bin = rootOf(group);
  let shift = TOP_SHIFT;
  while (isSplit(bin)) {
    bin.count += change;
    bin = partOf(bin, key, shift);
    shift -= DIGIT_BITS;
  }
  bin.count += change;
}

/** Whether a group is one of ratios, not of outputs. */
export function isRatio(group: i32): bool {
  return group < RATIO_GROUPS;
}

export function valueIn(cell: Cell, ratio: bool): f64 {
  return ratio ? <f64>cell.c / <f64>cell.b : <f64>cell.c;
}

/** A value's bits: 0 for 0, else those beyond the bits of 2^-32, which is below all others; at the top of 64. */
export function keyOf(cell: Cell, ratio: bool): u64 {
  const LEAST: u64 = 0x3df0000000000000;
  return cell.c == 0 ? 0 : (reinterpret<u64>(valueIn(cell, ratio)) - LEAST) << 6;
}

/** The bin of all members of a group. */
export function rootOf(group: i32): Bin {
  return changetype<Bin>(roots + <usize>group * ROOT_BYTES);
}

export function isSplit(bin: Bin): bool {
  return (bin.content & SPLIT) != 0;
}

/** False: all members of a bin that is not split have the same value. */
export function isMixed(bin: Bin): bool {
  return (bin.content & MIXED) != 0;
}

/** The parts of a split bin lie one after the other, lowest values first. */
export function firstPart(bin: Bin): Bin {
  return changetype<Bin>(bin.content - SPLIT);
}

export function nextPart(part: Bin): Bin {
  return changetype<Bin>(changetype<usize>(part) + BIN_BYTES);
}

/** The first member of a bin that is not split; 0: it is empty. */
export function firstMember(bin: Bin): usize {
  return bin.content & ~FLAGS;
}

/** The member after another one; 0: that was the last. */
export function nextMember(member: usize, ratio: bool): usize {
  return linksOf(member, ratio).next;
}

function partOf(bin: Bin, key: u64, shift: i32): Bin {
  const number = <usize>(key >> shift) & (PARTS - 1);
  return changetype<Bin>(bin.content - SPLIT + number * BIN_BYTES);
}

function linksOf(cell: usize, ratio: bool): Links {
  return changetype<Links>(cell + (ratio ? RATIO_LINKS : OUTPUT_LINKS));
}

function put(bin: Bin, cell: Cell, count: f64, key: u64, ratio: bool): void {
  bin.countIn(count);
  link(bin, cell, key, ratio);
}

function link(bin: Bin, cell: Cell, key: u64, ratio: bool): void {
  const address = changetype<usize>(cell);
  const first = firstMember(bin);
  let mixed = bin.content & MIXED;
  if (first != 0) {
    if (!mixed && keyOf(changetype<Cell>(first), ratio) != key) mixed = MIXED;
    linksOf(first, ratio).previous = address;
  }
  const links = linksOf(address, ratio);
  links.next = first;
  links.previous = 0;
  bin.content = address | mixed;
}

function unlink(bin: Bin, cell: Cell, ratio: bool): void {
  const links = linksOf(changetype<usize>(cell), ratio);
  if (links.next != 0) linksOf(links.next, ratio).previous = links.previous;
  if (links.previous != 0) linksOf(links.previous, ratio).next = links.next;
  // Without its last member it is not mixed any more.
  else bin.content = links.next == 0 ? 0 : links.next | (bin.content & MIXED);
}

/** Splits a bin as long as it has many members. Only the part of the last key can have as many as the bin had. */
function splitMany(bin: Bin, key: u64, shift: i32, ratio: bool): void {
  while (bin.members > MANY && isMixed(bin) && split(bin, shift, ratio)) {
    bin = partOf(bin, key, shift);
    shift -= DIGIT_BITS;
  }
}

/** Deals the members out to 16 parts; false if no parts are left. */
function split(bin: Bin, shift: i32, ratio: bool): bool {
  const parts = takeParts();
  if (parts == 0) return false;
  let member = firstMember(bin);
  bin.content = parts | SPLIT;
  while (member != 0) {
    const next = nextMember(member, ratio);
    const cell = changetype<Cell>(member);
    const key = keyOf(cell, ratio);
    put(partOf(bin, key, shift), cell, weightOf(cell), key, ratio);
    member = next;
  }
  return true;
}

/** Puts the members of all parts into one list again. */
function join(bin: Bin, ratio: bool): void {
  const parts = firstPart(bin);
  bin.content = 0;
  let part = parts;
  for (let number = 0; number < PARTS; number++) {
    if (isSplit(part)) join(part, ratio);
    let member = firstMember(part);
    while (member != 0) {
      const next = nextMember(member, ratio);
      const cell = changetype<Cell>(member);
      link(bin, cell, keyOf(cell, ratio), ratio);
      member = next;
    }
    part = nextPart(part);
  }
  giveParts(changetype<usize>(parts));
}

/** The address of 16 empty bins, 0 if there are none. Free ones hold the address of the next free ones. */
function takeParts(): usize {
  let parts = freeParts;
  if (parts != 0) {
    freeParts = load<usize>(parts);
  } else {
    if (unusedParts + PARTS_BYTES > partsEnd) return 0;
    parts = unusedParts;
    unusedParts += PARTS_BYTES;
  }
  memory.fill(parts, 0, PARTS_BYTES);
  return parts;
}

function giveParts(parts: usize): void {
  store<usize>(parts, freeParts);
  freeParts = parts;
}
