import { setTimeout as sleep } from "node:timers/promises";
import type { TraceRequest } from "narwhal-slo/replay";
import { MODEL } from "./engine-server";
import type { Timed } from "./outcome";
import { promptOf } from "./workload";

/** Sends the requests of a trace at their times. @returns those that completed, when the last one has ended */
export async function driveTrace(url: string, requests: readonly TraceRequest[]): Promise<Timed[]> {
  const startS = nowS();
  const answers = requests.map(async (request, index) => {
    await sleep(Math.max(0, 1000 * (startS + request.atS - nowS())));
    return timedChat(url, request, index).catch(() => null);
  });
  const timed = await Promise.all(answers);
  return timed.filter((answer) => answer !== null);
}

/** A chat as its client sees it; null for one that broke off. */
async function timedChat(
  url: string,
  { inputTokens, outputTokens }: TraceRequest,
  seed: number,
): Promise<Timed | null> {
  const messages = [{ role: "user", content: promptOf(inputTokens, seed) }];
  const body = JSON.stringify({ model: MODEL, messages, max_tokens: outputTokens, stream: true });
  const headers = { "content-type": "application/json" };
  const startS = nowS();
  const answer = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body });
  if (!answer.ok) return null;
  let firstS: number | null = null;
  let lastS = startS;
  let tail = "";
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    tail = Buffer.from(bytes).toString().slice(-DONE.length);
    firstS ??= nowS();
    if (tail !== DONE) lastS = nowS();
  }
  if (firstS === null || tail !== DONE) return null;
  return { ttftS: firstS - startS, tpotS: Math.max(0, lastS - firstS) / Math.max(1, outputTokens - 1) };
}

const DONE = "data: [DONE]\n\n";

function nowS(): number {
  return performance.now() / 1000;
}
