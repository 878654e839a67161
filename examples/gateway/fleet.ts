import type { EngineProfile, Pool, Role } from "narwhal-slo";
import { prefillS } from "narwhal-slo/parts";

/** An engine as the gateway sees it. */
export interface GatewayEngine {
  readonly id: string;
  readonly url: string;
  role: Role;
  available: boolean;
  /** Seconds of prefill that were sent to it and have not come back. */
  queuedS: number;
  decoding: number;
}

/** No engine of a role can take work. */
export class NoEngineError extends Error {}

/** An engine answered with an error, or broke off. */
export class EngineError extends Error {}

/** The engines of a gateway: which one gets a request, and what happens to them. */
export class GatewayFleet {
  readonly engines: readonly GatewayEngine[];
  readonly #profile: EngineProfile;
  readonly #pool: Pool;

  constructor(engines: readonly { id: string; url: string; role: Role }[], profile: EngineProfile, pool: Pool) {
    this.engines = engines.map((engine) => ({ ...engine, available: true, queuedS: 0, decoding: 0 }));
    this.#profile = profile;
    this.#pool = pool;
    for (const { id, role } of engines) pool.addEngine({ id, role, profile });
  }

  /** Seconds that a prompt sent now would take, waiting included. */
  predictedTtftS(inputTokens: number): number {
    const least = Math.min(...this.#of("prefill").map(({ queuedS }) => queuedS));
    return least + prefillS(this.#profile, inputTokens);
  }

  /** Prompts that the engines may hold: one in work and one that is ready, each; at least one, which learns of no engine. */
  get prefillPlaces(): number {
    return Math.max(1, 2 * this.#of("prefill").length);
  }

  /** Prefills on the least loaded engine. */
  async prefill(inputTokens: number, sent: (engineId: string) => void, signal: AbortSignal): Promise<void> {
    const engine = this.#least("prefill", ({ queuedS }) => queuedS);
    const workS = prefillS(this.#profile, inputTokens);
    engine.queuedS += workS;
    sent(engine.id);
    try {
      const answer = await this.#call(engine, "/prefill", { input_tokens: inputTokens }, signal);
      await answer.text();
    } finally {
      engine.queuedS -= workS;
    }
  }

  /** Decodes on the engine with the fewest requests: `onTokens` is told how many came. */
  async decode(
    lengths: { readonly inputTokens: number; readonly outputTokens: number },
    sent: (engineId: string) => void,
    onTokens: (count: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const engine = this.#least("decode", ({ decoding }) => decoding);
    engine.decoding += 1;
    sent(engine.id);
    let received = 0;
    try {
      const body = { input_tokens: lengths.inputTokens, output_tokens: lengths.outputTokens };
      const answer = await this.#call(engine, "/decode", body, signal);
      for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
        const count = part.filter((byte) => byte === LINE_END).length;
        if (count > 0) onTokens(count);
        received += count;
      }
    } catch (error) {
      throw this.#failed(engine, error, signal);
    } finally {
      engine.decoding -= 1;
    }
    if (received < lengths.outputTokens) throw this.#failed(engine, new EngineError("broke off"), signal);
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

  async #call(engine: GatewayEngine, path: string, body: object, signal: AbortSignal): Promise<Response> {
    const headers = { "content-type": "application/json" };
    try {
      const answer = await fetch(engine.url + path, { method: "POST", headers, body: JSON.stringify(body), signal });
      if (!answer.ok) throw new EngineError(`${engine.id} answered ${answer.status}`);
      return answer;
    } catch (error) {
      throw this.#failed(engine, error, signal);
    }
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
    return this.engines.filter((engine) => engine.role === role && engine.available);
  }
}

const LINE_END = 10;
