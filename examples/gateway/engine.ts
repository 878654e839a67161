import type { ServerResponse } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import type { EngineProfile } from "narwhal-slo";
import { prefillS, tokenIntervalS } from "narwhal-slo/parts";
import { SYSTEM_TIMER, type Timer } from "./timer";

/** Work that one decode request still has to do. */
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
  readonly #timer: Timer;
  readonly #residents = new Set<Resident>();
  #prefillEndMs = 0;
  #failure: FailureMode = "none";
  #running = false;

  constructor(profile: EngineProfile, timer: Timer = SYSTEM_TIMER) {
    this.#profile = profile;
    this.#timer = timer;
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

  #prefill(inputTokens: number): Promise<void> {
    const beginMs = Math.max(this.#prefillEndMs, this.#timer.nowMs());
    this.#prefillEndMs = beginMs + prefillS(this.#profile, inputTokens) * 1000;
    return this.#timer.until(this.#prefillEndMs);
  }

  #decode(inputTokens: number, outputTokens: number, stream: ServerResponse): void {
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
    let stepEndMs = this.#timer.nowMs();
    while (this.#residents.size > 0) {
      const batch = [...this.#residents];
      const kvTokens = batch.reduce((sum, resident) => sum + resident.kvTokens, 0);
      stepEndMs += tokenIntervalS(this.#profile, kvTokens, batch.length) * 1000;
      await this.#timer.until(stepEndMs);
      for (const resident of batch) this.#step(resident);
    }
    this.#running = false;
  }

  #step(resident: Resident): void {
    // It left while the step ran.
    if (!this.#residents.has(resident)) return;
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
