/**
 * Sizes, offsets and codes that the core and the host share. Compiled by asc and by tsc, so it holds only whole
 * numbers, `+`, `*` and comparisons. Nothing outside src/wasm/ and assembly/ may use an offset.
 *
 * Memory, from address 0:
 *
 *   0             compiler's static data
 *   IO_BASE       transfer region: rows and shapes on their way in or out
 *   PROFILES_BASE Profile[MAX_PROFILES], the distinct profiles with their weights
 *   LEARNED_BASE  learned ratios, then learned outputs
 *   PRICE_BASE    the last price
 *   SNAPSHOT_BASE the frozen inputs of split scores
 *   SCORE_BASE    the last score
 *   HEAP_BASE     windows, the outcome window and the scratch of learning, in order of creation
 */
export const LAYOUT_VERSION = 1;

/** Status codes; a cell number (>= 0) is success. */
export const REFUSED = -1;
export const GONE = -2;

/** Where an offer is counted: two halves of a number, each a cell or a status, with the bias added (offers.ts). */
export const UNCOUNTED = -3;
export const OFFER_BIAS = 3;
export const OFFER_HALF = 0xffff;

/** How an overflow cohort merges its values. */
export const MERGE_MAX = 0;
export const MERGE_EXPECTED = 1;
export const MERGE_FIRST = 2;
/** One f64 instead of whole numbers. */
export const MERGE_MAX_REAL = 3;

export const PAGE_BYTES = 65536;

export const IO_BASE = 1024;
export const IO_BYTES = 32768;

/** f64 per row of a cell export: a, b, c (or the real value in a), first, last, count, overflow, last certain. */
export const ROW_FIELDS = 8;
export const ROW_BYTES = ROW_FIELDS * 8;
export const IO_ROWS = 256;

/** f64 per pending shape: input, output, prefill work. */
export const SHAPE_FIELDS = 3;
export const IO_SHAPES = 1024;

/** f64 per row of learned values: pow2 input, pow2 requested (0: none), value. */
export const LEARNED_FIELDS = 3;

// Profile: f64 each. Absent upper bounds are Infinity, absent lower bounds 0.
export const MAX_PROFILES = 256;
export const PROFILE_WEIGHT = 0;
export const PROFILE_TTFT_A = 8;
export const PROFILE_TTFT_B = 16;
export const PROFILE_TTFT_C = 24;
export const PROFILE_TPOT_SLOPE = 32;
export const PROFILE_TPOT_INTERCEPT = 40;
export const PROFILE_TPOT_REQUEST_SLOPE = 48;
export const PROFILE_KV_CAPACITY = 56;
export const PROFILE_MIN_REQUESTS = 64;
export const PROFILE_MAX_REQUESTS = 72;
export const PROFILE_MIN_KV = 80;
export const PROFILE_MAX_KV = 88;
export const PROFILE_MIN_PREFILL = 96;
export const PROFILE_MAX_PREFILL = 104;
export const PROFILE_MIN_OUTPUT = 112;
export const PROFILE_MAX_OUTPUT = 120;
export const PROFILE_BYTES = 128;
export const PROFILES_BASE = IO_BASE + IO_BYTES;
/** What all profiles in force cover, in the form of one. */
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

// Price: f64 each.
export const PRICE_BASE = LEARNED_BASE + LEARNED_BYTES;
export const PRICE_PREFILL = 0;
export const PRICE_DECODE = 8;
export const PRICE_RESIDENT = 16;
export const PRICE_EXPECTED = 24;
export const PRICE_GAPS = 32;
export const PRICE_BYTES = 40;

/** Why a demand is incomplete: bits of PRICE_GAPS. */
export const GAP_PROFILES = 1;
export const GAP_PENDING = 2;
export const GAP_UNSIZED = 4;
export const GAP_PREFILL_DOMAIN = 8;
export const GAP_OUTPUT_UNKNOWN = 16;
export const GAP_DECODE_DOMAIN = 32;

// Snapshot: f64 each.
export const SNAPSHOT_BASE = PRICE_BASE + PRICE_BYTES;
export const SNAPSHOT_PREFILL_DEMAND = 0;
export const SNAPSHOT_DECODE_DEMAND = 8;
export const SNAPSHOT_PREFILL_ENGINES = 16;
export const SNAPSHOT_DECODE_ENGINES = 24;
export const SNAPSHOT_PREFILL_PRESSURE = 32;
export const SNAPSHOT_DECODE_PRESSURE = 40;
export const SNAPSHOT_RESIDENT_PREFILL_S = 48;
export const SNAPSHOT_RESIDENT_TOKENS = 56;
export const SNAPSHOT_RESIDENT_REQUESTS = 64;
export const SNAPSHOT_ACTIVE_ENGINES = 72;
export const SNAPSHOT_CORRECTION = 80;
export const SNAPSHOT_RESIDENTS_IN_DOMAIN = 88;
export const SNAPSHOT_TTFT_SLO_S = 96;
export const SNAPSHOT_TPOT_SLO_S = 104;
export const SNAPSHOT_UTILIZATION = 112;
export const SNAPSHOT_MIN_INPUT = 120;
export const SNAPSHOT_MAX_INPUT = 128;
export const SNAPSHOT_MIN_OUTPUT = 136;
export const SNAPSHOT_MAX_OUTPUT = 144;
export const SNAPSHOT_PENDING_WORK_S = 152;
export const SNAPSHOT_PENDING_TOKENS = 160;
export const SNAPSHOT_PENDING_REQUESTS = 168;
export const SNAPSHOT_PENDING_UNCOVERED = 176;
export const SNAPSHOT_BYTES = 184;

