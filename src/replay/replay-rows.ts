import type { Attainment } from "../accounting/outcome-window";
import { type Config, RETAINED_WINDOWS } from "../config";
import type { Pool } from "../pool/pool";

/** One span of a replay, as the pool accounts for it. */
export interface ReplayRow {
  readonly fromS: number;
  readonly toS: number;
  /** Outcomes of the span. */
  readonly attainment: Attainment;
  /** Demand of the window that ends with the span, in engines. */
  readonly prefillDemand: number;
  readonly decodeDemand: number;
  readonly demandComplete: boolean;
  readonly prefillEngines: number;
  readonly decodeEngines: number;
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

/** Reads a span off the pool, at its end. */
export function takeRow(pool: Pool, fromS: number, toS: number): ReplayRow {
  const demand = pool.demand();
  const split = pool.split();
  const loads = pool.loads();
  return {
    fromS,
    toS,
    attainment: pool.attainment(toS - fromS),
    prefillDemand: demand.prefillEngines,
    decodeDemand: demand.decodeEngines,
    demandComplete: demand.complete,
    prefillEngines: split.prefill,
    decodeEngines: split.decode,
    prefillLoad: loads.prefill,
    decodeLoad: loads.decode,
  };
}
