import type { Config, EngineProfile } from "../../src/index";
import type { ReplayEngine, ReplayInput } from "../../src/replay";
import { replayFleet } from "../../src/replay/replay-fleet";

/** A run, whoever controls it. */
export interface Case {
  readonly requests: ReplayInput["requests"];
  readonly engines: readonly ReplayEngine[];
  readonly config: Config;
  readonly simulation: NonNullable<ReplayInput["simulation"]>;
  readonly whileUnavailable?: "rebalance";
}

/** Engines of one kind, the first of them for prefill. */
export function enginesOf(
  count: number,
  prefill: number,
  profile: EngineProfile,
  believed: EngineProfile | null = profile,
): ReplayEngine[] {
  return replayFleet(prefill, count - prefill, { profile, believed });
}
