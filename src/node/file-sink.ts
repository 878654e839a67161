import { resolve } from "node:path";
import { isNotNegative, isPositive, ownFields } from "../check";
import { ConfigError } from "../errors";
import type { RowSink } from "../journal/sinks";
import { LogFile } from "./log-file";
import { dropOldParts, putBack, setAside } from "./log-parts";

/** Options of a file sink. */
export interface FileSinkOptions {
  /** Largest size of a file in bytes, but for one row that is larger. Default 64 MiB. */
  readonly maxBytes?: number;
  /** How many older files are kept, `path.1`, `path.2`, .. with the newest last. Default: all. */
  readonly keep?: number;
  /** Whether a row is on the disk when its write returns, so that it survives a power cut. Default false. */
  readonly fsync?: boolean;
  /**
   * Least time in milliseconds between two looks at the file: whether somebody else has deleted, renamed or cut it, and,
   * once a write has failed, whether it works again; rows until then fail at once. 0: at every row. Default 100.
   */
  readonly lookMs?: number;
}

/**
 * A sink that appends to a file, for one process. A row whose write has returned is in the file even if the process is
 * killed the moment after. Each row costs a call of the system, about 2 us.
 *
 * Before a file grows beyond `maxBytes` it is renamed to `path.N`, with N counting up, and `path` begins anew. Writes
 * that fail (disk full, folder not writable or gone) throw, and rows after them too, until the file works again. A file
 * that works but cannot be renamed, or followed by a new one, grows on. One that somebody else has taken away is begun
 * anew.
 *
 * @throws ConfigError for an option
 * @example
 * import { fileSink } from "narwhal-slo/node";
 * const pool = await createPool({ ...options, journal: fileSink("journal.jsonl", { maxBytes: 10e6, keep: 9 }) });
 */
export function fileSink(path: string, options: FileSinkOptions = {}): FileSink {
  return new FileSink(path, options);
}

/** See `fileSink`. */
export class FileSink implements RowSink {
  readonly path: string;
  readonly #options: Required<FileSinkOptions>;
  #firstRow: (() => string) | null = null;
  #file: LogFile | null = null;
  /** Bytes that the file began with, in rows that every part has. */
  #headBytes = 0;
  #failure: unknown = null;
  /** Whether the file could not be set aside when it should have been. */
  #stuck = false;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(path: string, options: FileSinkOptions) {
    const {
      maxBytes = 64 * 2 ** 20,
      keep = Number.POSITIVE_INFINITY,
      fsync = false,
      lookMs = 100,
    } = ownFields("options", options);
    if (!isPositive(maxBytes)) throw new ConfigError("maxBytes", "must be > 0 bytes", maxBytes);
    if (!isNotNegative(keep)) throw new ConfigError("keep", "must be >= 0 files", keep);
    if (!isNotNegative(lookMs)) throw new ConfigError("lookMs", "must be >= 0 ms", lookMs);
    if (typeof path !== "string" || path === "") throw new ConfigError("path", "must be the name of a file", path);
    this.path = resolve(path);
    this.#options = { maxBytes, keep, fsync, lookMs };
  }

  startPartsWith(firstRow: () => string): void {
    this.#firstRow = firstRow;
  }

  /** @throws what the system says; then the row is not in the file */
  write(row: string): void {
    const mayLook = this.#mayLook();
    if (this.#failure !== null && !mayLook) throw this.#failure;
    try {
      this.#fileFor(row, mayLook).append(row);
      this.#failure = null;
    } catch (error) {
      this.#failure = error;
      this.close();
      throw error;
    }
  }

  /** Closes the file; a later write opens it again. */
  close(): void {
    const file = this.#file;
    this.#file = null;
    file?.close();
  }

  #fileFor(row: string, mayLook: boolean): LogFile {
    if (mayLook && this.#file?.changed) this.close();
    const file = this.#file ?? this.#begin(this.#open());
    const holdsRows = file.size > this.#headBytes;
    const full = file.size + Buffer.byteLength(row) >= this.#options.maxBytes;
    const mayRotate = file.regular && (mayLook || !this.#stuck);
    return holdsRows && full && mayRotate ? this.#rotate(file) : file;
  }

  /** The file to go on with: a new part; where there can be none the old one: to grow on is better than to lose rows. */
  #rotate(file: LogFile): LogFile {
    const next = this.#nextPart();
    this.#stuck = next === null;
    if (next === null) return file;
    this.#file = next;
    file.close();
    this.#begin(next);
    dropOldParts(this.path, this.#options.keep);
    return next;
  }

  /** A new file in the place of the one that is set aside; null where there can be none: then nothing has changed. */
  #nextPart(): LogFile | null {
    let aside: string | null = null;
    try {
      aside = setAside(this.path);
      return this.#open();
    } catch {
      if (aside !== null) putBack(aside, this.path);
      return null;
    }
  }

  #open(): LogFile {
    return new LogFile(this.path, this.#options.fsync);
  }

  /** Takes a file into use: a new one begins with the row that every part has. */
  #begin(file: LogFile): LogFile {
    this.#file = file;
    const begins = file.size === 0;
    if (begins && this.#firstRow) file.append(this.#firstRow());
    this.#headBytes = begins ? file.size : 0;
    return file;
  }

  #mayLook(): boolean {
    const { lookMs } = this.#options;
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs < lookMs) return false;
    this.#lookedMs = nowMs;
    return true;
  }
}
