import { setTimeout as sleep } from "node:timers/promises";
import type { Role } from "narwhal-slo";
import type { LlamaModel, Token } from "node-llama-cpp";
import type { Chat } from "../gateway/chat";
import { EngineError, type EngineProtocol, type Prefilled, post, type Work } from "../gateway/protocol";
import { MODEL } from "./engine-server";

interface Completion {
  readonly choices: readonly { readonly text: string }[];
  readonly kv_transfer_params?: object;
}

/** How long a role switch waits for requests whose clients have left. */
const SWITCH_TRIES = 100;
const SWITCH_TRY_MS = 50;

/** Speaks to the engines of this folder. Prompts are sent as tokens, so that the gateway knows their number. */
export class LlamaProtocol implements EngineProtocol {
  readonly provider = "llama.cpp";
  readonly #vocabulary: LlamaModel;
  readonly #tokens = new WeakMap<Chat, readonly Token[]>();

  /** @param vocabulary the engines' model; its vocabulary is enough */
  constructor(vocabulary: LlamaModel) {
    this.#vocabulary = vocabulary;
  }

  countTokens(chat: Chat): number {
    return this.#tokensOf(chat).length;
  }

  async prefill(url: string, { chat }: Work, signal: AbortSignal): Promise<Prefilled> {
    const transfer = { do_remote_decode: true };
    const body = { model: MODEL, prompt: this.#tokensOf(chat), max_tokens: 1, kv_transfer_params: transfer };
    const answer = await post(`${url}/v1/completions`, body, signal);
    const { choices, kv_transfer_params: kv } = (await answer.json()) as Completion;
    return { kv, texts: choices.map(({ text }) => text) };
  }

  async *decode(url: string, { chat, outputTokens }: Work, kv: unknown, signal: AbortSignal) {
    const transfer = { kv_transfer_params: kv, stream: true, ignore_eos: true };
    const body = { model: MODEL, prompt: this.#tokensOf(chat), max_tokens: outputTokens, ...transfer };
    const answer = await post(`${url}/v1/completions`, body, signal);
    let received = 0;
    for await (const texts of textsOf(answer.body as unknown as AsyncIterable<Uint8Array>)) {
      // The first token of all is the one of prefill, which the client has.
      const newer = received === 0 ? texts.slice(1) : texts;
      received += texts.length;
      if (newer.length > 0) yield newer;
    }
    if (received < outputTokens) throw new EngineError(`${url} broke off after ${received} of ${outputTokens} tokens`);
  }

  /** Requests whose clients have left end a step later, and an engine switches only when it is idle. */
  async switchRole(url: string, role: Role): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const failure = await post(`${url}/pd_role_switch`, { new_role: role }).then(() => null, String);
      if (failure === null) return;
      if (tries === SWITCH_TRIES) throw new EngineError(failure);
      await sleep(SWITCH_TRY_MS);
    }
  }

  #tokensOf(chat: Chat): readonly Token[] {
    const known = this.#tokens.get(chat);
    if (known) return known;
    const text = chat.messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
    const tokens = this.#vocabulary.tokenize(text.join(""));
    this.#tokens.set(chat, tokens);
    return tokens;
  }
}

/** Texts of a stream's tokens, those that came together in one list. Each event of the engines is one line. */
async function* textsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    const events = lines.filter((line) => line.startsWith("data: {")).map((line) => JSON.parse(line.slice(6)));
    const texts = (events as Completion[]).flatMap(({ choices }) => choices.map(({ text }) => text));
    if (texts.length > 0) yield texts;
  }
}
