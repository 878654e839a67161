import type { TraceError } from "../errors";
import type { TimestampUnit } from "./timestamp-unit";

/** One request of a trace. */
export interface TraceRequest {
  /** Arrival, in seconds after the earliest request of the trace; >= 0. */
  readonly atS: number;
  /** Length of the prompt in tokens, 0 .. 2^32 - 1. */
  readonly inputTokens: number;
  /** Tokens that were generated, 0 .. 2^32 - 1. */
  readonly outputTokens: number;
  /** Names of the prompt's blocks, equal where prompts begin alike; whole, 0 .. 2^32 - 1. Mooncake and Qwen have them. */
  readonly hashIds?: Uint32Array;
  /** Tokens of the prompt that its engine had cached, as an event log has it: prefill has no work with them. Default 0. */
  readonly cachedTokens?: number;
}

/** Kinds of files that traces come from: CSV of Azure, BurstGPT and Vidur, JSON lines of Mooncake and Qwen-Bailian. */
export const TRACE_FORMATS = ["azure", "burstgpt", "vidur", "mooncake", "qwen"] as const;

/** Which kind of file a trace came from. */
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** A trace, read. */
export interface Trace {
  readonly format: TraceFormat;
  /** Unit that its timestamps were read in; null: they are dates. */
  readonly timestampUnit: TimestampUnit | null;
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
  /** Unit of the timestamps; default: that of the format. Not for Azure traces, which have dates. */
  readonly timestampUnit?: TimestampUnit;
  /** Leave out malformed rows and count them, instead of refusing the file; default false. */
  readonly skipBadRows?: boolean;
  /** The most rows that are kept, which take about 100 bytes each; default 10 million. */
  readonly maxRows?: number;
}
