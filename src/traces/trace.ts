import type { TraceError } from "../errors";

/** One request of a trace. */
export interface TraceRequest {
  /** Arrival, in seconds after the earliest request of the trace; >= 0. */
  readonly atS: number;
  /** Length of the prompt in tokens, 0 .. 2^32 - 1. */
  readonly inputTokens: number;
  /** Tokens that were generated, 0 .. 2^32 - 1. */
  readonly outputTokens: number;
  /** Names of the prompt's blocks, equal where prompts begin alike; whole, 0 .. 2^32 - 1. Only Mooncake traces have them. */
  readonly hashIds?: Uint32Array;
  /** Tokens of the prompt that its engine had cached, as an event log has it: prefill has no work with them. Default 0. */
  readonly cachedTokens?: number;
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
