import type { TerminalKind } from "../accounting/outcome";
import { ArgumentError } from "../errors";
import type { Phase, RequestId } from "../fleet";

/** A time of the router's own, in seconds on the pool's clock; by default an event is stamped when it is reported. */
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
  /**
   * The part of the input that a prefix cache holds: prefill has no work with it. More than the input has counts as all
   * of it. Default: what was given before, 0 at first.
   */
  readonly cachedTokens?: number;
}

// Options are read field by field, and each field by its name: V8 takes 10 ns for a field whose name is a variable.

/** @throws ArgumentError where it cannot be read: nothing has changed then */
export function atOf(options: At | undefined): number | undefined {
  try {
    return options?.at;
  } catch (cause) {
    throw unreadable("at", options, cause);
  }
}

/** @throws ArgumentError where it cannot be read: nothing has changed then */
export function idOf(options: OpenOptions): RequestId | null {
  try {
    const id: unknown = options.id;
    // Ids stand in documents: anything but a string or a number is dropped.
    return typeof id === "string" || typeof id === "number" ? id : null;
  } catch (cause) {
    throw unreadable("id", options, cause);
  }
}

/** @throws ArgumentError where it cannot be read: nothing has changed then */
export function cachedTokensOf(options: SizeOptions | undefined): number | undefined {
  try {
    return options?.cachedTokens ?? undefined;
  } catch (cause) {
    throw unreadable("cachedTokens", options, cause);
  }
}

/** @throws ArgumentError where it cannot be read: nothing has changed then */
export function outputTokensOf(options: { readonly outputTokens?: number } | undefined): number | undefined {
  try {
    return options?.outputTokens;
  } catch (cause) {
    throw unreadable("outputTokens", options, cause);
  }
}

function unreadable(field: string, options: unknown, cause: unknown): ArgumentError {
  return new ArgumentError(field, "must be an option that can be read", options, undefined, { cause });
}

/** Where a request is: unsized, sized (on no engine, or in transit), in a queue, on an engine, or at its end. */
export type HandleState = "pending" | "sized" | "waiting" | Phase | TerminalKind;
