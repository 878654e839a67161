import type { EngineResponse } from "../../src/http";
import { instrument } from "../../src/http";
import { createPoolSync, manualClock, type Pool, type RequestHandle } from "../../src/index";

export const clock = manualClock(0);
let pool: Pool;

/** A request that is prefilled on `p`, of a new pool. */
export function opened(): RequestHandle {
  clock.set(0);
  const engines = [
    { id: "p", role: "prefill" },
    { id: "d", role: "decode" },
  ] as const;
  pool = createPoolSync({ slo: { ttftS: 10, tpotS: 1 }, clock, strict: true, engines });
  const request = pool.open();
  request.size(100, 8);
  request.prefill("p");
  return request;
}

/** The pool of the request that was opened last. */
export const state = () => pool.state();

export const text = (...parts: readonly string[]) => parts.map((part) => new TextEncoder().encode(part));
export const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
export const chunk = (content: string, more: object = {}) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: null }], ...more });
export const finish = (finish_reason = "stop") => event({ choices: [{ index: 0, delta: {}, finish_reason }] });
export const usage = (completion_tokens: number) => ({ usage: { completion_tokens, prompt_tokens: 100 } });
export const DONE = "data: [DONE]\n\n";

/** A response whose parts come at 1 s, 2 s, .. */
export function answer(parts: readonly Uint8Array[], type = "text/event-stream", status = 200): EngineResponse {
  const body = (async function* () {
    for (const part of parts) {
      clock.advance(1);
      yield part;
    }
  })();
  return { statusCode: status, headers: { "content-type": type }, body };
}

/** Reads an answer to its end. */
export async function passed(request: RequestHandle, response: EngineResponse, options = {}): Promise<string> {
  let body = "";
  for await (const part of instrument(request, response, options)) body += Buffer.from(part).toString();
  return body;
}

export function anomalies(): number {
  return Object.values(pool.state().anomalies).reduce((sum: number, count) => sum + (count ?? 0), 0);
}
