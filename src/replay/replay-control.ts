import type { Config } from "../config";
import type { ControllerOptions } from "../control/controller-options";
import type { Decision } from "../decision/decision";
import { ConfigError } from "../errors";
import type { Pool } from "../pool/pool";
import type { Role } from "../roles";
import { DecisionLog } from "./replay-decisions";

/** Freedom of the controller in a replay: nothing, propose moves, or make them. */
export type ReplayControl = "off" | "advisory" | "on";

/** All of them. */
export const REPLAY_CONTROLS: readonly ReplayControl[] = ["off", "advisory", "on"];

/** Control options of a replay. */
export interface ControlInput {
  readonly config: Config;
  /** It overrides the configuration's `advisory`. Default: `advisory` if that is set, else `on`. */
  readonly control?: ReplayControl;
  /** Policy that decides. Default `reactive`. */
  readonly policy?: ControllerOptions["policy"];
}

/** Freedom of the controller. @throws ConfigError for anything else */
export function controlOf({ control, config }: ControlInput): ReplayControl {
  if (control === undefined) return config.advisory ? "advisory" : "on";
  if (REPLAY_CONTROLS.includes(control)) return control;
  throw new ConfigError("control", `must be ${REPLAY_CONTROLS.join(", ")}`, control);
}

/** The configuration in force. @throws ConfigError */
export function configOf(input: ControlInput): Config {
  return { ...input.config, advisory: controlOf(input) === "advisory" };
}

/** Carries the pool's decisions over to the simulated fleet, and keeps account of them. */
export class FleetControl {
  readonly log = new DecisionLog();
  readonly #pool: Pool;
  readonly #control: ReplayControl;
  readonly #setRole: (engine: string, role: Role) => void;
  readonly #onDecision: (decision: Decision, pool: Pool) => void;

  constructor(
    pool: Pool,
    control: ReplayControl,
    setRole: (engine: string, role: Role) => void,
    onDecision: (decision: Decision, pool: Pool) => void = () => {},
  ) {
    this.#pool = pool;
    this.#control = control;
    this.#setRole = setRole;
    this.#onDecision = onDecision;
  }

  /** A monitoring pass is due. */
  pass(): void {
    if (this.#control === "off") this.#pool.sample();
    else this.#carryOut(this.#pool.pass().decisions);
  }

  /** Something has happened: it may have called for an urgent decision. */
  afterEvent(): void {
    if (this.#pool.urgentPending) this.#carryOut(this.#pool.urgent().decisions);
  }

  /** An engine of the simulated fleet has its new role. */
  moved(engine: string, atS: number): void {
    // Without a proposal of it the pool has counted the move when it decided.
    if (this.#pool.moved(engine)) this.log.moved(atS);
  }

  #carryOut(decisions: readonly Decision[]): void {
    for (const decision of decisions) this.log.note(decision);
    try {
      for (const decision of decisions) this.#onDecision(decision, this.#pool);
    } finally {
      // The pool has made them: a listener that throws ends the step, but parts nobody from the fleet.
      for (const { engine, to } of decisions.flatMap(({ moves }) => moves)) this.#setRole(engine, to);
    }
  }
}
