import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Pool, RequestHandle } from "narwhal-slo";
import type { GenAiServerMetrics } from "narwhal-slo/opentelemetry";
import * as v from "valibot";
import { chatSchema, chunkOf, completionOf, requestedTokens } from "./chat";
import { type GatewayFleet, NoEngineError } from "./fleet";
import { PrefillLine } from "./prefill-line";
import { estimatedTokens } from "./prompt-tokens";
import { EngineError, type EngineProtocol, type Prefilled, type Work } from "./protocol";

/** Dependencies of the completions, and their bounds. */
export interface CompletionsOptions {
  readonly pool: Pool;
  readonly fleet: GatewayFleet;
  readonly protocol: EngineProtocol;
  readonly genAi: GenAiServerMetrics;
  readonly model: string;
  /** The most requests in flight; more are rejected. */
  readonly maxInFlight: number;
  /** Requests that would wait longer than this for their first token are refused. */
  readonly refuseAboveS: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutS: number;
  /** Whether prompts wait in the gateway, and those that will miss their TTFT anyway are served last. */
  readonly lateLane: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    offer: RequestHandle;
    gone: AbortController;
  }
}

const MAX_BODY_BYTES = 2 ** 20;

/** `POST /v1/chat/completions`: each request is followed from its first byte to its end. */
export class Completions {
  readonly #options: CompletionsOptions;
  /** null: the engines keep the line. */
  readonly #line: PrefillLine | null;
  #inFlight = 0;
  #isCutting = false;

  constructor(options: CompletionsOptions) {
    this.#options = options;
    this.#line = options.lateLane ? new PrefillLine(() => options.fleet.prefillPlaces) : null;
  }

  /** Adds the route to a scope of its own: its hooks are of its requests only. */
  addTo(scope: FastifyInstance): void {
    scope.addHook("onRequest", async (request, reply) => this.#open(request, reply));
    scope.setErrorHandler<FastifyError>((error, request, reply) => this.#refuseBody(error, request, reply));
    scope.post("/v1/chat/completions", { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
      this.#complete(request, reply),
    );
  }

  /** From now on a connection that closes is cut by the gateway: its request has failed, no client has left. */
  beginCut(): void {
    this.#isCutting = true;
  }

  /** The first bytes have arrived: the offer exists, and its size is known by the length of its body at best. */
  async #open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.offer = this.#options.pool.open({ id: request.id });
    request.gone = new AbortController();
    const late = setTimeout(() => {
      if (!request.raw.complete) tooSlow(request, reply);
    }, this.#options.bodyTimeoutS * 1000);
    reply.raw.on("close", () => {
      clearTimeout(late);
      if (!reply.raw.writableFinished) this.#lost(request);
    });
    const length = Number(request.headers["content-length"]);
    if (length > 0 && length <= MAX_BODY_BYTES) request.offer.size(estimatedTokens(length));
  }

  /** The connection closed before the answer was out. */
  #lost({ offer, gone }: FastifyRequest): void {
    gone.abort();
    if (!isOpen(offer)) return;
    if (this.#isCutting) offer.fail();
    else offer.cancel();
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
    const { fleet, protocol, model, maxInFlight, refuseAboveS } = this.#options;
    const parsed = v.safeParse(chatSchema, request.body);
    if (!parsed.success || parsed.output.model !== model) {
      offer.invalid();
      return sendError(reply, 400, parsed.success ? `unknown model; known: ${model}` : problemOf(parsed.issues[0]));
    }
    const chat = parsed.output;
    const inputTokens = protocol.countTokens(chat);
    const outputTokens = requestedTokens(chat);
    if (offer.state === "pending") offer.size(inputTokens, outputTokens);
    else offer.reprice(inputTokens, outputTokens);
    if (this.#inFlight >= maxInFlight) {
      offer.reject();
      return sendError(reply, 429, "too many requests");
    }
    const projectedS = (this.#line && offer.outlook().ttftS) ?? fleet.predictedTtftS(inputTokens);
    if (projectedS > refuseAboveS) {
      offer.refuse();
      return sendError(reply, 503, "the first token would come too late");
    }
    this.#inFlight += 1;
    try {
      return await this.#serve(request, reply, { chat, inputTokens, outputTokens });
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #serve(request: FastifyRequest, reply: FastifyReply, work: Work): Promise<unknown> {
    const { offer, gone, id } = request;
    const { fleet, genAi } = this.#options;
    const { model, stream: streamed } = work.chat;
    try {
      const { kv, texts: begun } = await this.#prefill(offer, work, gone.signal);
      const texts = [...begun];
      const stream = streamed ? startStream(reply) : null;
      stream?.write(chunkOf(id, model, { role: "assistant", content: begun.join("") }));
      await fleet.decode(
        work,
        kv,
        (engineId) => offer.decode(engineId),
        (newest) => {
          offer.token(newest.length);
          texts.push(...newest);
          stream?.write(chunkOf(id, model, { content: newest.join("") }));
        },
        gone.signal,
      );
      offer.complete();
      genAi.record(offer);
      if (!stream) return reply.send(completionOf(id, model, texts.join(""), work.inputTokens, texts.length));
      stream.end(`${chunkOf(id, model, {}, "stop")}data: [DONE]\n\n`);
      return reply;
    } catch (error) {
      return failed(error, request, reply);
    }
  }

  /** One more engine is tried if the first one fails. */
  async #prefill(offer: RequestHandle, work: Work, signal: AbortSignal): Promise<Prefilled> {
    const send = () => this.#options.fleet.prefill(work, (engineId) => offer.prefill(engineId), signal);
    const attempt = () => (this.#line ? this.#line.serve(offer, send, signal) : send());
    offer.wait();
    const prefilled = await attempt().catch((error) => {
      if (!(error instanceof EngineError)) throw error;
      offer.retry();
      return attempt();
    });
    offer.firstToken();
    return prefilled;
  }
}

function tooSlow({ offer, raw }: FastifyRequest, reply: FastifyReply): void {
  if (isOpen(offer)) offer.expire();
  reply.raw.writeHead(408, { connection: "close" });
  reply.raw.end();
  raw.destroy();
}

function failed(error: unknown, { offer, gone }: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Whoever went away has been counted when the connection closed.
  if (gone.signal.aborted) return reply.hijack();
  if (isOpen(offer)) offer.fail();
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  return sendError(reply, error instanceof NoEngineError ? 503 : 502, "the engine failed");
}

function startStream(reply: FastifyReply): FastifyReply["raw"] {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return reply.raw;
}

function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: { message, type: status < 500 ? "invalid_request_error" : "server_error" } });
}

/** The field that is wrong, and why. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? "body"}: ${issue.message}`;
}

function isOpen({ state }: RequestHandle): boolean {
  return ["pending", "sized", "waiting", "prefill", "decode"].includes(state);
}
