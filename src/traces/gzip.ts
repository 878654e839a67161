import { TraceError } from "../errors";

const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * The text of a file, UTF-8, decompressed if it is gzip (by its first two bytes). It works in Node, browsers
 * and workers, and gives chunks for {@link readTrace}.
 *
 * @param content a `File` of a browser, or `new Blob([bytes])`
 * @param file its name, for the error
 * @throws TraceError (line 1) when the file cannot be read or decompressed
 * @example
 * const trace = await readTrace(textChunks(await response.blob()));
 */
export async function* textChunks(content: Blob, file = "(trace)"): AsyncGenerator<string> {
  try {
    // Not every browser lets `for await` read a stream.
    const reader = (await plainStream(content)).pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } catch (cause) {
    throw new TraceError(file, 1, "the file cannot be read or decompressed", { cause });
  }
}

async function plainStream(content: Blob) {
  const start = new Uint8Array(await content.slice(0, GZIP_MAGIC.length).arrayBuffer());
  const gzipped = GZIP_MAGIC.every((byte, index) => start[index] === byte);
  return gzipped ? content.stream().pipeThrough(new DecompressionStream("gzip")) : content.stream();
}
