import type { LlamaContext, LlamaContextSequence } from "node-llama-cpp";

/** The sequences of a context: who needs one while all are taken waits, first come, first served. */
export class Sequences {
  readonly #free: LlamaContextSequence[];
  readonly #waiting: ((sequence: LlamaContextSequence) => void)[] = [];
  #taken = 0;

  constructor(context: LlamaContext) {
    this.#free = Array.from({ length: context.totalSequences }, () => context.getSequence());
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take(): Promise<LlamaContextSequence> {
    const free = this.#free.pop();
    if (!free) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    return free;
  }

  async giveBack(sequence: LlamaContextSequence): Promise<void> {
    await sequence.clearHistory();
    const next = this.#waiting.shift();
    if (next) return next(sequence);
    this.#taken -= 1;
    this.#free.push(sequence);
  }
}
