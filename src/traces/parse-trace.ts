import { checkIterable } from "../check";
import type { Trace, TraceOptions } from "./trace";
import { TraceReader } from "./trace-reader";

/**
 * Reads a trace from its text. The first line decides the format that is not blank:
 *
 * - Azure CSV: a header that names the columns `TIMESTAMP`, `ContextTokens` and `GeneratedTokens`, in any order
 *   and among others. Times like `2023-11-16 18:15:46.6805900`: up to 7 fractional digits, all of them kept; UTC
 *   unless they end in an offset.
 * - BurstGPT CSV: `Timestamp` (seconds), `Request tokens`, `Response tokens`; Vidur CSV: `arrived_at` (seconds),
 *   `num_prefill_tokens`, `num_decode_tokens`.
 * - Mooncake JSON lines: objects with `timestamp` (whole milliseconds), `input_length` and `output_length`; Qwen-Bailian
 *   JSON lines: the same beside `chat_id` and `parent_chat_id`, with seconds.
 *
 * `timestampUnit` says another unit. A Mooncake trace whose timestamps cannot be milliseconds is refused without it.
 *
 * Lengths may be 0: traces hold requests that ended before their first token, and to leave them out would lower
 * the load. Blank lines mean nothing.
 *
 * @throws TraceError with the file, the 1-based line and the reason: a malformed row (unless `skipBadRows`), a
 *   header that lacks a column, a file without a single row, more than `maxRows` of them, or a line of more than 2^20
 *   characters; ArgumentError for anything but text
 * @example
 * const { requests } = parseTrace(text, { file: "AzureLLMInferenceTrace_code.csv" });
 */
export function parseTrace(text: string, options: TraceOptions = {}): Trace {
  const reader = new TraceReader(options);
  reader.push(text);
  return reader.finish();
}

/**
 * The same for a text that comes in chunks, cut anywhere. Only the requests are kept, never the whole text.
 *
 * @throws TraceError as {@link parseTrace} does, and whatever the chunks throw
 * @example
 * const trace = await readTrace(createReadStream(file, "utf8"), { file });
 */
export async function readTrace(chunks: AsyncIterable<string>, options: TraceOptions = {}): Promise<Trace> {
  const reader = new TraceReader(options);
  checkIterable("chunks", "must be an async iterable of texts", chunks, [Symbol.asyncIterator, Symbol.iterator]);
  for await (const chunk of chunks) reader.push(chunk);
  return reader.finish();
}
