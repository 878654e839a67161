import type { Phase } from "./roles";

/** Where a request is: on no engine and in no queue, in the waiting queue, or resident on an engine in a phase. */
export type RequestState = "none" | "waiting" | Phase;

/** Names a request to the id-level API and in urgent decisions. */
export type RequestId = string | number;

/** Where an offer stands (semantics, section 3). */
export type OfferState = "pending" | "sized" | "lost" | "invalid";

/** A length that is not known. */
export const UNKNOWN_TOKENS = -1;

/** Time of the last token of a request that has had none. */
export const NO_TOKEN_S = Number.NEGATIVE_INFINITY;

/**
 * Facts of one request, kept once: its handle owns it, offers and fleet read it. Lengths are whole tokens,
 * 0 .. 2^32 - 1, or `UNKNOWN_TOKENS`; times are seconds. Read it; offers and fleet change what is theirs.
 *
 * @typeParam Host what it can be resident on
 * @typeParam Work what statistics of offered work keep of it
 */
export class RequestRecord<Host = unknown, Work = unknown> {
  /** Its name, null where nobody needs one. */
  readonly id: RequestId | null;
  /** When its first byte arrived: the time that its demand counts at, whenever that becomes known. */
  readonly arrivedS: number;

  /** Prompt tokens. */
  inputTokens = UNKNOWN_TOKENS;
  /** Most output tokens that the client asked for; 0: open ended. */
  requestedTokens = UNKNOWN_TOKENS;
  /** Tokens that prefill has to work on: input - cached. */
  prefillTokens = UNKNOWN_TOKENS;
  /** Output tokens of its engines so far: the decode tokens, not the first one. */
  outputTokens = 0;

  /** When its first token existed, in this attempt; null before. */
  firstTokenS: number | null = null;
  /** When its last output was streamed, in this attempt; null before any. */
  lastStreamedS: number | null = null;
  /** Output tokens that were streamed in this attempt, by whatever engine; at its end its output length. */
  streamedTokens = 0;

  /** Where it stands as an offer; "none": no account has opened it. */
  offerState: OfferState | "none" = "none";
  /** @internal Where it is counted as an offer, once it is sized. */
  cells = 0;
  /** @internal The work that it is counted for, where statistics of offered work are kept. */
  work: Work | null = null;

  /** Where the fleet has it. */
  state: RequestState = "none";
  /** The phase that it waits for; says nothing unless `state` is "waiting". */
  nextPhase: Phase = "prefill";
  /** @internal How many had begun to wait for prefill when it did, itself included. */
  place = 0;
  /** Engine that it is resident on; null in the states "none" and "waiting". */
  engine: Host | null = null;
  /** Time of its last token, the first one too; `NO_TOKEN_S` before any. */
  lastTokenS = NO_TOKEN_S;
  /** @internal Whether this decode engine has given a token already, so that the next one ends a gap that counts. */
  decodeGapStarted = false;

  /** @internal Links of the one list that it is in: pending offers, the queue, or residents of a phase of an engine. */
  previous: this | null = null;
  /** @internal */
  next: this | null = null;

  /** @internal The handle that owns it, null where a part of the package is used alone. */
  readonly owner: object | null;

  /** @internal */
  constructor(arrivedS: number, id: RequestId | null = null, owner: object | null = null) {
    this.arrivedS = arrivedS;
    this.id = id;
    this.owner = owner;
  }

  /** Whether its size is known. */
  get isSized(): boolean {
    return this.inputTokens !== UNKNOWN_TOKENS;
  }

  /** Tokens of the request: input + output so far. */
  get tokens(): number {
    return this.inputTokens + this.outputTokens;
  }

  /** Input that a prefix cache holds; 0 before its size is known. */
  get cachedTokens(): number {
    return this.isSized ? this.inputTokens - this.prefillTokens : 0;
  }

  /** Requested output, as engines and completions count it: open ended (0) where it is not known. */
  get requestedOrOpen(): number {
    return Math.max(0, this.requestedTokens);
  }

  /** @internal A new attempt begins: what it streamed does not count. */
  forgetTokens(): void {
    this.firstTokenS = null;
    this.lastStreamedS = null;
    this.streamedTokens = 0;
  }

  /**
   * @internal Takes over checked lengths. For a resident use `Fleet.resize`, which keeps the engine's sums right.
   *
   * @param requestedTokens `UNKNOWN_TOKENS`: as it was
   */
  setLengths(inputTokens: number, requestedTokens: number, cachedTokens: number): void {
    this.inputTokens = inputTokens;
    if (requestedTokens !== UNKNOWN_TOKENS) this.requestedTokens = requestedTokens;
    this.prefillTokens = inputTokens - cachedTokens;
  }
}
