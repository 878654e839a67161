import { checkIterable } from "../check";
import type { TraceError } from "../errors";
import { TraceReader } from "./trace-reader";

/** One request of a trace. */
export interface TraceRequest {
  /** Arrival, in seconds after the earliest request of the trace; >= 0. */
  readonly atS: number;
  /** Length of the prompt in tokens, 0 .. 2^32 - 1. */
  readonly inputTokens: number;
  /** Tokens that were generated, 0 .. 2^32 - 1. */
  readonly outputTokens: number;
}

/** Which kind of file a trace came from: the Azure LLM inference CSV, or the Mooncake JSON lines. */
export type TraceFormat = "azure" | "mooncake";

/** A trace, read. */
export interface Trace {
  readonly format: TraceFormat;
  /** By time; those of the same time stay in the order of the file. At least one. */
  readonly requests: readonly TraceRequest[];
  /** Rows that were earlier than a row above them. */
  readonly outOfOrderRows: number;
  /** Malformed rows that `skipBadRows` left out. */
  readonly skippedRows: number;
  /** The reasons for the first of them, 5 at most. */
  readonly firstSkipped: readonly TraceError[];
}

/** How to read a trace. */
export interface TraceOptions {
  /** Name of the file, for the errors; default `(trace)`. */
  readonly file?: string;
  /** Leave out malformed rows and count them, instead of refusing the file; default false. */
  readonly skipBadRows?: boolean;
  /** The most rows that are kept, which take about 100 bytes each; default 10 million. */
  readonly maxRows?: number;
}

/**
 * Reads a trace from its text. The format is told by the first line that is not blank:
 *
 * - Azure CSV: a header that names the columns `TIMESTAMP`, `ContextTokens` and `GeneratedTokens`, in any order
 *   and among others. Times like `2023-11-16 18:15:46.6805900`: up to 7 fractional digits, all of them kept; UTC
 *   unless they end in an offset.
 * - Mooncake JSON lines: objects with `timestamp` (milliseconds), `input_length` and `output_length`.
 *
 * Lengths may be 0: traces hold requests that ended before their first token, and to leave them out would lower
 * the load. Blank lines mean nothing.
 *
 * @throws TraceError with the file, the 1-based line and the reason: a malformed row (unless `skipBadRows`), a
 *   header that lacks a column, a file without a single row, more than `maxRows` of them, or a line of more than 2^20
 *   characters; ArgumentError for what is no text
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
