import {
  GAP_DECODE_DOMAIN,
  GAP_OUTPUT_UNKNOWN,
  GAP_PENDING,
  GAP_PREFILL_DOMAIN,
  GAP_PROFILES,
  GAP_UNSIZED,
} from "../../assembly/layout";
import type { PriceRow } from "../wasm/rows";

/**
 * Why a demand is incomplete: no engine has a profile; offers are pending; offers were lost before their size was
 * known; an input lies outside a profile's measured domain; an output length is not known; a decode shape lies
 * outside every profile's measured domain.
 */
export type DemandGap = (typeof GAPS)[number][1];

/** Demand in engine equivalents (semantics, section 6). */
export interface Demand {
  /** Engines' worth of prefill work. */
  readonly prefillEngines: number;
  /** Engines' worth of decode work: the larger of the next two. */
  readonly decodeEngines: number;
  /** What the residents need, by the residency samples of the window. */
  readonly residentEngines: number;
  /** What the offered requests will need. */
  readonly expectedEngines: number;
  /** Arrivals of the window, whatever the horizon. */
  readonly arrivals: number;
  /** Completions of the last four windows. */
  readonly outputObservations: number;
  /** Whether all that was offered could be priced. */
  readonly complete: boolean;
  /** Why not; empty if complete. */
  readonly gaps: readonly DemandGap[];
}

/** Each gap with its bit in a price of the core. */
const GAPS = [
  [GAP_PROFILES, "no_profiles"],
  [GAP_PENDING, "pending"],
  [GAP_UNSIZED, "unsized"],
  [GAP_PREFILL_DOMAIN, "prefill_domain"],
  [GAP_OUTPUT_UNKNOWN, "output_unknown"],
  [GAP_DECODE_DOMAIN, "decode_domain"],
] as const;

/** Every gap that there can be. */
export const DEMAND_GAPS: readonly DemandGap[] = GAPS.map(([, gap]) => gap);

const NO_GAPS: readonly DemandGap[] = Object.freeze([]);

/** A price of the core with the counts that belong to it. */
export function demandOf(row: PriceRow, arrivals: number, outputObservations: number): Demand {
  return {
    prefillEngines: row.prefillEngines,
    decodeEngines: row.decodeEngines,
    residentEngines: row.residentEngines,
    expectedEngines: row.expectedEngines,
    arrivals,
    outputObservations,
    complete: row.gaps === 0,
    gaps: row.gaps === 0 ? NO_GAPS : gapsOf(row.gaps),
  };
}

/**
 * A price in which unsized offers count as if they had the mean shape of the sized ones (`unsizedTolerance`).
 *
 * @param scale all offers to the sized ones
 */
export function withUnsized(row: PriceRow, scale: number): PriceRow {
  const expectedEngines = row.expectedEngines * scale;
  return {
    ...row,
    prefillEngines: row.prefillEngines * scale,
    expectedEngines,
    decodeEngines: Math.max(row.residentEngines, expectedEngines),
    gaps: row.gaps & ~(GAP_PENDING | GAP_UNSIZED),
  };
}

function gapsOf(bits: number): DemandGap[] {
  return GAPS.filter(([bit]) => (bits & bit) !== 0).map(([, gap]) => gap);
}
