import { TERMINAL_KINDS } from "../accounting/outcome";
import type { RequestHandle } from "../pool/request";
import { type CompletionFacts, completionFacts } from "./completion-event";

/** The calls of a handle that an answer makes. */
export type AnsweredRequest = Pick<
  RequestHandle,
  | "state"
  | "ttftS"
  | "engine"
  | "firstToken"
  | "decode"
  | "token"
  | "complete"
  | "fail"
  | "expire"
  | "reject"
  | "cancel"
  | "invalid"
>;

/** Reports one answer to the handle of its request. Once somebody has ended the request it reports nothing. */
export class Answer {
  readonly #request: AnsweredRequest;
  readonly #decodeEngine: string | null;
  /** Chunks with text of each choice: without usage a chunk counts as a token. */
  readonly #written = new Map<number, number>();
  #usageTokens: number | null = null;
  #reported = 0;
  #failed = false;
  #finished = false;

  /** @param decodeEngine where it is decoded; null: where it was prefilled */
  constructor(request: AnsweredRequest, decodeEngine: string | null) {
    this.#request = request;
    this.#decodeEngine = decodeEngine;
  }

  /** Data of an event of the stream. */
  event(data: string): void {
    if (data === "[DONE]") this.#finished = true;
    else this.#take(completionFacts(data));
  }

  /** The whole body of an answer that is not streamed. */
  whole(body: string): void {
    this.#count(completionFacts(body));
  }

  /** The body has ended, by itself. */
  end(): void {
    if (!this.#isOpen()) return;
    if (this.#failed || !this.#finished) this.#request.fail();
    else this.#complete();
  }

  /** The engine has answered with an error, and its text is out. */
  refused(status: number): void {
    if (!this.#isOpen()) return;
    if (status === TOO_MANY) this.#request.reject();
    else if (status >= 400 && status < 500 && status !== TIMED_OUT) this.#request.invalid();
    else this.#request.fail();
  }

  /** The body broke off: because the router cut it (`abort()`, `AbortSignal.timeout()`), or by itself. */
  brokeOff(error: unknown): void {
    if (!this.#isOpen()) return;
    const name = error instanceof Error ? error.name : "";
    if (name === "AbortError") this.#request.cancel();
    else if (name === "TimeoutError") this.#request.expire();
    else this.#request.fail();
  }

  /** Nobody reads the body any more. */
  cancel(): void {
    if (this.#isOpen()) this.#request.cancel();
  }

  #take(facts: CompletionFacts): void {
    this.#count(facts);
    // Usage without text comes after the last token, or before text that the server holds back.
    if (facts.written.length > 0 && this.#isOpen()) this.#report();
  }

  #count(facts: CompletionFacts): void {
    this.#failed ||= facts.failed;
    this.#finished ||= facts.finished;
    for (const choice of facts.written) this.#written.set(choice, (this.#written.get(choice) ?? 0) + 1);
    if (facts.outputTokens !== null) this.#usageTokens = facts.outputTokens;
  }

  #report(): void {
    const tokens = Math.max(this.#usageTokensOfOne() ?? 0, ...this.#written.values());
    if (tokens <= this.#reported) return;
    this.#firstToken();
    this.#request.token(tokens - this.#reported);
    this.#reported = tokens;
  }

  #firstToken(): void {
    const request = this.#request;
    const engine = this.#decodeEngine ?? request.engine;
    if (request.ttftS === null) request.firstToken();
    if (engine !== null && request.state !== "decode") request.decode(engine);
  }

  /** An answer without text, or one that came whole, has its first token at its end. */
  #complete(): void {
    if (this.#request.ttftS === null) this.#request.firstToken();
    const outputTokens = this.#usageTokensOfOne();
    this.#request.complete(outputTokens === null ? {} : { outputTokens });
  }

  /** Output tokens of one choice by usage, which counts all of them together. */
  #usageTokensOfOne(): number | null {
    if (this.#usageTokens === null) return null;
    return Math.round(this.#usageTokens / Math.max(1, this.#written.size));
  }

  #isOpen(): boolean {
    return !TERMINAL_KINDS.some((kind) => kind === this.#request.state);
  }
}

const TIMED_OUT = 408;
const TOO_MANY = 429;
