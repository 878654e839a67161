import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { openRegularFile, tooLarge } from "./regular-file";

/** How much of a file is read. */
export interface TextOptions {
  /** The most bytes of text, decompressed: gzip makes a thousand of one. Default 4 GiB. */
  readonly maxBytes?: number;
  /** Whether a gzip file that is cut off gives what it has, instead of an error. */
  readonly cutOff: boolean;
}

/** Bytes that are decompressed at once. */
const PIECE_BYTES = 2 ** 18;

/**
 * The text of a file, gzipped or not (by its first two bytes), in chunks that end anywhere. UTF-8, a byte order
 * mark dropped; invalid bytes become U+FFFD.
 *
 * @throws ReadError, and what the system or the decompression says
 */
export async function* fileText(path: string, { maxBytes = 2 ** 32, cutOff }: TextOptions): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of await plainBytes(path, cutOff)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function plainBytes(path: string, cutOff: boolean): Promise<AsyncIterable<Uint8Array>> {
  const file = await openRegularFile(path);
  const { buffer: start, bytesRead } = await file.read(new Uint8Array(2), 0, 2, 0);
  const bytes: Readable = file.createReadStream({ start: 0 });
  if (bytesRead < 2 || start[0] !== 0x1f || start[1] !== 0x8b) return bytes;
  // With a sync flush at the end, a gzip stream that is cut off is no error. Errors reach the reader of the last stream.
  const finishFlush = cutOff ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  return pipeline(bytes, createGunzip({ finishFlush, chunkSize: PIECE_BYTES }), () => {});
}
