import { MeasurementError } from "../fit/measurements";
import { EventStream } from "../http/event-stream";

/** How an engine is reached. */
export interface ClientOptions {
  /** Address of an OpenAI-compatible server, with or without `/v1`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** How long one request may take, in seconds. */
  readonly timeoutS: number;
  /** Seconds of a clock that never goes back. */
  readonly now: () => number;
}

/** A streamed completion, timed by its chunks. */
export interface TimedCompletion {
  readonly startS: number;
  /** When each chunk with a token came. */
  readonly chunksS: readonly number[];
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
}

interface Event {
  readonly choices?: readonly unknown[];
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

/** Fields by which an answer has its full length. Servers that do not know them may refuse them. */
const FULL_LENGTH = (tokens: number) => ({ ignore_eos: true, min_tokens: tokens });

/** Sends streamed completions to an engine and times them. */
export class CompletionClient {
  readonly #options: ClientOptions;
  readonly #base: string;
  #takesFullLength = true;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = options.url.replace(/\/+$/, "").replace(/\/v1$/, "");
  }

  /** Whether answers may end early, as the server refuses the fields against it. */
  get endsEarly(): boolean {
    return !this.#takesFullLength;
  }

  /** The models that the server has. */
  async models(): Promise<string[]> {
    const answer = await this.#fetch("/v1/models");
    const { data = [] } = (await answer.json()) as { data?: readonly { readonly id: string }[] };
    return data.map(({ id }) => id);
  }

  /** Completes a prompt with so many tokens. @throws MeasurementError where the server refuses it or counts nothing */
  async complete(model: string, prompt: string, tokens: number): Promise<TimedCompletion> {
    const asked = { model, prompt, max_tokens: tokens, temperature: 0, stream: true };
    const body = { ...asked, stream_options: { include_usage: true } };
    if (!this.#takesFullLength) return this.#timed(body);
    try {
      return await this.#timed({ ...body, ...FULL_LENGTH(tokens) });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const timed = await this.#timed(body);
      this.#takesFullLength = false;
      return timed;
    }
  }

  async #timed(body: object): Promise<TimedCompletion> {
    const { now } = this.#options;
    const startS = now();
    const answer = await this.#fetch("/v1/completions", body);
    const chunksS: number[] = [];
    let usage: Usage | null = null;
    for await (const event of this.#events(answer)) {
      if (event.choices && event.choices.length > 0) chunksS.push(now());
      usage = event.usage ?? usage;
    }
    if (!usage) throw new MeasurementError(this.#base, "sends no usage: tokens cannot be counted");
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens, prompt_tokens_details: details } = usage;
    // A chunk after the last token may hold the reason of the end only.
    const kept = chunksS.slice(0, outputTokens);
    return { startS, chunksS: kept, inputTokens, outputTokens, cachedTokens: details?.cached_tokens ?? 0 };
  }

  async *#events(answer: Response): AsyncGenerator<Event> {
    const stream = new EventStream();
    try {
      for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
        for (const text of stream.feed(bytes)) if (text !== "[DONE]") yield this.#event(text);
      }
    } catch (cause) {
      if (cause instanceof MeasurementError) throw cause;
      throw new MeasurementError(this.#base, `broke off in mid-stream: ${reasonOf(cause as Error)}`);
    }
  }

  #event(text: string): Event {
    const event = JSON.parse(text) as Event;
    if (event.error == null) return event;
    throw new MeasurementError(this.#base, `failed in mid-stream: ${JSON.stringify(event.error)}`);
  }

  async #fetch(path: string, body?: object): Promise<Response> {
    const { apiKey, timeoutS } = this.#options;
    const headers = { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
    const given = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const signal = AbortSignal.timeout(timeoutS * 1000);
    const answer = await fetch(`${this.#base}${path}`, { ...given, headers, signal }).catch((cause: Error) => {
      throw new MeasurementError(this.#base, `does not answer ${path}: ${reasonOf(cause)}`);
    });
    if (answer.ok) return answer;
    const text = (await answer.text()).slice(0, 300);
    const message = `answered ${answer.status} to ${path}: ${text}`;
    throw answer.status === 400 ? new RefusedError(this.#base, message) : new MeasurementError(this.#base, message);
  }
}

/** The server says that the request is invalid. */
export class RefusedError extends MeasurementError {}

/** The cause of a `fetch failed` says why. */
function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error && cause.message ? cause.message : message;
}
