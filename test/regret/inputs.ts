import { resolveConfig } from "../../src/config";
import { checkProfile } from "../../src/profile";
import type { PlayedInput } from "../../src/regret/play";
import type { TraceRequest } from "../../src/traces/trace";
import { at, engines, exact } from "../simulation/fleet-helpers";

/** The fleet of the simulation's tests: a prefill takes 1 s per 1,024 tokens, an iteration 1/16 s and 1/64 s a resident. */
export function inputOf(
  roles: string,
  requests: readonly TraceRequest[],
  simulation: PlayedInput["simulation"] = {},
): PlayedInput {
  return {
    requests,
    engines: engines(roles).map((engine) => ({ ...engine, profile: checkProfile(engine.id, engine.profile) })),
    config: resolveConfig({ ttftSloS: 2.5, tpotSloS: 1 }),
    simulation: { ...exact, prefillSlots: 1, ...simulation },
  };
}

/** Five requests at once, and one a second from then on; one prefill engine keeps the first two in order. */
export function burst(count = 10): TraceRequest[] {
  return Array.from({ length: count }, (_, i) => at(Math.max(0, i - 4), 1024, 1));
}
