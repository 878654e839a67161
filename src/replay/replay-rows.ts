import type { Attainment } from "../accounting/attainment";
import type { DemandGap } from "../accounting/demand";
import { type Config, RETAINED_WINDOWS } from "../config";
import type { Pool } from "../pool/pool";
import type { LevelSummary } from "./row-levels";

/**
 * One span of a replay, as the pool accounts for it. Means and peaks are those of its passes; a last span without a pass
 * has its end alone.
 */
export interface ReplayRow extends LevelSummary {
  readonly fromS: number;
  readonly toS: number;
  /** Outcomes of the span. */
  readonly attainment: Attainment;
  /** Demand of the window that ends with the span, in engines. */
  readonly prefillDemand: number;
  readonly decodeDemand: number;
  /** Why it is more than that; empty if all of it was priced. */
  readonly demandGaps: readonly DemandGap[];
  /** Engines of each role at the end of the span, available or not. */
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  /** Moves that took effect in the span. */
  readonly moves: number;
  /** Loads of the roles at the end of the span; 1 is the SLO's limit. */
  readonly prefillLoad: number;
  readonly decodeLoad: number;
}

const ROWS = 20;

/** Width of a row: a readable number of seconds that makes about twenty rows of the span. */
export function rowWidthS(spanS: number, config: Config): number {
  const { windowS, monitorIntervalS } = config;
  const widest = RETAINED_WINDOWS * windowS;
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600];
  const nice = steps.find((stepS) => stepS * ROWS >= spanS) ?? 3600;
  const intervals = Math.max(1, Math.round(Math.min(nice, widest) / monitorIntervalS));
  return intervals * monitorIntervalS;
}

/** Reads a span off the pool, at its end. `moves` and `levels`: those of the span. */
export function takeRow(pool: Pool, fromS: number, toS: number, moves: number, levels: LevelSummary): ReplayRow {
  const demand = pool.demand();
  const split = pool.split();
  const loads = pool.loads();
  return {
    fromS,
    toS,
    attainment: pool.attainment(toS - fromS),
    prefillDemand: demand.prefillDemand ?? 0,
    decodeDemand: demand.decodeDemand ?? 0,
    demandGaps: demand.gaps,
    prefillEngines: split.prefill,
    decodeEngines: split.decode,
    moves,
    prefillLoad: loads.prefill ?? 0,
    decodeLoad: loads.decode ?? 0,
    ...levels,
  };
}
