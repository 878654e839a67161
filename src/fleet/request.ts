import { checkLength, checkTime, isLength, MAX_TOKENS, readArgument } from "../check";
import { ArgumentError } from "../errors";
import type { Phase } from "../roles";
import type { Engine } from "./engine";

/** Where a request is: on no engine and in no queue, in the waiting queue, or resident on an engine in a phase. */
export type RequestState = "none" | "waiting" | Phase;

/** Names a request to the id-level API and in urgent decisions. */
export type RequestId = string | number;

/** Time of the last token of a request that has had none. */
export const NO_TOKEN_S = Number.NEGATIVE_INFINITY;

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
 * What the fleet keeps of one request (semantics, section 7). A router's own handle may extend it. It belongs to one
 * fleet at a time; the fields below `arrivedS` are the fleet's: read them, change them through `Fleet`.
 */
export class FleetRequest {
  /** Its name, null where nobody needs one. */
  readonly id: RequestId | null;
  /** When its first byte arrived, in seconds. */
  readonly arrivedS: number;

  inputTokens = 0;
  requestedTokens = 0;
  /** Tokens that prefill has to work on: input - cached. */
  prefillTokens = 0;
  /** Output tokens so far: the decode tokens, not the first one. */
  outputTokens = 0;

  state: RequestState = "none";
  /** The phase that it waits for; says nothing unless `state` is "waiting". */
  nextPhase: Phase = "prefill";
  /** The engine that it is resident on; null in the states "none" and "waiting". */
  engine: Engine | null = null;
  /** Time of its last token, the first one too, in seconds; `NO_TOKEN_S` before any. */
  lastTokenS = NO_TOKEN_S;
  /** Whether this decode engine has given a token already, so that the next one ends a gap that counts. */
  decodeGapStarted = false;

  /** Links of the one list that it is in. */
  previous: FleetRequest | null = null;
  next: FleetRequest | null = null;

  /**
   * @param arrivedS when its first byte arrived, in seconds
   * @throws ArgumentError for a bad length, TimeError for a time that is not finite
   */
  constructor(shape: RequestShape, arrivedS: number, id: RequestId | null = null) {
    const checked = checkShape(shape);
    checkTime("arrivedS", arrivedS);
    this.id = id;
    this.arrivedS = arrivedS;
    this.setShape(checked);
  }

  /** Tokens of the request: input + output so far. */
  get tokens(): number {
    return this.inputTokens + this.outputTokens;
  }

  /** @internal Takes over checked lengths. For a resident use `Fleet.resize`, which keeps the engine's sums right. */
  setShape(shape: RequestShape): void {
    this.inputTokens = shape.inputTokens;
    this.requestedTokens = shape.requestedTokens;
    this.prefillTokens = shape.inputTokens - (shape.cachedTokens ?? 0);
    this.outputTokens = shape.outputTokens ?? this.outputTokens;
  }
}

/**
 * Refuses lengths that are not whole numbers of tokens, 0 .. 2^32 - 1, or more cached tokens than input.
 *
 * @returns the lengths, each read once
 * @throws ArgumentError that names the field and echoes the value
 */
export function checkShape(shape: RequestShape): RequestShape {
  const { inputTokens, requestedTokens, cachedTokens = 0, outputTokens } = readShape(shape);
  checkLength("inputTokens", inputTokens);
  checkLength("requestedTokens", requestedTokens);
  checkLength("cachedTokens", cachedTokens);
  if (outputTokens !== undefined) checkLength("outputTokens", outputTokens);
  if (cachedTokens > inputTokens) {
    throw new ArgumentError("cachedTokens", `must be <= inputTokens ${inputTokens}`, cachedTokens);
  }
  return outputTokens === undefined
    ? { inputTokens, requestedTokens, cachedTokens }
    : { inputTokens, requestedTokens, cachedTokens, outputTokens };
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
  if (!isLength(count) || count === 0) throw wrongCount(count);
}

function wrongCount(count: unknown): ArgumentError {
  return new ArgumentError("count", `must be a whole number of tokens, 1 .. ${MAX_TOKENS}`, count);
}
