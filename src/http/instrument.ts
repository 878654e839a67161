import { ownFields } from "../check";
import { Answer, type AnsweredRequest } from "./answer";
import { AnswerBody, type BodyReader } from "./answer-body";
import { type EngineResponse, responseParts } from "./engine-response";
import { EventStream } from "./event-stream";

/** Options of {@link instrument}. */
export interface InstrumentOptions {
  /** Engine that decodes, where it is not the one that prefilled. Default: the engine that the request is on. */
  readonly decodeEngine?: string;
}

/**
 * Passes an engine's answer on, byte by byte, and reports it to the handle of its request: the first token, further
 * tokens, and the end. It reads the OpenAI protocol (chat completions and completions), streamed or not.
 *
 * - `firstToken()` at the first text, unless the router has reported it (by the end of a prefill leg); then `decode()`.
 *   An answer that is not streamed has its first token when all of it has arrived.
 * - `token(n)` for each chunk with text: by `usage.completion_tokens` if chunks have it, else one a chunk. The length at
 *   the end is that of the last usage: ask for `stream_options: { include_usage: true }`.
 * - `complete()` at the end; `fail()` for an error inside a 200, an unknown `finish_reason`, or a body that breaks off;
 *   `cancel()` if the reader returns before the end, or aborts the response; `expire()` after `AbortSignal.timeout()`.
 * - A status that is no success: `reject()` for 429, `invalid()` for other 4xx but 408, `fail()` for the rest. To try
 *   another engine, look at the status before.
 *
 * Of several choices (`n` > 1) one of mean length is reported. Bodies of `node:http` must not be compressed: ask the
 * engine for `accept-encoding: identity`. Whoever reads must read to the end or return, as `pipeline` of `node:stream`
 * and `for await` do.
 *
 * @throws ArgumentError for anything but a response
 * @example
 * request.prefill(engine.id);
 * const answer = await fetch(engine.url, { method: "POST", headers, body });
 * response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
 * await pipeline(instrument(request, answer), response);
 */
export function instrument(
  request: AnsweredRequest,
  response: EngineResponse,
  options: InstrumentOptions = {},
): AsyncIterableIterator<Uint8Array> {
  const { decodeEngine = null } = ownFields("options", options);
  const { status, streamed, bytes } = responseParts(response);
  const answer = new Answer(request, decodeEngine);
  return new AnswerBody(bytes, answer, readerOf(status, streamed, answer));
}

function readerOf(status: number, streamed: boolean, answer: Answer): BodyReader {
  if (status < 200 || status > 299) return { take: () => {}, end: () => answer.refused(status) };
  return streamed ? readEvents(answer) : readWhole(answer);
}

function readEvents(answer: Answer): BodyReader {
  const events = new EventStream();
  return {
    take: (bytes) => {
      for (const data of events.feed(bytes)) answer.event(data);
    },
    end: () => {
      for (const data of events.end()) answer.event(data);
      answer.end();
    },
  };
}

/** A body that is not streamed is kept until it ends: it is as long as its answer. */
function readWhole(answer: Answer): BodyReader {
  const decoder = new TextDecoder();
  let body = "";
  return {
    take: (bytes) => {
      body += decoder.decode(bytes, { stream: true });
    },
    end: () => {
      answer.whole(body);
      answer.end();
    },
  };
}
