import { checkLength, checkSize, checkTime, isLength, MAX_TOKENS, readArgument } from "../check";
import { ArgumentError } from "../errors";
import { type RequestId, RequestRecord } from "../request-record";
import type { Phase } from "../roles";
import type { Engine } from "./engine";

/** The lengths of a request, in tokens: whole numbers, 0 .. 2^32 - 1. */
export interface RequestShape {
  /** Prompt tokens: the context that decode starts from. */
  readonly inputTokens: number;
  /** Most output tokens that the client asked for; 0: open ended. */
  readonly requestedTokens: number;
  /** Prompt tokens that a prefix cache holds, 0 .. inputTokens (default 0): prefill does not work on them. */
  readonly cachedTokens?: number;
  /** Output tokens generated so far. Default: as they were, 0 at first. */
  readonly outputTokens?: number;
}

/**
 * Record of one request in the fleet (semantics, section 7). A router's own handle may extend it. It belongs to one
 * fleet at a time; the fields below `arrivedS` are the fleet's: read them, change them through `Fleet`.
 */
export class FleetRequest extends RequestRecord<Engine> {
  /**
   * @param arrivedS when its first byte arrived, in seconds
   * @throws ArgumentError for a bad length, TimeError for a time that is not finite
   */
  constructor(shape: RequestShape, arrivedS: number, id: RequestId | null = null) {
    const { inputTokens, requestedTokens, cachedTokens = 0, outputTokens = 0 } = checkShape(shape);
    checkTime("arrivedS", arrivedS);
    super(arrivedS, id);
    this.setLengths(inputTokens, requestedTokens, cachedTokens);
    this.outputTokens = outputTokens;
  }
}

/**
 * Refuses lengths that are not whole numbers of tokens, 0 .. 2^32 - 1, or more cached tokens than input.
 *
 * @returns the lengths, each read once
 * @throws ArgumentError that names the field and echoes the value
 */
export function checkShape(shape: RequestShape): RequestShape {
  const checked = readShape(shape);
  const { inputTokens, requestedTokens, cachedTokens = 0, outputTokens } = checked;
  checkSize(inputTokens, requestedTokens, cachedTokens);
  if (outputTokens !== undefined) checkLength("outputTokens", outputTokens);
  return checked;
}

function readShape(shape: RequestShape): RequestShape {
  return readArgument("shape", "must be an object of lengths", shape, () => {
    const { inputTokens, requestedTokens, cachedTokens, outputTokens } = shape;
    return { inputTokens, requestedTokens, cachedTokens, outputTokens } as RequestShape;
  });
}

/** @throws ArgumentError unless `phase` is "prefill" or "decode" */
export function checkPhase(field: string, phase: Phase): void {
  if (phase !== "prefill" && phase !== "decode") {
    throw new ArgumentError(field, 'must be "prefill" or "decode"', phase);
  }
}

/** @throws ArgumentError unless `count` is a whole number of tokens, 1 .. 2^32 - 1 */
export function checkTokenCount(count: number): void {
  if (!isLength(count) || count === 0) throw invalidCount(count);
}

function invalidCount(count: unknown): ArgumentError {
  return new ArgumentError("count", `must be a whole number of tokens, 1 .. ${MAX_TOKENS}`, count);
}
