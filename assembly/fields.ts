/**
 * Where the fields lie, in bytes, of what the core and the host hand each other: f64 each. Compiled by asc and by tsc,
 * so it holds only whole numbers. The core compares its structs with it at compile time (check-layout.ts). Nothing
 * outside src/wasm/ and assembly/ may use an offset.
 */

// A profile. Absent upper bounds are Infinity, absent lower bounds 0.
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

// The frozen inputs of scores.
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
export const SNAPSHOT_PENDING_UNCOVERED = 160;
export const SNAPSHOT_BYTES = 168;

// Rows of the transfer region.

/** A cell: the real value of a MERGE_MAX_REAL window is the bits in a (low half) and b. */
export const CELL_A = 0;
export const CELL_B = 8;
export const CELL_C = 16;
export const CELL_FIRST = 24;
export const CELL_LAST = 32;
export const CELL_COUNT = 40;
export const CELL_OVERFLOW = 48;
export const CELL_LAST_CERTAIN = 56;
export const CELL_ROW_BYTES = 64;

/** A pending shape. */
export const SHAPE_INPUT = 0;
export const SHAPE_OUTPUT = 8;
export const SHAPE_PREFILL = 16;
export const SHAPE_ROW_BYTES = 24;

/** A learned length: powers of two as input and requested output (0: none), a ratio or an output. */
export const LEARNED_INPUT = 0;
export const LEARNED_REQUESTED = 8;
export const LEARNED_VALUE = 16;
export const LEARNED_ROW_BYTES = 24;

/** Work offered in one second: prefill seconds, mean decode engines. */
export const RATE_PREFILL = 0;
export const RATE_DECODE = 8;
export const RATE_ROW_BYTES = 16;

/** A second of offered work, in units. */
export const SECOND_SECOND = 0;
export const SECOND_WORK = 8;
export const SECOND_LEVEL = 16;
export const SECOND_ROW_BYTES = 24;

/** A running mean of observed by requested output. */
export const RATIO_PLACE = 0;
export const RATIO_MEAN = 8;
export const RATIO_COUNT = 16;
export const RATIO_ROW_BYTES = 24;

// Answers of several numbers: they share the result region.

export const EVIDENCE_COUNT = 0;
export const EVIDENCE_OLDEST = 8;

export const OVERFLOW_COUNT = 0;
export const OVERFLOW_TOKENS = 8;
export const OVERFLOW_LAST = 16;

export const TOTALS_SUM = 0;
export const TOTALS_LEAST = 8;
export const TOTALS_LARGEST = 16;

export const FLOW_HEAD = 0;
export const FLOW_CELLS = 8;
export const FLOW_HELD = 16;
export const FLOW_EXPIRED = 24;
export const FLOW_REFUSED = 32;

export const OUTCOMES_TOTAL = 0;
export const OUTCOMES_TTFT_MET = 8;
export const OUTCOMES_TPOT_MET = 16;
export const OUTCOMES_BOTH_MET = 24;
export const OUTCOMES_BUCKETS = 32;
export const OUTCOMES_OLDEST = 40;

export const PRUNED_HEAD = 0;
export const PRUNED_BUCKETS = 8;
export const PRUNED_OUTCOMES = 16;

export const WORK_FIRST = 0;
export const WORK_OLDEST = 8;
export const WORK_BASE = 16;

export const PRICE_PREFILL = 0;
export const PRICE_EXPECTED = 8;
export const PRICE_GAPS = 16;

/** A score: -1 stands for null. */
export const SCORE_TTFT = 0;
export const SCORE_TPOT = 8;
export const SCORE_OBJECTIVE = 16;
export const SCORE_QUEUE = 24;
export const SCORE_TOKENS = 32;
export const SCORE_SLO_CAPACITY = 40;
export const SCORE_KV_CAPACITY = 48;
export const SCORE_REQUEST_LIMIT = 56;
export const SCORE_REQUESTS = 64;
export const SCORE_COVERED = 72;

/** Room for the largest answer. */
export const RESULT_BYTES = 80;
