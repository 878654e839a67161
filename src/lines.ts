import { ReadError } from "./errors";

/**
 * Cuts a text that comes in chunks into lines. It holds the line at hand and no more, and takes time in proportion to
 * the text, however long its lines are.
 */
export class LineSplitter {
  readonly #maxLength: number;
  /** Parts of the line at hand. */
  #parts: string[] = [];
  #length = 0;
  #lines = 0;

  /** @param maxLength the most characters of a line */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /**
   * The lines that end in a chunk, without their line breaks.
   *
   * @throws ReadError (line_too_long)
   */
  *push(chunk: string): Generator<string> {
    let from = 0;
    for (let to = chunk.indexOf("\n"); to >= 0; to = chunk.indexOf("\n", from)) {
      this.#add(chunk.slice(from, to));
      yield this.#take();
      from = to + 1;
    }
    this.#add(chunk.slice(from));
  }

  /** Text after the last line break. */
  end(): string {
    return this.#take();
  }

  #add(part: string): void {
    this.#length += part.length;
    if (this.#length > this.#maxLength) {
      const detail = `line ${this.#lines + 1} is longer than ${this.#maxLength} characters`;
      throw new ReadError("line_too_long", detail, this.#lines + 1);
    }
    this.#parts.push(part);
  }

  #take(): string {
    const line = this.#parts.length === 1 ? (this.#parts[0] as string) : this.#parts.join("");
    this.#parts = [];
    this.#length = 0;
    this.#lines += 1;
    return line;
  }
}
