import {
  GAP_DECODE_DOMAIN,
  GAP_OUTPUT_UNKNOWN,
  GAP_PREFILL_DOMAIN,
  GAP_PROFILES,
  GAP_UNSIZED,
} from "../../assembly/codes";
import { PRICE_EXPECTED, PRICE_GAPS, PRICE_PREFILL } from "../../assembly/fields";
import { fieldAt } from "./fields";

/** A price of the core (semantics, section 6), in engines. */
export interface PriceRow {
  readonly prefillDemand: number;
  /** Decode demand of the offered requests. */
  readonly expectedEngines: number;
  /** Why it is incomplete: bits of `GAP_BITS`. */
  readonly gaps: number;
}

/** The gaps that the core finds, by their bits. */
export const GAP_BITS = {
  no_profiles: GAP_PROFILES,
  unsized: GAP_UNSIZED,
  prefill_domain: GAP_PREFILL_DOMAIN,
  output_unknown: GAP_OUTPUT_UNKNOWN,
  decode_domain: GAP_DECODE_DOMAIN,
} as const;

export function readPrice(result: Float64Array): PriceRow {
  return {
    prefillDemand: fieldAt(result, PRICE_PREFILL),
    expectedEngines: fieldAt(result, PRICE_EXPECTED),
    gaps: fieldAt(result, PRICE_GAPS),
  };
}
