import { LineSplitter } from "../lines";
import { fileText } from "./file-text";

/** Bounds of a log that is read. */
export interface LogLimits {
  /** The most characters of a line. Default 2^26: snapshots are lines of event logs. */
  readonly maxLineLength?: number;
  /** The most bytes of a file, decompressed. Default 4 GiB. */
  readonly maxBytes?: number;
}

/**
 * The lines of a file, gzipped or not (by its first two bytes). A file that is cut off gives the lines that it
 * has, the last one torn. What is held at once is one line.
 *
 * @throws ReadError (code `ERR_NARWHAL_READ`) for anything but a regular file, a line or a file beyond the limits; and what
 * reading or decompressing throws
 * @example
 * for await (const line of logLines("journal.jsonl")) console.log(JSON.parse(line).type);
 */
export async function* logLines(path: string, limits: LogLimits = {}): AsyncGenerator<string> {
  const { maxLineLength = 2 ** 26, maxBytes = 2 ** 32 } = limits;
  const splitter = new LineSplitter(maxLineLength);
  for await (const chunk of fileText(path, { maxBytes, cutOff: true })) yield* splitter.push(chunk);
  const last = splitter.end();
  if (last !== "") yield last;
}
