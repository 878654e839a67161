import { existsSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import {
  createPoolSync,
  type EngineProfile,
  type Pool,
  type PoolOptions,
  type RequestHandle,
  type Role,
} from "narwhal-slo";
import { narwhalPlugin } from "narwhal-slo/fastify";
import { collectPoolMetrics } from "narwhal-slo/prometheus";
import { Registry } from "prom-client";
import * as v from "valibot";
import { type Chat, chatSchema, chunkOf, completionOf, estimatedTokens, promptTokens, requestedTokens } from "./chat";
import { EngineError, GatewayFleet, NoEngineError } from "./fleet";

export interface GatewayOptions {
  readonly engines: readonly { readonly id: string; readonly url: string; readonly role: Role }[];
  readonly profile: EngineProfile;
  readonly pool: Omit<PoolOptions, "engines">;
  readonly model?: string;
  /** The most requests in flight; more are rejected. */
  readonly maxInFlight?: number;
  /** Requests that would wait longer than this for their first token are refused. */
  readonly refuseAboveS?: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutS?: number;
  /** How long requests in flight may take to end when the gateway closes; then their connections are cut. */
  readonly drainS?: number;
  /** Where the accounts of this process are left for its successor, and taken over from a predecessor. */
  readonly handoffPath?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    offer: RequestHandle;
    gone: AbortController;
  }
}

/** A gateway that speaks the OpenAI chat completions API and embeds narwhal-slo. */
export class Gateway {
  readonly app: FastifyInstance;
  readonly pool: Pool;
  readonly fleet: GatewayFleet;
  readonly #options: Required<Omit<GatewayOptions, "handoffPath">> & Pick<GatewayOptions, "handoffPath">;
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;

  constructor(options: GatewayOptions) {
    this.#options = { model: "narwhal", maxInFlight: 512, refuseAboveS: 30, bodyTimeoutS: 10, drainS: 20, ...options };
    this.pool = createPoolSync(options.pool);
    this.fleet = new GatewayFleet(options.engines, options.profile, this.pool);
    // Its own deadline of a body lets the gateway answer; it must come before the server's.
    this.app = Fastify({ bodyLimit: 2 ** 20, forceCloseConnections: "idle" });
    const registry = new Registry();
    collectPoolMetrics(this.pool, registry);
    this.app.register(narwhalPlugin, { pool: this.pool, registry });
    this.app.register(async (scope) => this.#completions(scope));
  }

  /** Goes on with a predecessor's accounts if it left some, and listens. @returns the address */
  async listen(port = 0): Promise<string> {
    await this.#takeOver();
    const address = await this.app.listen({ port, host: "127.0.0.1" });
    this.#timer = setInterval(() => this.#pass(), this.pool.config.monitorIntervalS * 1000);
    return address;
  }

  /** Takes no more requests, ends those in flight, and leaves the accounts for a successor. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const cut = setTimeout(() => this.app.server.closeAllConnections(), this.#options.drainS * 1000);
    await this.app.close();
    clearTimeout(cut);
    const { handoffPath } = this.#options;
    if (!handoffPath) return;
    await writeFile(`${handoffPath}.new`, this.pool.snapshot());
    await rename(`${handoffPath}.new`, handoffPath);
  }

  async #takeOver(): Promise<void> {
    const { handoffPath } = this.#options;
    if (!handoffPath || !existsSync(handoffPath)) return;
    const { mtimeMs } = await stat(handoffPath);
    const elapsedS = Math.max(0, Date.now() - mtimeMs) / 1000;
    this.pool.restore(await readFile(handoffPath), { elapsedS });
    this.fleet.followRoles();
    await rm(handoffPath);
  }

  #pass(): void {
    const moved = this.pool.pass().decisions.some(({ moves }) => moves.length > 0);
    if (moved) this.fleet.followRoles();
    void this.fleet.probe();
  }

  #completions(scope: FastifyInstance): void {
    scope.addHook("onRequest", async (request, reply) => this.#open(request, reply));
    scope.setErrorHandler<FastifyError>((error, request, reply) => this.#refuseBody(error, request, reply));
    scope.post("/v1/chat/completions", (request, reply) => this.#complete(request, reply));
  }

  /** The first bytes have arrived: the offer exists, and its size is known by the length of its body at best. */
  async #open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.offer = this.pool.open({ id: request.id });
    request.gone = new AbortController();
    const late = setTimeout(() => {
      if (!request.raw.complete) this.#tooSlow(request, reply);
    }, this.#options.bodyTimeoutS * 1000);
    reply.raw.on("close", () => {
      clearTimeout(late);
      if (reply.raw.writableFinished) return;
      request.gone.abort();
      if (isOpen(request.offer)) request.offer.cancel();
    });
    const length = Number(request.headers["content-length"]);
    if (length > 0 && length <= 2 ** 20) request.offer.size(estimatedTokens(length));
  }

  #tooSlow(request: FastifyRequest, reply: FastifyReply): void {
    if (isOpen(request.offer)) request.offer.expire();
    reply.raw.writeHead(408, { connection: "close" });
    reply.raw.end();
    request.raw.destroy();
  }

