import Fastify, { type FastifyInstance } from "fastify";
import { createPoolSync, type EngineProfile, explain, type Pool, type PoolOptions, type Role } from "narwhal-slo";
import { narwhalPlugin } from "narwhal-slo/fastify";
import { Completions, type CompletionsOptions } from "./completions";
import { Drain } from "./drain";
import { GatewayFleet } from "./fleet";
import { type Handoff, leaveSnapshot, takeOver } from "./handoff";
import { addPages } from "./pages";
import type { EngineProtocol } from "./protocol";
import { SIMULATED_PROTOCOL } from "./simulated-protocol";
import { type Telemetry, telemetryOf } from "./telemetry";

/** Bounds of a gateway that have defaults. */
type Limits = Pick<CompletionsOptions, "model" | "maxInFlight" | "refuseAboveS" | "bodyTimeoutS" | "lateLane">;

export interface GatewayOptions extends Partial<Limits> {
  readonly engines: readonly { readonly id: string; readonly url: string; readonly role: Role }[];
  /** Abilities of an engine. Default: the pool learns them. */
  readonly profile?: EngineProfile | null;
  /** How the engines are spoken to. Default: as the simulated ones. */
  readonly protocol?: EngineProtocol;
  readonly pool: Omit<PoolOptions, "engines">;
  /** How long streams may take to end when the gateway closes, in seconds; then they are cut. Default 20. */
  readonly drainS?: number;
  /** Where the accounts are left for a successor, and taken over from a predecessor. Default: nowhere. */
  readonly snapshotPath?: string | null;
  /** How old a snapshot may be, in seconds. Default: four windows; no outcome in it counts after that. */
  readonly snapshotMaxAgeS?: number;
  /** Takes lines for a person: moves, and what happens to the snapshot. Default: nobody. */
  readonly log?: (line: string) => void;
}

const DEFAULTS: Limits = { model: "narwhal", maxInFlight: 512, refuseAboveS: 30, bodyTimeoutS: 10, lateLane: false };

/** A gateway that speaks the OpenAI chat completions API and embeds narwhal-slo. */
export class Gateway {
  readonly app: FastifyInstance;
  readonly pool: Pool;
  readonly fleet: GatewayFleet;
  readonly #completions: Completions;
  readonly #telemetry: Telemetry;
  readonly #drain: Drain;
  readonly #drainS: number;
  readonly #handoff: Handoff | null;
  readonly #log: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: GatewayOptions) {
    const {
      engines,
      profile = null,
      protocol = SIMULATED_PROTOCOL,
      pool,
      drainS = 20,
      snapshotPath = null,
      snapshotMaxAgeS,
      log = () => {},
      ...given
    } = options;
    const limits = { ...DEFAULTS, ...given };
    this.#drainS = drainS;
    this.#log = log;
    this.pool = createPoolSync(pool);
    this.fleet = new GatewayFleet(engines, profile, this.pool, protocol);
    const maxAgeS = snapshotMaxAgeS ?? 4 * this.pool.config.windowS;
    this.#handoff = snapshotPath === null ? null : { path: snapshotPath, maxAgeS, log };
    this.#telemetry = telemetryOf(this.pool, limits.model, protocol.provider);
    const { genAi, registry } = this.#telemetry;
    this.#completions = new Completions({ ...limits, pool: this.pool, fleet: this.fleet, protocol, genAi });
    this.app = Fastify();
    this.#drain = new Drain(this.app);
    addPages(this.app, limits.model);
    this.app.register(narwhalPlugin, { pool: this.pool, registry });
    this.app.register(async (scope) => this.#completions.addTo(scope));
  }

  /** Goes on with a predecessor's accounts if it left some, and listens. @returns the address */
  async listen(port = 0): Promise<string> {
    if (this.#handoff && takeOver(this.pool, this.#handoff)) this.fleet.followRestored();
    const address = await this.app.listen({ port, host: "127.0.0.1" });
    this.#timer = setInterval(() => this.#pass(), this.pool.config.monitorIntervalS * 1000);
    return address;
  }

  /** Takes no more requests, returns when the last stream has ended or was cut, and leaves the accounts. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#drain.close(this.#drainS, () => this.#completions.beginCut());
    this.#telemetry.stop();
    if (this.#handoff) leaveSnapshot(this.pool, this.#handoff);
  }

  #pass(): void {
    const moving = this.pool.pass().decisions.filter(({ moves }) => moves.length > 0);
    for (const decision of moving) this.#log(explain(decision));
    for (const { result, moves } of moving) {
      if (result === "proposed") for (const move of moves) void this.fleet.drain(move);
    }
    if (moving.length > 0) this.fleet.followRoles();
    void this.fleet.probe();
  }
}
