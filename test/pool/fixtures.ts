import { type ManualClock, manualClock } from "../../src/clock";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import { PROFILE } from "../fleet/fixtures";

/** TTFT 2 s, TPOT 50 ms. */
export const SLO = { ttftS: 2, tpotS: 0.05 };

/** The engines "p" (prefill) and "d" (decode), both with `PROFILE`. */
export const ENGINES = [
  { id: "p", role: "prefill", profile: PROFILE },
  { id: "d", role: "decode", profile: PROFILE },
] as const;

/** A pool with `ENGINES` on a clock that starts at 0 s. */
export function poolAt0(options: Partial<PoolOptions> = {}): { pool: Pool; clock: ManualClock } {
  const clock = manualClock(0);
  return { pool: createPoolSync({ slo: SLO, engines: ENGINES, clock, ...options }), clock };
}

/** All that a pool tells of itself, but for the anomalies, which are counted apart. */
export function view(pool: Pool) {
  const { anomalies, ...state } = pool.state();
  return {
    state,
    anomalies,
    demand: pool.demand(),
    learned: pool.learned(),
    attainment: pool.attainment(),
    snapshot: pool.decisionSnapshot(),
  };
}

/** The anomalies that were counted, without the kinds that were not. */
export function anomaliesOf(pool: Pool): Record<string, number> {
  const counted = Object.entries(pool.state().anomalies).filter(([, count]) => count !== 0);
  return Object.fromEntries(counted) as Record<string, number>;
}
