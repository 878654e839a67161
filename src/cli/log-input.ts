import { BEGINNING } from "../looks-like";
import { logLines, logParts } from "../node";
import { unreadable } from "./input-error";

/** The lines of a log and of its older parts (`path.1`, `path.2`, ..), oldest first, gzipped or not. */
export class LogInput {
  readonly #path: string;
  /** The files so far, each with the line of the log that comes before its first one. */
  readonly #files: { readonly file: string; readonly before: number }[] = [];
  #line = 0;
  #beginning = "";

  constructor(path: string) {
    this.#path = path;
  }

  /** The beginning of the lines so far, without blank ones. */
  get beginning(): string {
    return this.#beginning;
  }

  /** @throws InputError for a file that cannot be read */
  async *lines(): AsyncGenerator<string> {
    for (const file of this.#parts()) {
      this.#files.push({ file, before: this.#line });
      try {
        for await (const line of logLines(file)) {
          this.#line += 1;
          this.#remember(line);
          yield line;
        }
      } catch (cause) {
        throw unreadable(file, cause);
      }
    }
  }

  /** Where a line of the log is, as `file:line`. */
  placeOf(line: number): string {
    const part = this.#files.filter(({ before }) => before < line).at(-1);
    return part ? `${part.file}:${line - part.before}` : this.#path;
  }

  #remember(line: string): void {
    if (line.trim() === "" || this.#beginning.length >= BEGINNING) return;
    this.#beginning += `${line.slice(0, BEGINNING)}\n`;
  }

  #parts(): string[] {
    try {
      const parts = logParts(this.#path);
      return parts.length > 0 ? parts : [this.#path];
    } catch (cause) {
      throw unreadable(this.#path, cause);
    }
  }
}
