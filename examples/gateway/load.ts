import OpenAI from "openai";
import { SYSTEM_TIMER } from "./timer";

export interface LoadOptions {
  readonly url: string;
  readonly requestsPerS: number;
  readonly signal: AbortSignal;
}

/** The official client, which tries nothing again. */
export function clientOf(url: string): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
}

/**
 * Sends chats at an even rate until it is stopped; every eighth client goes away. What was not sent while the machine
 * stood still is not sent later.
 *
 * @returns when the last chat has ended
 */
export async function drive({ url, requestsPerS, signal }: LoadOptions): Promise<void> {
  const client = clientOf(url);
  const running = new Set<Promise<void>>();
  const { nowMs, until } = SYSTEM_TIMER;
  let nextMs = nowMs();
  for (let sent = 0; !signal.aborted; sent += 1) {
    const chat = send(client, sent).finally(() => running.delete(chat));
    running.add(chat);
    nextMs = Math.max(nextMs + 1000 / requestsPerS, nowMs());
    await until(nextMs, signal).catch(() => {});
  }
  await Promise.all(running);
}

async function send(client: OpenAI, index: number): Promise<void> {
  const content = "The narwhal dives. ".repeat(50 + ((index * 37) % 900));
  const leaves = index % 8 === 7;
  try {
    const stream = await client.chat.completions.create({
      model: "narwhal",
      messages: [{ role: "user", content }],
      max_tokens: 20 + (index % 80),
      stream: true,
    });
    let tokens = 0;
    for await (const _ of stream) {
      tokens += 1;
      if (leaves && tokens > 5) return stream.controller.abort();
    }
  } catch {
    // Requests that the gateway refuses or loses are in its accounts.
  }
}
