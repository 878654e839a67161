import { closeSync, fchmodSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import type { RowSink } from "../journal/sinks";
import { unfinishedName } from "../node/unfinished-name";
import { InputError, unwritable } from "./input-error";

/** Characters that are written at once. */
const PIECE = 2 ** 20;

const PERMISSIONS = 0o777;

/**
 * A file that the command was told to write. It is written beside its place, in large pieces, and takes it when it is
 * whole: a command that fails leaves the old file. A device or a pipe is written as it is.
 */
export class LogOutput implements RowSink {
  readonly #path: string;
  /** Where it goes when it is whole; null: it is written in its place. */
  readonly #place: string | null;
  readonly #written: string;
  readonly #descriptor: number;
  readonly #discard = () => rmSync(this.#written, { force: true });
  #text = "";

  /** @throws InputError for a file that cannot be written */
  constructor(path: string) {
    this.#path = path;
    const old = this.#attempt(() => statSync(path, { throwIfNoEntry: false }));
    const replaces = old === undefined || old.isFile();
    // A link stays one, to the new file.
    this.#place = replaces ? this.#attempt(() => (old ? realpathSync(path) : path)) : null;
    this.#written = this.#place === null ? path : unfinishedName(this.#place);
    this.#descriptor = this.#attempt(() => openSync(this.#written, replaces ? "wx" : "w"));
    if (replaces) process.once("exit", this.#discard);
    if (old && replaces) this.#attempt(() => fchmodSync(this.#descriptor, old.mode & PERMISSIONS));
  }

  write(row: string): void {
    this.#text += `${row}\n`;
    if (this.#text.length >= PIECE) this.#flush();
  }

  /** Writes the rest, and puts the file in its place. @throws InputError if that, or an earlier write, fails */
  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
    const place = this.#place;
    if (place === null) return;
    this.#attempt(() => renameSync(this.#written, place));
    process.off("exit", this.#discard);
  }

  /** A failure stays, so that the next call fails, too. */
  #flush(): void {
    const bytes = Buffer.from(this.#text);
    for (let written = 0; written < bytes.length; ) {
      written += this.#attempt(() => writeSync(this.#descriptor, bytes, written));
    }
    this.#text = "";
  }

  #attempt<T>(act: () => T): T {
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
  const { journal, eventLog } = flags;
  if (journal !== undefined && journal === eventLog) {
    throw new InputError(`${journal}: the journal and the event log must be two files`);
  }
  const sinks = {
    ...(journal !== undefined && { journal: new LogOutput(journal) }),
    ...(eventLog !== undefined && { eventLog: new LogOutput(eventLog) }),
  };
  const close = () => {
    for (const sink of Object.values(sinks)) sink.close();
  };
  return { sinks, close };
}
