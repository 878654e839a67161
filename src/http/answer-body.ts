import type { Answer } from "./answer";
import type { BodyBytes } from "./engine-response";

/** Reads a body while it passes. */
export interface BodyReader {
  take(bytes: Uint8Array): void;
  end(): void;
}

/**
 * A body that is read while it passes. No generator: one that is returned before it has begun runs no code, and the
 * request of a client that left early would never end.
 */
export class AnswerBody implements AsyncIterableIterator<Uint8Array> {
  readonly #bytes: BodyBytes;
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #answer: Answer;
  readonly #reader: BodyReader;

  constructor(bytes: BodyBytes, answer: Answer, reader: BodyReader) {
    this.#bytes = bytes;
    this.#iterator = bytes[Symbol.asyncIterator]();
    this.#answer = answer;
    this.#reader = reader;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const part = await this.#iterator.next().catch((error) => {
      this.#answer.brokeOff(error);
      throw error;
    });
    if (!part.done) {
      this.#reader.take(part.value);
      return part;
    }
    this.#reader.end();
    return { done: true, value: undefined };
  }

  /** Nobody reads on: the engine is told by the end of its connection. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#answer.cancel();
    await this.#iterator.return?.();
    this.#bytes.destroy?.();
    return { done: true, value: undefined };
  }
}
