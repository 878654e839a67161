import type { Role } from "../roles";
import type { SimulationOptions } from "./simulation-options";

/**
 * The change of role that an engine is in. It stays in its old role for a while and then takes the new one (label), or
 * takes nothing new until it is empty, is away for a while, and comes back in the new role (drain, offline).
 */
export class RoleChange {
  readonly #options: SimulationOptions;
  #role: Role;
  #nextRole: Role;
  #stamp = 0;
  #state: "none" | "draining" | "away" = "none";

  constructor(role: Role, options: SimulationOptions) {
    this.#role = role;
    this.#nextRole = role;
    this.#options = options;
  }

  get role(): Role {
    return this.#role;
  }

  /** Whether it takes requests: not while it leaves its old role. */
  get takesRequests(): boolean {
    return this.#state === "none";
  }

  /** Whether it waits for its residents to end. */
  get draining(): boolean {
    return this.#state === "draining";
  }

  /** Stamp that the end of this change has to have. */
  get stamp(): number {
    return this.#stamp;
  }

  /** Plans a role, in place of an earlier plan. Gives how long it takes from now; null: that is not known yet. */
  plan(role: Role): number | null {
    this.#stamp++;
    this.#nextRole = role;
    if (this.#options.moveMode === "label") return this.#role === role ? null : this.#options.moveS;
    if (this.#state === "away") return this.#awayS();
    this.#state = this.#role === role ? "none" : "draining";
    return this.#state === "none" ? 0 : null;
  }

  /** Its residents have ended: it goes away. Gives for how long. */
  leave(): number {
    this.#state = "away";
    return this.#awayS();
  }

  /** The change is over. False: a later plan has replaced this one. */
  end(stamp: number): boolean {
    if (stamp !== this.#stamp) return false;
    this.#state = "none";
    return true;
  }

  /** Takes the planned role. False: it has it already. */
  takeRole(): boolean {
    if (this.#role === this.#nextRole) return false;
    this.#role = this.#nextRole;
    return true;
  }

  /** The role that was planned. */
  get nextRole(): Role {
    return this.#nextRole;
  }

  #awayS(): number {
    const { moveMode, restartS, switchToPrefillS, switchToDecodeS } = this.#options;
    if (moveMode === "offline") return restartS;
    return this.#nextRole === "prefill" ? switchToPrefillS : switchToDecodeS;
  }
}