// Score: f64 each; -1 stands for null.
export const SCORE_BASE = SNAPSHOT_BASE + SNAPSHOT_BYTES;
export const SCORE_TTFT = 0;
export const SCORE_TPOT = 8;
export const SCORE_OBJECTIVE = 16;
export const SCORE_QUEUE = 24;
export const SCORE_TOKENS = 32;
export const SCORE_SLO_CAPACITY = 40;
export const SCORE_KV_CAPACITY = 48;
export const SCORE_REQUEST_LIMIT = 56;
export const SCORE_REQUESTS = 64;
export const SCORE_PENDING_REQUESTS = 72;
export const SCORE_PENDING_TOKENS = 80;
export const SCORE_COVERED = 88;
export const SCORE_CORRECTION = 96;
export const SCORE_BYTES = 104;

export const HEAP_BASE = SCORE_BASE + SCORE_BYTES + 8;

// Demand window: header, with the totals of its middle; a bucket header for each index of head - R .. head; their tables; their cells; of an
// expected-decode window, the table of its distinct shapes.
export const WINDOW_BYTES = 232;
export const BUCKET_BYTES = 96;
export const CELL_BYTES = 40;
/** A cell that output lengths may be learned from has links to its neighbours in value. */
export const LINKS_BYTES = 16;
export const RATIO_LINKS = CELL_BYTES;
export const OUTPUT_LINKS = CELL_BYTES + 8;
/** A cell that is priced knows its shape, an overflow cell its price. */
export const OFFERED_BYTES = 8;

/** Bytes of one cell, by the rule of its window. */
export function cellBytes(merge: number): number {
  if (merge == MERGE_FIRST) return CELL_BYTES + LINKS_BYTES;
  return merge == MERGE_EXPECTED ? CELL_BYTES + OFFERED_BYTES : CELL_BYTES;
}

/** Slots of a bucket's hash table: the power of two at or above three times its shapes, exact ones and bins. */
export function tableSlots(shapeCells: number): number {
  return powerOfTwo(3 * shapeCells);
}

/** Bytes of one bucket: header, table of u16, exact cells and the overflow cell. */
export function bucketBytes(shapeCells: number, merge: number): number {
  return BUCKET_BYTES + tableSlots(shapeCells) * 2 + (shapeCells + 1) * cellBytes(merge);
}

// Table of the distinct shapes of a window: header, the first of each hash, and as many as there are exact cells.
export const SHAPE_TABLE_BYTES = 72;
export const OFFERED_SHAPE_BYTES = 48;

export function shapeSlots(retained: number, shapeCells: number): number {
  return powerOfTwo((retained + 1) * shapeCells * 0.5);
}

export function shapeTableBytes(retained: number, shapeCells: number): number {
  return SHAPE_TABLE_BYTES + shapeSlots(retained, shapeCells) * 4 + (retained + 1) * shapeCells * OFFERED_SHAPE_BYTES;
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

// Offered work: header (first second, oldest second, base level, padding), prefill work and differences of the decode
// level of each second in units, then [mean, count] for each class of input (by row) and of requested output (0: none).
export const WORK_HEADER_BYTES = 32;
export const WORK_FIRST = 0;
export const WORK_OLDEST = 8;
export const WORK_BASE = 16;
/** Whole seconds behind the present one that are kept. */
export const WORK_PAST_S = 60;
/** The longest decode that is followed, in seconds: the ring holds it from any second to come. */
export const WORK_MAX_SPAN_S = 900;
export const WORK_SLOTS = 1024;
/** Units of a second of work, and of an engine. */
export const WORK_UNIT = 1073741824;
export const WORK_CLASSES = CLASSES + 1;
export const WORK_LEVELS = WORK_HEADER_BYTES + WORK_SLOTS * 8;
export const WORK_MEANS = WORK_LEVELS + WORK_SLOTS * 8;
export const WORK_BYTES = WORK_MEANS + CLASSES * WORK_CLASSES * 16;

// Scratch of what output lengths are learned from: the root bin of each group; a mark for each bucket of the
// observed-decode window; a weight for each of its cells; parts of bins, 16 together.
export const PARTS = 16;
export const BIN_BYTES = 16;
export const PARTS_BYTES = PARTS * BIN_BYTES;
export const ROOT_BYTES = BIN_BYTES + 8;
export const SEEN_BYTES = 16;
export const WEIGHT_BYTES = 8;
/** Room for parts, per exact cell: 16 of them for every 43 cells. */
export const PARTS_SHARE_BYTES = 6;

/** Bytes of the scratch that learning from an observed-decode window needs. */
export function scratchBytes(retained: number, shapeCells: number): number {
  const cells = (shapeCells + 1) * WEIGHT_BYTES + shapeCells * PARTS_SHARE_BYTES;
  return GROUPS * ROOT_BYTES + (retained + 1) * (SEEN_BYTES + cells);
}
