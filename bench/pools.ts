import { createPoolSync, type Pool } from "../src/index";
import { ENGINES, fleetOf } from "./fleets";
import { ARRIVAL_STEP_S, lengths, SteadyClock, type Workload } from "./workload";

const OPERATIONS = 1000;
const SLO = { ttftS: 1, tpotS: 0.05 };

/** Whole requests through the public API, each to its completion and outcome; the router has no engines. */
export function serveRequests(): Workload {
  const clock = new SteadyClock();
  const pool = createPoolSync({ slo: SLO, clock });
  return {
    operations: OPERATIONS,
    run() {
      serve(pool, clock, OPERATIONS, ARRIVAL_STEP_S, 50);
      return pool.attainment(1).total;
    },
  };
}

/** Opens and sizes requests, in so many pools in turn. */
export const recordInPools = (count: number) => (): Workload => {
  const clock = new SteadyClock();
  const pools = Array.from({ length: count }, () => createPoolSync({ slo: SLO, clock }));
  const tokens = lengths(50);
  let next = 0;
  return {
    operations: OPERATIONS,
    run() {
      for (let i = 0; i < OPERATIONS; i += 1) {
        clock.timeS += ARRIVAL_STEP_S;
        const input = tokens[next] as number;
        (pools[i % count] as Pool).open().size(input, input >> 2);
        next = next + 1 === tokens.length ? 0 : next + 1;
      }
      return next;
    },
  };
};

/** The state document of a fleet, all windows full, a few requests after the last one. */
export function readState(): Workload {
  const clock = new SteadyClock();
  const pool = createPoolSync({ slo: SLO, clock, engines: fleetOf(ENGINES) });
  const gapS = 1 / 400;
  // Completions without an overflow: only so they are learned from.
  const shapes = 128;
  serve(pool, clock, (4 * pool.config.windowS) / gapS, gapS, shapes);
  return {
    operations: 1,
    before: () => serve(pool, clock, 20, gapS, shapes),
    run: () => Object.keys(pool.state()).length,
  };
}

function serve(pool: Pool, clock: SteadyClock, requests: number, gapS: number, shapes: number): void {
  for (let i = 0; i < requests; i += 1) {
    clock.timeS += gapS;
    const input = 100 + (i % shapes) * 37;
    const request = pool.open();
    request.size(input, input >> 2);
    request.reprice(input + 1);
    request.complete({ outputTokens: input >> 3 });
  }
}
