/**
 * Where things lie in memory, and how large they are. Compiled by asc and by tsc, so it holds only whole numbers, `+`,
 * `*` and comparisons. Nothing outside src/wasm/ and assembly/ may use an address.
 *
 * Memory, from address 0:
 *
 *   0             compiler's static data
 *   IO_BASE       transfer region: rows on their way in or out
 *   PROFILES_BASE Profile[MAX_PROFILES], the distinct profiles with their weights
 *   LEARNED_BASE  learned ratios, then learned outputs
 *   RESULT_BASE   the last answer of several numbers
 *   SNAPSHOT_BASE the frozen inputs of split scores
 *   HEAP_BASE     windows, the outcome window, offered work and the scratch of learning, in order of creation
 */
import { MERGE_EXPECTED, MERGE_FIRST } from "./codes";
import { PROFILE_BYTES, RESULT_BYTES, SNAPSHOT_BYTES } from "./fields";

export const PAGE_BYTES = 65536;

export const IO_BASE = 1024;
export const IO_BYTES = 32768;
/** The most cells, and pending shapes, that one call hands over. */
export const IO_CELLS = 256;
export const IO_SHAPES = 1024;

export const MAX_PROFILES = 256;
export const PROFILES_BASE = IO_BASE + IO_BYTES;
/** Domain that all profiles in force cover, in the form of a profile. */
export const PROFILE_COMMON = PROFILES_BASE + MAX_PROFILES * PROFILE_BYTES;

/** pow2 classes 2^0 .. 2^32. */
export const CLASSES = 33;
/** Groups of completions that a ratio is learned for, one for each pow2 input and pow2 requested. */
export const RATIO_GROUPS = CLASSES * CLASSES;
/** All groups: behind those of ratios, one for each pow2 input that an output is learned for. */
export const GROUPS = RATIO_GROUPS + CLASSES;
/** f64[GROUPS]: what was learned for each, -1 for nothing. */
export const LEARNED_BASE = PROFILE_COMMON + PROFILE_BYTES;
export const LEARNED_BYTES = GROUPS * 8;

export const RESULT_BASE = LEARNED_BASE + LEARNED_BYTES;
export const SNAPSHOT_BASE = RESULT_BASE + RESULT_BYTES;
export const HEAP_BASE = SNAPSHOT_BASE + SNAPSHOT_BYTES;

// Demand window: header, totals, totals of its middle; a bucket header for each index of head - R .. head; their
// tables; their cells; of an expected-decode window, the table of its distinct shapes.
export const WINDOW_BYTES = 232;
/** A bucket's header and its sums. */
export const BUCKET_BYTES = 96;
export const CELL_BYTES = 40;
/** A cell that output lengths may be learned from has links to its neighbours in value. */
export const LINKS_BYTES = 16;
export const RATIO_LINKS = CELL_BYTES;
export const OUTPUT_LINKS = CELL_BYTES + 8;
/** A cell of expected decode knows its shape. */
export const OFFERED_BYTES = 8;

/** Bytes of one cell, by the rule of its window. */
export function cellBytes(merge: number): number {
  if (merge == MERGE_FIRST) return CELL_BYTES + LINKS_BYTES;
  return merge == MERGE_EXPECTED ? CELL_BYTES + OFFERED_BYTES : CELL_BYTES;
}

/**
 * Slots of a bucket's hash table: the power of two at or above three times its shapes, exact ones and bins. Of the
 * bench, record_50_ns and record_1000_binned_ns do not differ between twice and six times; with once, the latter takes
 * 5% more.
 */
export function tableSlots(shapeCells: number): number {
  return powerOfTwo(3 * shapeCells);
}

/** Bytes of one bucket: header, table of u16, cells of shapes and the overflow cell. */
export function bucketBytes(shapeCells: number, merge: number): number {
  return BUCKET_BYTES + tableSlots(shapeCells) * 2 + (shapeCells + 1) * cellBytes(merge);
}

