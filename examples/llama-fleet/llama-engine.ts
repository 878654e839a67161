import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type BatchItem,
  getLlama,
  type Llama,
  type LlamaContext,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from "node-llama-cpp";
import { DecodeSteps, type TokenStream } from "./decode-steps";
import { Sequences } from "./sequences";

/** Options of an engine. Engines that hand over to each other need the same model and the same number of sequences. */
export interface EngineOptions {
  readonly modelPath: string;
  /** Requests that it holds at once. */
  readonly sequences: number;
  /** Tokens of a prompt and its answer, at most. */
  readonly contextTokens: number;
  /** Where KV caches are handed over: one folder for all engines. */
  readonly kvFolder: string;
}

/** A prefilled prompt: its KV cache in a file, and the token that follows it. */
export interface Prefilled {
  readonly kvId: string;
  readonly firstToken: number;
  readonly promptTokens: number;
}

/** Takes a token; says whether another one is wanted. */
export type OnToken = (token: number) => boolean;

const GREEDY = { temperature: 0, yieldEogToken: true } as const;
/** How long a KV cache waits to be taken. */
const LEASE_MS = 60_000;

/** Every sequence that has work has a part in the next batch: a token, or as much of its prompt as there is room for. */
function evenShares({ items, size }: { readonly items: readonly BatchItem[]; readonly size: number }) {
  const share = Math.max(1, Math.floor(size / Math.max(1, items.length)));
  return items.map((item) => ({ item, processAmount: share }));
}

/** Opens llama.cpp with one thread: an engine is a core. */
export function openLlama(): Promise<Llama> {
  return getLlama({ gpu: false, build: "never", maxThreads: 1, logLevel: LlamaLogLevel.error });
}

/** One engine of llama.cpp: prefill into a file, decode from a file, or both in one. */
export class LlamaEngine {
  readonly #model: LlamaModel;
  readonly #context: LlamaContext;
  readonly #kvFolder: string;
  readonly #sequences: Sequences;
  readonly #steps = new DecodeSteps();
  /** The end of the last prefill that was sent: prompts are computed one after the other. */
  #lastPrefill: Promise<unknown> = Promise.resolve();

  private constructor(model: LlamaModel, context: LlamaContext, kvFolder: string) {
    this.#model = model;
    this.#context = context;
    this.#kvFolder = kvFolder;
    this.#sequences = new Sequences(context);
  }

  static async load({ modelPath, sequences, contextTokens, kvFolder }: EngineOptions): Promise<LlamaEngine> {
    const llama = await openLlama();
    const model = await llama.loadModel({ modelPath });
    const context = await model.createContext({
      sequences,
      contextSize: contextTokens,
      threads: 1,
      batching: { itemPrioritizationStrategy: evenShares },
    });
    return new LlamaEngine(model, context, kvFolder);
  }

  /** Tokens that a prompt and its answer may have. */
  get contextTokens(): number {
    return this.#context.contextSize;
  }

  /** Requests that it works on, or that wait. */
  get requests(): { readonly running: number; readonly waiting: number } {
    return { running: this.#sequences.taken, waiting: this.#sequences.waiting };
  }

  /** Steps of decode since the start, and their tokens. */
  get batch(): { readonly steps: number; readonly tokens: number } {
    return this.#steps.totals;
  }

  tokensOf(text: string): number[] {
    return this.#model.tokenize(text);
  }

  textOf(token: number): string {
    return this.#model.detokenize([token as Token]);
  }

  endsAnswer(token: number): boolean {
    return this.#model.isEogToken(token as Token);
  }

  /** Prefills a prompt, and leaves its KV cache for another engine. */
  async prefill(prompt: readonly number[]): Promise<Prefilled> {
    return this.#withSequence(async (sequence) => {
      const { stream, firstToken } = await this.#start(sequence, prompt);
      await stream.return(undefined);
      const kvId = randomUUID();
      const file = this.#fileOf(kvId);
      await sequence.saveStateToFile(file);
      // Its request may have failed between the two engines.
      setTimeout(() => rm(file, { force: true }), LEASE_MS).unref();
      return { kvId, firstToken, promptTokens: prompt.length };
    });
  }

  /** Decodes what another engine has prefilled: the tokens after the first one. The KV cache can be taken once. */
  async decode({ kvId, firstToken }: Prefilled, onToken: OnToken): Promise<void> {
    const file = this.#fileOf(kvId);
    await this.#withSequence(async (sequence) => {
      await sequence.loadStateFromFile(file, { acceptRisk: true });
      await rm(file);
      await this.#follow(sequence.evaluate([firstToken as Token], GREEDY), onToken);
    });
  }

  /** Prefill and decode in one engine: all tokens of an answer. */
  async complete(prompt: readonly number[], onToken: OnToken): Promise<void> {
    await this.#withSequence(async (sequence) => {
      const { stream, firstToken } = await this.#start(sequence, prompt);
      if (onToken(firstToken)) await this.#follow(stream, onToken);
      else await stream.return(undefined);
    });
  }

  async #withSequence<Result>(work: (sequence: LlamaContextSequence) => Promise<Result>): Promise<Result> {
    const sequence = await this.#sequences.take();
    try {
      return await work(sequence);
    } finally {
      await this.#sequences.giveBack(sequence);
    }
  }

  async #follow(stream: TokenStream, onToken: OnToken): Promise<void> {
    await this.#steps.run(stream, onToken);
    await stream.return(undefined);
  }

  /** Computes a prompt when it is its turn, and the first token of its answer. */
  async #start(sequence: LlamaContextSequence, prompt: readonly number[]) {
    const stream: TokenStream = sequence.evaluate(prompt as Token[], GREEDY);
    const first = this.#lastPrefill.then(() => stream.next());
    this.#lastPrefill = first.catch(() => {});
    const { value } = await first;
    return { stream, firstToken: value as number };
  }

  #fileOf(kvId: string): string {
    return join(this.#kvFolder, `${kvId}.kv`);
  }
}