  /** A body that is none, or too large. */
  #refuseBody(error: FastifyError, { offer, gone }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (gone.signal.aborted || !isOpen(offer)) return undefined;
    const status = error.statusCode ?? 500;
    if (status === 413) offer.reject();
    else if (status < 500) offer.invalid();
    else offer.fail();
    return sendError(reply, status, error.message);
  }

  async #complete(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { offer } = request;
    const parsed = v.safeParse(chatSchema, request.body);
    if (!parsed.success || parsed.output.model !== this.#options.model) {
      offer.invalid();
      return sendError(reply, 400, parsed.success ? "there is no such model" : parsed.issues[0].message);
    }
    const chat = parsed.output;
    const inputTokens = promptTokens(chat);
    if (offer.state === "pending") offer.size(inputTokens, requestedTokens(chat));
    else offer.reprice(inputTokens, requestedTokens(chat));
    if (this.#inFlight >= this.#options.maxInFlight) {
      offer.reject();
      return sendError(reply, 429, "too many requests");
    }
    if (this.fleet.predictedTtftS(inputTokens) > this.#options.refuseAboveS) {
      offer.refuse();
      return sendError(reply, 503, "the first token would come too late");
    }
    this.#inFlight += 1;
    try {
      return await this.#serve(request, reply, chat, inputTokens);
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #serve(request: FastifyRequest, reply: FastifyReply, chat: Chat, inputTokens: number): Promise<unknown> {
    const { offer, gone, id } = request;
    try {
      await this.#prefill(offer, inputTokens, gone.signal);
      const outputTokens = requestedTokens(chat);
      const stream = chat.stream ? startStream(reply) : null;
      stream?.write(chunkOf(id, chat.model, { role: "assistant", content: "" }));
      await this.fleet.decode(
        { inputTokens, outputTokens },
        (engineId) => offer.decode(engineId),
        (count) => {
          offer.token(count);
          stream?.write(chunkOf(id, chat.model, { content: "narwhal ".repeat(count) }));
        },
        gone.signal,
      );
      offer.complete();
      if (!stream)
        return reply.send(completionOf(id, chat.model, "narwhal ".repeat(outputTokens), inputTokens, outputTokens));
      stream.end(`${chunkOf(id, chat.model, {}, "stop")}data: [DONE]\n\n`);
      return reply;
    } catch (error) {
      return this.#failed(error, request, reply);
    }
  }

  /** One more engine is tried if the first one fails. */
  async #prefill(offer: RequestHandle, inputTokens: number, signal: AbortSignal): Promise<void> {
    const attempt = () => this.fleet.prefill(inputTokens, (engineId) => offer.prefill(engineId), signal);
    offer.wait();
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      offer.retry();
      await attempt();
    }
    offer.firstToken();
  }

  #failed(error: unknown, { offer, gone }: FastifyRequest, reply: FastifyReply): FastifyReply {
    // A client that went away was told of when its connection closed.
    if (gone.signal.aborted) return reply.hijack();
    if (isOpen(offer)) offer.fail();
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return reply;
    }
    return sendError(reply, error instanceof NoEngineError ? 503 : 502, "the engine failed");
  }
}

function startStream(reply: FastifyReply): FastifyReply["raw"] {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return reply.raw;
}

function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: { message, type: status < 500 ? "invalid_request_error" : "server_error" } });
}

function isOpen({ state }: RequestHandle): boolean {
  return ["pending", "sized", "waiting", "prefill", "decode"].includes(state);
}
