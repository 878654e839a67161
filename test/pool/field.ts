import { readFileSync } from "node:fs";
import { type ManualClock, manualClock } from "../../src/clock";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import type { SizeOptions } from "../../src/pool/request-options";
import { type EngineProfileInput, profileFromJson } from "../../src/profile";

/** The profile of an H100 that the package ships. */
export const H100 = profileFromJson(JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8")));

/** One prefill engine "p", two decode engines "d" and "d2", SLO 1 s and 50 ms, on a clock that starts at 1000 s. */
export function fieldPool(
  options: Partial<PoolOptions> = {},
  profile: EngineProfileInput | null = H100,
): { pool: Pool; clock: ManualClock } {
  const clock = manualClock(1000);
  const engines = [
    { id: "p", role: "prefill", profile },
    { id: "d", role: "decode", profile },
    { id: "d2", role: "decode", profile },
  ] as const;
  return { pool: createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines, clock, ...options }), clock };
}

/** Requests of one size at an even rate, and a pass a second, for `seconds`. */
export function load(
  { pool, clock }: { pool: Pool; clock: ManualClock },
  seconds: number,
  rate: number,
  size: readonly [inputTokens: number, requestedTokens?: number, options?: SizeOptions],
): void {
  for (let second = 0; second < seconds; second += 1) {
    for (let n = 0; n < rate; n += 1) {
      clock.advance(1 / rate);
      pool.open().size(...size);
    }
    pool.pass();
  }
}
