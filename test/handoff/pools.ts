import { type ManualClock, manualClock } from "../../src/clock";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import { PROFILE } from "../fleet/fixtures";

/** A pool and its clock. */
export interface Made {
  readonly pool: Pool;
  readonly clock: ManualClock;
}

const SLO = { ttftS: 1, tpotS: 0.05 };

/** Two prefill engines and two decode engines, all with `PROFILE`. */
export const ENGINES = [
  { id: "p1", role: "prefill", profile: PROFILE },
  { id: "p2", role: "prefill", profile: PROFILE },
  { id: "d1", role: "decode", profile: PROFILE },
  { id: "d2", role: "decode", profile: PROFILE },
] as const;

/** Spans so short, and so few shapes, that a short run shows overflow, evidence, confirmations and cooldown. */
export const SMALL: Partial<PoolOptions> = {
  windowS: 16,
  stepS: 2,
  maxShapes: 3,
  minArrivals: 2,
  demandFloor: 0.01,
  movementMargin: 0.01,
  cooldownS: 6,
  dwellS: 3,
  panicRatio: 1,
  shrink: 0.8,
  evidenceSpanS: 4,
  evidenceMaxSpanS: 8,
  evidenceMinArrivals: 2,
  decodeCorrectionMinSamples: 1,
};

/** A pool on a clock of such an origin, in seconds. */
export function poolFrom(originS: number, options: Partial<PoolOptions> = {}): Made {
  const clock = manualClock(originS);
  return { pool: createPoolSync({ slo: SLO, engines: ENGINES, clock, ...options }), clock };
}
