/** Codes that the core and the host share. Compiled by asc and by tsc: whole numbers only. */

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
/** The values are f64, not whole numbers. */
export const MERGE_MAX_REAL = 3;

/** Why a price is incomplete: bits of its gaps. */
export const GAP_PROFILES = 1;
export const GAP_UNSIZED = 2;
export const GAP_PREFILL_DOMAIN = 4;
export const GAP_OUTPUT_UNKNOWN = 8;
export const GAP_DECODE_DOMAIN = 16;
