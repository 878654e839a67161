import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { type EngineProfile, prefillS, tokenIntervalS } from "narwhal-slo";

/** What one decode request still has to do. */
interface Resident {
  kvTokens: number;
  left: number;
  emit(): void;
  end(): void;
}

/** How an engine fails: not at all, by an error answer, or by a broken connection. */
export type FailureMode = "none" | "error" | "crash";

/**
 * A simulated engine: a server that takes as long as its profile says. Prefill is one prompt after the other; decode
 * is one step of the whole batch after the other. `POST /failure` makes it fail.
 */
export class SimulatedEngine {
  readonly app: FastifyInstance;
  readonly #profile: EngineProfile;
  readonly #residents = new Set<Resident>();
  #prefilling: Promise<unknown> = Promise.resolve();
  #failure: FailureMode = "none";
  #running = false;

  constructor(profile: EngineProfile) {
    this.#profile = profile;
    this.app = Fastify({ forceCloseConnections: true });
    this.app.get("/health", async (_, reply) => reply.code(this.#failure === "none" ? 200 : 503).send());
    this.app.post<{ Body: { mode: FailureMode } }>("/failure", async ({ body }) => {
      this.#failure = body.mode;
      if (body.mode !== "none") this.#endAll();
      return {};
    });
    this.app.post<{ Body: { input_tokens: number } }>("/prefill", async ({ body, raw }, reply) => {
      if (this.#failure === "crash") return raw.socket.destroy();
      if (this.#failure === "error") return reply.code(500).send({ error: "out of memory" });
      await this.#prefill(body.input_tokens);
      return {};
    });
    this.app.post<{ Body: { input_tokens: number; output_tokens: number } }>(
      "/decode",
      async ({ body, raw }, reply) => {
        if (this.#failure === "crash") return raw.socket.destroy();
        if (this.#failure === "error") return reply.code(500).send({ error: "out of memory" });
        reply.hijack();
        reply.raw.writeHead(200, { "content-type": "application/x-ndjson" });
        this.#decode(body.input_tokens, body.output_tokens, reply.raw);
      },
    );
  }

  /** Listens on a port of this machine. @returns its address */
  async listen(port = 0): Promise<string> {
    return this.app.listen({ port, host: "127.0.0.1" });
  }

  #prefill(inputTokens: number): Promise<unknown> {
    this.#prefilling = this.#prefilling.then(() => sleep(prefillS(this.#profile, inputTokens) * 1000));
    return this.#prefilling;
  }

  #decode(inputTokens: number, outputTokens: number, stream: import("node:http").ServerResponse): void {
    const resident: Resident = {
      kvTokens: inputTokens,
      left: outputTokens,
      emit: () => stream.write('{"token":"narwhal "}\n'),
      end: () => (this.#failure === "crash" ? stream.destroy() : stream.end()),
    };
    this.#residents.add(resident);
    stream.on("close", () => this.#residents.delete(resident));
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#residents.size > 0) {
      const kvTokens = [...this.#residents].reduce((sum, resident) => sum + resident.kvTokens, 0);
      await sleep(tokenIntervalS(this.#profile, kvTokens, this.#residents.size) * 1000);
      for (const resident of this.#residents) this.#step(resident);
    }
    this.#running = false;
  }

  #step(resident: Resident): void {
    resident.emit();
    resident.kvTokens += 1;
    resident.left -= 1;
    if (resident.left > 0) return;
    this.#residents.delete(resident);
    resident.end();
  }

  #endAll(): void {
    for (const resident of this.#residents) resident.end();
    this.#residents.clear();
  }
}
