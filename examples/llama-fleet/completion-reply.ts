import type { ServerResponse } from "node:http";
import { type CompletionRequest, legOf } from "./completion-request";
import { fail, send } from "./http-reply";
import type { LlamaEngine, OnToken } from "./llama-engine";

/** Answers `POST /v1/completions`. */
export async function answerCompletion(engine: LlamaEngine, request: CompletionRequest, response: ServerResponse) {
  const prompt = typeof request.prompt === "string" ? engine.tokensOf(request.prompt) : request.prompt;
  const tokens = prompt.length + request.max_tokens;
  if (tokens > engine.contextTokens) {
    return fail(response, 400, `prompt and max_tokens must be at most ${engine.contextTokens} tokens, got ${tokens}`);
  }
  if (legOf(request) === "prefill") return answerPrefill(engine, request, prompt, response);
  const answer = new Answer(engine, request, prompt.length, response);
  await run(engine, request, prompt, answer.onToken);
  answer.end();
}

/** The reply of vLLM's prefill engines: one token, and how to fetch the KV cache. */
async function answerPrefill(
  engine: LlamaEngine,
  request: CompletionRequest,
  prompt: readonly number[],
  response: ServerResponse,
): Promise<void> {
  const { kvId, firstToken, promptTokens } = await engine.prefill(prompt);
  send(response, 200, {
    object: "text_completion",
    model: request.model,
    choices: [{ index: 0, text: engine.textOf(firstToken), finish_reason: "length" }],
    usage: usageOf(promptTokens, 1),
    kv_transfer_params: {
      do_remote_prefill: true,
      kv_id: kvId,
      first_token: firstToken,
      prompt_tokens: promptTokens,
    },
  });
}

function run(engine: LlamaEngine, request: CompletionRequest, prompt: readonly number[], onToken: OnToken) {
  const transfer = request.kv_transfer_params;
  if (!transfer || !("do_remote_prefill" in transfer)) return engine.complete(prompt, onToken);
  const { kv_id: kvId, first_token: firstToken, prompt_tokens: promptTokens } = transfer;
  // The first token comes from prefill, and is the first one of this answer too.
  if (!onToken(firstToken)) return Promise.resolve();
  return engine.decode({ kvId, firstToken, promptTokens }, onToken);
}

/** An answer that grows by tokens: streamed as events, or whole. */
class Answer {
  readonly #engine: LlamaEngine;
  readonly #request: CompletionRequest;
  readonly #promptTokens: number;
  readonly #response: ServerResponse;
  readonly #texts: string[] = [];
  #finishReason: "length" | "stop" | null = null;

  constructor(engine: LlamaEngine, request: CompletionRequest, promptTokens: number, response: ServerResponse) {
    this.#engine = engine;
    this.#request = request;
    this.#promptTokens = promptTokens;
    this.#response = response;
    if (request.stream) response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  }

  /** Takes the next token. Nobody wants another one after the last, or once the client has left. */
  readonly onToken = (token: number): boolean => {
    const text = this.#engine.textOf(token);
    this.#texts.push(text);
    if (this.#texts.length >= this.#request.max_tokens) this.#finishReason = "length";
    if (!this.#request.ignore_eos && this.#engine.endsAnswer(token)) this.#finishReason = "stop";
    if (this.#request.stream) this.#event([this.#choice(text)]);
    return this.#finishReason === null && !this.#response.destroyed;
  };

  end(): void {
    const usage = usageOf(this.#promptTokens, this.#texts.length);
    if (!this.#request.stream) {
      const choices = [this.#choice(this.#texts.join(""))];
      return send(this.#response, 200, { object: "text_completion", model: this.#request.model, choices, usage });
    }
    if (this.#request.stream_options?.include_usage) this.#event([], usage);
    this.#response.end("data: [DONE]\n\n");
  }

  #choice(text: string) {
    return { index: 0, text, finish_reason: this.#finishReason };
  }

  #event(choices: readonly object[], usage: object | null = null): void {
    const event = { object: "text_completion", model: this.#request.model, choices, usage };
    this.#response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}

function usageOf(promptTokens: number, completionTokens: number) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
