import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { ReadError } from "../errors";

/**
 * An open file that lines are appended to. The descriptor is in append mode, and every line is given to the system
 * before the call returns: what is written is there even if the process is killed.
 */
export class LogFile {
  /** Bytes that it holds. */
  size: number;
  /** Whether it is a file, and no device or pipe. */
  readonly regular: boolean;
  readonly #path: string;
  readonly #descriptor: number;
  readonly #fsync: boolean;
  /** Whether it ends within a line, which a crash has torn. */
  #torn: boolean;

  /**
   * Opens a file, or makes it.
   *
   * @param fsync whether each line is on the disk, too, when its write returns
   * @throws ReadError for a pipe, and what the system says
   */
  constructor(path: string, fsync: boolean) {
    this.#path = path;
    this.#descriptor = openSync(path, "a+");
    this.#fsync = fsync;
    try {
      const stat = fstatSync(this.#descriptor);
      // A pipe that nobody reads would stop the router.
      if (stat.isFIFO()) throw new ReadError("not_a_file", `${path} must be a file, not a pipe`);
      this.size = stat.size;
      this.regular = stat.isFile();
      this.#torn = this.size > 0 && this.#lastByte() !== NEWLINE;
      if (fsync) syncFolder(dirname(path));
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  /** Whether somebody else has deleted, renamed, replaced or cut the file, so that it has to be opened anew. */
  get changed(): boolean {
    const { dev, ino, size } = fstatSync(this.#descriptor);
    const there = statSync(this.#path, { throwIfNoEntry: false });
    return there?.ino !== ino || there.dev !== dev || (this.regular && size < this.size);
  }

  /**
   * Appends a line.
   *
   * @throws what the system says; then the file is as it was, or ends in a part of the line, and has to be closed
   */
  append(line: string): void {
    const text = this.#torn ? `\n${line}\n` : `${line}\n`;
    const bytes = Buffer.byteLength(text);
    let written = 0;
    try {
      written = writeSync(this.#descriptor, text);
      // The system may take a part only, as of a disk that gets full: the next call then says why.
      if (written < bytes) {
        const rest = Buffer.from(text);
        while (written < bytes) written += writeSync(this.#descriptor, rest, written);
      }
      if (this.#fsync) fsyncSync(this.#descriptor);
    } catch (error) {
      this.#takeBack(written);
      throw error;
    }
    this.#torn = false;
    this.size += bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Cuts a part of a line off again, unless somebody else has appended meanwhile. */
  #takeBack(written: number): void {
    try {
      const alone = fstatSync(this.#descriptor).size === this.size + written;
      if (written > 0 && alone) ftruncateSync(this.#descriptor, this.size);
    } catch {
      // Whoever opens the file next finds that it ends within a line.
    }
  }

  #lastByte(): number | undefined {
    const byte = new Uint8Array(1);
    readSync(this.#descriptor, byte, 0, 1, this.size - 1);
    return byte[0];
  }
}

const NEWLINE = 0x0a;

/** Puts the folder's entry of a new file on the disk. Not every system can open a folder. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, constants.O_RDONLY);
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (!CANNOT_SYNC.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

const CANNOT_SYNC = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP"]);
