import { readArgument } from "../check";
import { ArgumentError } from "../errors";
import type { Core } from "../wasm/core";
import { NO_PROFILES, ProfileSet } from "./profile-set";

/** A core and the profiles that are in force in it. */
export class ProfiledCore {
  readonly #core: Core;
  #profiles: ProfileSet = NO_PROFILES;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The core, with these profiles in force until others are. @throws ArgumentError */
  with(profiles: ProfileSet): Core {
    if (profiles !== this.#profiles) this.#use(profiles);
    return this.#core;
  }

  #use(profiles: ProfileSet): void {
    const rule = "must be a ProfileSet";
    const isSet = readArgument("profiles", rule, profiles, () => profiles instanceof ProfileSet);
    if (!isSet) throw new ArgumentError("profiles", rule, profiles);
    this.#core.useProfiles(profiles.weights);
    this.#profiles = profiles;
  }
}
