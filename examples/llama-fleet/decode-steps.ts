import type { Token } from "node-llama-cpp";

/** Tokens of a sequence: each `next()` computes one. */
export type TokenStream = AsyncGenerator<Token, unknown, undefined>;

/** One that decodes: a token for it, and its end. `onToken` says whether it goes on. */
interface Resident {
  readonly stream: TokenStream;
  readonly onToken: (token: Token) => boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Continuous batching: each step computes one token of every resident; who comes joins the next step. Streams that run
 * on by themselves fall apart into batches of some of them.
 */
export class DecodeSteps {
  readonly #residents = new Set<Resident>();
  #running = false;
  #steps = 0;
  #tokens = 0;

  /** Steps since the start, and the tokens that they were asked for: their ratio is the mean batch. */
  get totals(): { readonly steps: number; readonly tokens: number } {
    return { steps: this.#steps, tokens: this.#tokens };
  }

  /** Returns when the stream has ended, or when `onToken` has said so. */
  run(stream: TokenStream, onToken: (token: Token) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#residents.add({ stream, onToken, resolve, reject });
      if (!this.#running) void this.#runSteps();
    });
  }

  async #runSteps(): Promise<void> {
    this.#running = true;
    while (this.#residents.size > 0) {
      this.#steps += 1;
      this.#tokens += this.#residents.size;
      await Promise.all([...this.#residents].map((resident) => this.#step(resident)));
    }
    this.#running = false;
  }

  async #step(resident: Resident): Promise<void> {
    const { stream, onToken, resolve, reject } = resident;
    try {
      const { value, done } = await stream.next();
      if (!done && onToken(value)) return;
      this.#residents.delete(resident);
      resolve();
    } catch (error) {
      this.#residents.delete(resident);
      reject(error);
    }
  }
}