// Table of the distinct shapes of a window: header and cost, the first shape of each hash, and as many shapes as the
// window has cells for.
export const SHAPE_TABLE_BYTES = 72;
export const OFFERED_SHAPE_BYTES = 48;

/** Heads of the lists of shapes with the same hash: one for every two shapes, or more. Chosen, not measured. */
export function shapeHeads(retained: number, shapeCells: number): number {
  return powerOfTwo((retained + 1) * shapeCells * 0.5);
}

export function shapeTableBytes(retained: number, shapeCells: number): number {
  return SHAPE_TABLE_BYTES + shapeHeads(retained, shapeCells) * 4 + (retained + 1) * shapeCells * OFFERED_SHAPE_BYTES;
}

/** Bytes of a demand window that keeps `retained` buckets before its head. */
export function windowBytes(retained: number, shapeCells: number, merge: number): number {
  const shapes = merge == MERGE_EXPECTED ? shapeTableBytes(retained, shapeCells) : 0;
  return WINDOW_BYTES + (retained + 1) * bucketBytes(shapeCells, merge) + shapes;
}

/** The power of two, 4 or more, at or above a number. */
function powerOfTwo(least: number): number {
  let power: number = 4;
  while (power < least) power = power * 2;
  return power;
}

// Outcome window: header, then one bucket for each index of head - T .. head.
export const OUTCOMES_BYTES = 64;
export const OUTCOME_BUCKET_BYTES = 40;

/** Bytes of an outcome window that keeps `retained` buckets before its head. */
export function outcomesBytes(retained: number): number {
  return OUTCOMES_BYTES + (retained + 1) * OUTCOME_BUCKET_BYTES;
}

// Offered work: header, prefill work of each second and differences of its decode level in units, then a running mean
// for each class of input (by row) and of requested output (0: none).
export const WORK_HEADER_BYTES = 32;
/** Whole seconds behind the present one that are kept: those that headroom looks at (docs/policies.md). */
export const WORK_PAST_S = 60;
/** The longest decode that is followed, in seconds. Chosen, not measured: 18,000 tokens at a TPOT of 0.05 s. */
export const WORK_MAX_SPAN_S = 900;
/** The power of two above both. */
export const WORK_SLOTS = 1024;
/** Units of a second of work, and of an engine: 2^30, so that sums of up to 2^23 of these are exact. */
export const WORK_UNIT = 1073741824;
export const WORK_CLASSES = CLASSES + 1;
export const WORK_PLACES = CLASSES * WORK_CLASSES;
export const WORK_LEVELS = WORK_HEADER_BYTES + WORK_SLOTS * 8;
export const WORK_MEANS = WORK_LEVELS + WORK_SLOTS * 8;
export const MEAN_BYTES = 16;
export const WORK_BYTES = WORK_MEANS + WORK_PLACES * MEAN_BYTES;

// Scratch of what output lengths are learned from: the root bin of each group; what was seen of each bucket of the
// observed-decode window; a weight for each of its cells; parts of bins, 16 together.
export const PARTS = 16;
export const BIN_BYTES = 16;
export const PARTS_BYTES = PARTS * BIN_BYTES;
export const ROOT_BYTES = BIN_BYTES + 8;
export const SEEN_BYTES = 16;
export const WEIGHT_BYTES = 8;
/** Room for parts, per cell: 16 of them for every 43 cells, as many as a bin has at least before it is split. */
export const PARTS_SHARE_BYTES = 6;

/** Bytes of the scratch that learning from an observed-decode window needs. */
export function scratchBytes(retained: number, shapeCells: number): number {
  const cells = (shapeCells + 1) * WEIGHT_BYTES + shapeCells * PARTS_SHARE_BYTES;
  return GROUPS * ROOT_BYTES + (retained + 1) * (SEEN_BYTES + cells);
}
