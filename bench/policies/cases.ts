import type { Config, EngineProfile } from "../../src/index";
import type { ReplayEngine, ReplayInput } from "../../src/replay";

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
  return Array.from({ length: count }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? "prefill" : "decode",
    profile,
    believed,
  }));
}
