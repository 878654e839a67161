import { NO_PROFILES, ProfileSet } from "../accounting/profile-set";
import type { Engine } from "../fleet";
import type { EngineProfile } from "../profile";

/** The profile sets of some engines, made anew only when an engine or a profile has changed. */
export class FleetProfiles {
  #seen: (EngineProfile | null)[] = [];
  #existing = NO_PROFILES;

  /** The profiles that exist: what demand is shown under. */
  existing(engines: readonly Engine[]): ProfileSet {
    this.#refresh(engines);
    return this.#existing;
  }

  /** All profiles when every engine has one, else none: what candidate splits are scored under (section 8). */
  all(engines: readonly Engine[]): ProfileSet {
    this.#refresh(engines);
    return this.#existing.engines === engines.length ? this.#existing : NO_PROFILES;
  }

  #refresh(engines: readonly Engine[]): void {
    const same = engines.length === this.#seen.length && engines.every(({ profile }, i) => profile === this.#seen[i]);
    if (same) return;
    this.#seen = engines.map(({ profile }) => profile);
    const profiles = this.#seen.filter((profile) => profile !== null);
    this.#existing = profiles.length === 0 ? NO_PROFILES : new ProfileSet(profiles);
  }
}
