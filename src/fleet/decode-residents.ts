import { LinkedList } from "../linked-list";
import type { RequestRecord } from "../request-record";

/** The decode residents of one engine, and the sum of their tokens. */
export class DecodeResidents<Request extends RequestRecord> implements Iterable<Request> {
  #requests = 0;
  #tokens = 0;
  /** Those that wait for their first token here, in order of dispatch. */
  readonly #starting = new LinkedList<Request>();
  /** The others, in order of their last token: the head has stalled longest. */
  readonly #streaming = new LinkedList<Request>();

  /** Number of residents. */
  get requests(): number {
    return this.#requests;
  }

  /** Tokens (input + output so far) of all. */
  get tokens(): number {
    return this.#tokens;
  }

  /** The one whose last token here is the oldest, null if none has had one. */
  get longestStalled(): Request | null {
    return this.#streaming.head;
  }

  /** Those without a token here first, then by last token. */
  *[Symbol.iterator](): Generator<Request, void> {
    yield* this.#starting;
    yield* this.#streaming;
  }

  enter(request: Request): void {
    request.decodeGapStarted = false;
    this.#starting.append(request);
    this.#requests += 1;
    this.#tokens += request.tokens;
  }

  leave(request: Request): void {
    this.#listOf(request).remove(request);
    this.#requests -= 1;
    this.#tokens -= request.tokens;
  }

  /** `count` tokens of a resident came. */
  token(request: Request, nowS: number, count: number): void {
    this.#listOf(request).remove(request);
    request.lastTokenS = Math.max(request.lastTokenS, nowS);
    request.decodeGapStarted = true;
    this.#insertByLastToken(request);
    request.outputTokens += count;
    this.#tokens += count;
  }

  /** A resident has so many tokens more than thought, or with a negative number fewer. */
  addTokens(tokens: number): void {
    this.#tokens += tokens;
  }

  /**
   * Behind those of the same time. O(1) when tokens come in order of time; else it walks back over the later ones.
   */
  #insertByLastToken(request: Request): void {
    const list = this.#streaming;
    let before = list.tail;
    while (before !== null && before.lastTokenS > request.lastTokenS) before = before.previous;
    list.insertAfter(before, request);
  }

  #listOf(request: Request): LinkedList<Request> {
    return request.decodeGapStarted ? this.#streaming : this.#starting;
  }
}
