/**
 * Events of one request in the simulated fleet, at the simulated time of each call: structurally the pool's
 * request handle. A call means what it means there.
 */
export interface RequestEvents {
  /** The local estimate: input and requested tokens. */
  size(inputTokens: number, requestedTokens: number): void;
  /** The tokenizer's count, at the time of admission. */
  reprice(inputTokens: number, requestedTokens: number): void;
  /** On no engine, and there is none for the phase that comes next. */
  wait(): void;
  /** Dispatched to an engine for prefill. */
  prefill(engine: string): void;
  /** The end of prefill: the first token exists. */
  firstToken(): void;
  /** Joined an engine's decode batch: the KV transfer is over and there was room. */
  decode(engine: string): void;
  /** One more token, the second or a later one. */
  token(): void;
  /** All tokens are there. `outputTokens` counts the first one too: one more than the calls of `token`. */
  complete(result: { outputTokens: number }): void;
  /** Ended in an error, or its engine went down. */
  fail(): void;
  /** Waited longer than a client would. */
  expire(): void;
  /** Refused at admission, because it would have missed the TTFT SLO. */
  refuse(): void;
  /** Longer than the KV limit of every engine. */
  reject(): void;
  /** The client went away. */
  cancel(): void;
  /** Whether a waiting request would miss its TTFT if it were served next; for `lateLane`, which needs it. */
  outlook?(): { readonly late: boolean | null };
}

/** How a request ended, and `open` while it has not. */
export type RequestEnd = "open" | "completed" | "failed" | "expired" | "refused" | "rejected" | "cancelled";

/** The ends, by the codes that {@link RequestRecords} holds. */
export const REQUEST_ENDS: readonly RequestEnd[] = [
  "open",
  "completed",
  "failed",
  "expired",
  "refused",
  "rejected",
  "cancelled",
];

/** Code of each end: its place in {@link REQUEST_ENDS}. */
export const END = { open: 0, completed: 1, failed: 2, expired: 3, refused: 4, rejected: 5, cancelled: 6 } as const;

/** A code of {@link END} that is an end. */
export type EndCode = Exclude<(typeof END)[keyof typeof END], 0>;
