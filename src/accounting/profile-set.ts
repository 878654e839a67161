import { itemsOf, readArgument } from "../check";
import { ArgumentError } from "../errors";
import { type EngineProfile, profileKey } from "../profile";
import { MAX_PROFILES } from "../wasm/profile-row";

/**
 * The profiles of some engines, each distinct one once, with the number of engines that have it: means over a fleet
 * of few kinds of engines cost few evaluations.
 */
export class ProfileSet {
  /** Profile to number of engines, in order of first appearance. */
  readonly weights: ReadonlyMap<EngineProfile, number>;
  /** Engines in all. */
  readonly engines: number;

  /** @throws ArgumentError for more distinct profiles than a core has room for */
  constructor(profiles: Iterable<EngineProfile>) {
    const byContent = new Map<string, EngineProfile>();
    const weights = new Map<EngineProfile, number>();
    let engines = 0;
    for (const profile of itemsOf("profiles", profiles)) {
      const key = readArgument("profiles", "must be engine profiles", profile, () => profileKey(profile));
      const same = byContent.get(key) ?? profile;
      byContent.set(key, same);
      weights.set(same, (weights.get(same) ?? 0) + 1);
      engines += 1;
    }
    if (weights.size > MAX_PROFILES) {
      throw new ArgumentError("profiles", `must be at most ${MAX_PROFILES} distinct ones`, weights.size);
    }
    this.weights = weights;
    this.engines = engines;
  }
}

/** The set of no profiles. */
export const NO_PROFILES = new ProfileSet([]);
