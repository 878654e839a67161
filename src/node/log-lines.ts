import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { constants, createGunzip } from "node:zlib";

/**
 * The lines of a file, gzipped or not (told by its first two bytes). A file that is cut off gives the lines that it
 * has, the last one torn.
 *
 * @throws what reading or decompressing throws
 * @example
 * for await (const line of logLines("journal.jsonl")) console.log(JSON.parse(line).type);
 */
export async function* logLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of await textOf(path)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function textOf(path: string): Promise<AsyncIterable<string>> {
  const gzipped = await isGzipped(path);
  const bytes = createReadStream(path);
  if (!gzipped) return bytes.setEncoding("utf8");
  // With a sync flush at the end, a gzip stream that is cut off is no error. Errors reach the reader of the last stream.
  const plain = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  return pipeline(bytes, plain, () => {}).setEncoding("utf8");
}

async function isGzipped(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
