import { GAP_BITS, type PriceRow } from "../wasm/price-row";

/**
 * Why a demand is incomplete: no engine has a profile; offers are pending; offers were lost before their size was
 * known; an input lies outside a profile's measured domain; an output length is not known; a decode shape lies
 * outside every profile's measured domain.
 */
export type DemandGap = (typeof DEMAND_GAPS)[number];

/** Demand in engine equivalents (semantics, section 6). */
export interface Demand {
  /** Engines' worth of prefill work. */
  readonly prefillDemand: number;
  /** Engines' worth of decode work: the larger of the next two. */
  readonly decodeDemand: number;
  /** Demand of the residents, by the residency samples of the window. */
  readonly residentEngines: number;
  /** Demand of the offered requests. */
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

/** Every gap that there can be, in the order in which a demand lists them. */
export const DEMAND_GAPS = [
  "no_profiles",
  "pending",
  "unsized",
  "prefill_domain",
  "output_unknown",
  "decode_domain",
] as const;

const NO_GAPS: readonly DemandGap[] = Object.freeze([]);

/** A demand as documents spell it: there the two fields keep their first names. */
export function demandDocument({ prefillDemand, decodeDemand, ...others }: Demand) {
  return { prefillEngines: prefillDemand, decodeEngines: decodeDemand, ...others };
}

/** Facts of a demand besides the core's price. */
export interface DemandFacts {
  /** Demand of the residents, in engines. */
  readonly residentEngines: number;
  /** Offers whose size is not known yet. */
  readonly pending: number;
  /**
   * All offers to the sized ones, where so few are unsized that they count as if they had the mean shape of the sized
   * ones (`unsizedTolerance`); null where they count as a gap.
   */
  readonly scale: number | null;
  readonly arrivals: number;
  readonly outputObservations: number;
}

/** A price of the core with the facts that belong to it. */
export function demandOf(row: PriceRow, facts: DemandFacts): Demand {
  const { residentEngines, scale, arrivals, outputObservations } = facts;
  const expectedEngines = row.expectedEngines * (scale ?? 1);
  const gaps = gapsOf(row.gaps, facts);
  return {
    prefillDemand: row.prefillDemand * (scale ?? 1),
    decodeDemand: Math.max(residentEngines, expectedEngines),
    residentEngines,
    expectedEngines,
    arrivals,
    outputObservations,
    complete: gaps.length === 0,
    gaps,
  };
}

function gapsOf(bits: number, { pending, scale }: DemandFacts): readonly DemandGap[] {
  if (bits === 0 && pending === 0) return NO_GAPS;
  const isOpen = (gap: DemandGap) => (gap === "pending" ? pending > 0 : (bits & GAP_BITS[gap]) !== 0);
  const gaps = DEMAND_GAPS.filter(isOpen);
  return scale === null ? gaps : gaps.filter((gap) => gap !== "pending" && gap !== "unsized");
}
