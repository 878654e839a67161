import type { EngineProfile, Pool, Role, RoleMove } from "narwhal-slo";
import { prefillS } from "narwhal-slo/parts";
import { EngineError, type EngineProtocol, type Prefilled, type Work } from "./protocol";

/** An engine as the gateway sees it. */
export interface GatewayEngine {
  readonly id: string;
  readonly url: string;
  role: Role;
  available: boolean;
  /** Whether it takes no new work, as its role is about to change. */
  draining: boolean;
  /** Seconds of prefill that were sent to it and have not come back. */
  queuedS: number;
  prefilling: number;
  decoding: number;
}

/** No engine of a role can take work. */
export class NoEngineError extends Error {}

/** Seconds that a token counts as while nobody knows: it only has to be the same for all engines. */
const UNKNOWN_S_PER_TOKEN = 0.001;

/** The engines of a gateway: which one gets a request, and what happens to them. */
export class GatewayFleet {
  readonly engines: readonly GatewayEngine[];
  readonly #profile: EngineProfile | null;
  readonly #pool: Pool;
  readonly #protocol: EngineProtocol;

  /** Without a profile the pool learns one, and nothing is predicted until it has. */
  constructor(
    engines: readonly { id: string; url: string; role: Role }[],
    profile: EngineProfile | null,
    pool: Pool,
    protocol: EngineProtocol,
  ) {
    const idle = { available: true, draining: false, queuedS: 0, prefilling: 0, decoding: 0 };
    this.engines = engines.map((engine) => ({ ...engine, ...idle }));
    this.#profile = profile;
    this.#pool = pool;
    this.#protocol = protocol;
    for (const { id, role } of engines) pool.addEngine({ id, role, profile });
  }

  /** Seconds that a prompt sent now would take, waiting included; 0 without a profile. */
  predictedTtftS(inputTokens: number): number {
    const profile = this.#knownProfile();
    if (!profile) return 0;
    const least = Math.min(...this.#of("prefill").map(({ queuedS }) => queuedS));
    return least + prefillS(profile, inputTokens);
  }

  /** Prompts that the engines may hold: one in work and one that is ready, each; at least one, which learns of no engine. */
  get prefillPlaces(): number {
    return Math.max(1, 2 * this.#of("prefill").length);
  }

  /** Prefills on the least loaded engine. */
  async prefill(work: Work, sent: (engineId: string) => void, signal: AbortSignal): Promise<Prefilled> {
    const engine = this.#least("prefill", ({ queuedS }) => queuedS);
    const profile = this.#knownProfile();
    const workS = profile ? prefillS(profile, work.inputTokens) : work.inputTokens * UNKNOWN_S_PER_TOKEN;
    engine.queuedS += workS;
    engine.prefilling += 1;
    sent(engine.id);
    try {
      return await this.#protocol.prefill(engine.url, work, signal);
    } catch (error) {
      throw this.#failed(engine, error, signal);
    } finally {
      engine.prefilling -= 1;
      engine.queuedS = engine.prefilling === 0 ? 0 : engine.queuedS - workS;
    }
  }

  /** Decodes on the engine with the fewest requests: `onTokens` takes the texts of those that came. */
  async decode(
    work: Work,
    kv: unknown,
    sent: (engineId: string) => void,
    onTokens: (texts: readonly string[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const engine = this.#least("decode", ({ decoding }) => decoding);
    engine.decoding += 1;
    sent(engine.id);
    try {
      for await (const texts of this.#protocol.decode(engine.url, work, kv, signal)) onTokens(texts);
    } catch (error) {
      throw this.#failed(engine, error, signal);
    } finally {
      engine.decoding -= 1;
    }
  }

  /** After a restore: the pool knows the roles, the gateway which engines are well. */
  followRestored(): void {
    this.followRoles();
    for (const { id, available } of this.engines) this.#pool.setAvailable(id, available);
  }

  /** Takes over the roles that the pool has decided on. */
  followRoles(): void {
    for (const { id, role } of this.#pool.state().fleet.engines) {
      const engine = this.engines.find((candidate) => candidate.id === id);
      if (engine) engine.role = role;
    }
  }

  /** Makes a move that the pool has proposed: the engine is drained, then told its role, and has it then. */
  async drain({ engine: id, to }: RoleMove): Promise<void> {
    const engine = this.engines.find((candidate) => candidate.id === id);
    if (!engine) return;
    engine.draining = true;
    try {
      while (engine.prefilling + engine.decoding > 0) await sleep(DRAIN_LOOK_MS);
      await this.#protocol.switchRole?.(engine.url, to);
      engine.role = to;
      this.#pool.moved(id);
    } catch {
      this.#pool.moveFailed(id);
    } finally {
      engine.draining = false;
    }
  }

  /** Engines that failed take work again once they say that they are well. */
  async probe(): Promise<void> {
    await Promise.all(
      this.engines
        .filter(({ available }) => !available)
        .map(async (engine) => {
          const answer = await fetch(`${engine.url}/health`).catch(() => null);
          if (answer?.ok) this.#set(engine, true);
        }),
    );
  }

  /** The profile that was given, or the one that the pool has learned: engines of one gateway are alike. */
  #knownProfile(): EngineProfile | null {
    const [first] = this.engines;
    return this.#profile ?? (first && this.#pool.learnedProfile(first.id)?.profile) ?? null;
  }

  #failed(engine: GatewayEngine, error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return error;
    this.#set(engine, false);
    return error instanceof EngineError ? error : new EngineError(engine.id, { cause: error });
  }

  #set(engine: GatewayEngine, available: boolean): void {
    engine.available = available;
    this.#pool.setAvailable(engine.id, available);
  }

  #least(role: Role, load: (engine: GatewayEngine) => number): GatewayEngine {
    const [first, ...others] = this.#of(role);
    if (!first) throw new NoEngineError(`no ${role} engine is available`);
    return others.reduce((best, engine) => (load(engine) < load(best) ? engine : best), first);
  }

  #of(role: Role): GatewayEngine[] {
    return this.engines.filter((engine) => engine.role === role && engine.available && !engine.draining);
  }
}

/** How often an engine that drains is looked at. */
const DRAIN_LOOK_MS = 20;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
