import { ArgumentError } from "../errors";

/** A body. Streams of Node end their connection by `destroy`, if they have not been read at all. */
export interface BodyBytes extends AsyncIterable<Uint8Array> {
  destroy?(): unknown;
}

/** Headers by their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The part of a response of `fetch` that is used. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** The part of a response of undici's `request` that is used. */
export interface UndiciResponse {
  readonly statusCode: number;
  readonly headers: ResponseHeaders;
  readonly body: BodyBytes;
}

/** The part of a response of `node:http` that is used. */
export interface IncomingResponse extends BodyBytes {
  readonly statusCode?: number | undefined;
  readonly headers: ResponseHeaders;
}

/** An engine's response: of `fetch`, of undici's `request`, or of `node:http`. */
export type EngineResponse = FetchResponse | UndiciResponse | IncomingResponse;

/** The parts that all of them have. */
export interface ResponseParts {
  readonly status: number;
  /** Whether it comes as server-sent events. */
  readonly streamed: boolean;
  readonly bytes: BodyBytes;
}

/** @throws ArgumentError for anything else */
export function responseParts(response: EngineResponse): ResponseParts {
  const status = "status" in response ? response.status : response.statusCode;
  const body = "body" in response ? (response.body ?? NOTHING) : response;
  if (typeof status !== "number" || !isIterable(body)) {
    throw new ArgumentError("response", "must be a response of fetch, undici or node:http", response);
  }
  const type = contentType(response.headers);
  return { status, streamed: type.startsWith("text/event-stream"), bytes: body };
}

const NOTHING: BodyBytes = {
  async *[Symbol.asyncIterator]() {},
};

function isIterable(body: unknown): body is BodyBytes {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

function contentType(headers: FetchResponse["headers"] | ResponseHeaders): string {
  const value =
    typeof headers.get === "function" ? headers.get("content-type") : (headers as ResponseHeaders)["content-type"];
  return typeof value === "string" ? value.toLowerCase() : "";
}
