import type { TerminalKind } from "../accounting/outcome";
import { ArgumentError } from "../errors";
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

/**
 * A field of some options, undefined where it is not given.
 *
 * @throws ArgumentError where it cannot be read: nothing has changed then
 */
export function optionOf<Options extends object, Field extends keyof Options & string>(
  options: Options | undefined,
  field: Field,
): Options[Field] | undefined {
  try {
    return options?.[field];
  } catch (cause) {
    throw new ArgumentError(field, "must be an option that can be read", options, undefined, { cause });
  }
}

/** Where a request is: unsized, sized (on no engine, or in transit), in a queue, on an engine, or at its end. */
export type HandleState = "pending" | "sized" | "waiting" | Phase | TerminalKind;
