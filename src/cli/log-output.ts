import { closeSync, openSync, writeSync } from "node:fs";
import type { RowSink } from "../journal/sinks";
import { unwritable } from "./input-error";

/** Characters that are written at once. */
const PIECE = 2 ** 20;

/**
 * A log that the command was told to write. The file is made anew, and written in large pieces: a command that dies
 * has no rows to save.
 */
export class LogOutput implements RowSink {
  readonly #path: string;
  readonly #descriptor: number;
  #text = "";

  /** @throws InputError for a file that cannot be written */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = this.#attempt(() => openSync(path, "w"));
  }

  write(row: string): void {
    this.#text += `${row}\n`;
    if (this.#text.length >= PIECE) this.#flush();
  }

  /** Writes what is left. @throws InputError if that, or an earlier write, fails */
  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  /** A failure stays, so that the next call fails, too. */
  #flush(): void {
    const bytes = Buffer.from(this.#text);
    for (let written = 0; written < bytes.length; ) {
      written += this.#attempt(() => writeSync(this.#descriptor, bytes, written));
    }
    this.#text = "";
  }

  #attempt(act: () => number): number {
    try {
      return act();
    } catch (cause) {
      throw unwritable(this.#path, cause);
    }
  }
}

/** The logs that the flags of a command ask for, as parts of a pool. @throws InputError */
export function openLogs(flags: { readonly journal?: string; readonly eventLog?: string }): {
  readonly sinks: { readonly journal?: LogOutput; readonly eventLog?: LogOutput };
  /** Call it at the end. @throws InputError if a row could not be written */
  readonly close: () => void;
} {
  const sinks = {
    ...(flags.journal !== undefined && { journal: new LogOutput(flags.journal) }),
    ...(flags.eventLog !== undefined && { eventLog: new LogOutput(flags.eventLog) }),
  };
  const close = () => {
    for (const sink of Object.values(sinks)) sink.close();
  };
  return { sinks, close };
}
