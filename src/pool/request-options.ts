import type { TerminalKind } from "../accounting/outcome";
import type { Phase, RequestId } from "../fleet";

/** A time of the router's own, in seconds on the pool's clock; by default an event is stamped when it is told. */
export interface At {
  readonly at?: number;
}

/** Options of `open`. */
export interface OpenOptions extends At {
  /** The request's name, for the records of urgent decisions. It need not be unique. */
  readonly id?: RequestId;
}

/** Options of `size` and `reprice`. */
export interface SizeOptions extends At {
  /** The part of the input that a prefix cache holds: prefill has no work with it. Default 0. */
  readonly cachedTokens?: number;
}

/** Where a request is: unsized, sized (on no engine, or in transit), in a queue, on an engine, or at its end. */
export type HandleState = "pending" | "sized" | "waiting" | Phase | TerminalKind;
