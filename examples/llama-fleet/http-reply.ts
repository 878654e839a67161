import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers with JSON. */
export function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Answers with an error of the OpenAI API. Where the answer has begun, the connection breaks off. */
export function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else send(response, status, { error: { message, type: status < 500 ? "invalid_request_error" : "server_error" } });
}

/** The body of a request as JSON; null if it is none. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return null;
  }
}
