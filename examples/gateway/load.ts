import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";

export interface LoadOptions {
  readonly url: string;
  readonly requestsPerS: number;
  readonly signal: AbortSignal;
}

/** Sends chats with the official client, at an even rate, until it is told to stop; every eighth client goes away. */
export async function drive({ url, requestsPerS, signal }: LoadOptions): Promise<void> {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  const running = new Set<Promise<void>>();
  for (let sent = 0; !signal.aborted; sent += 1) {
    const chat = send(client, sent).finally(() => running.delete(chat));
    running.add(chat);
    await sleep(1000 / requestsPerS, undefined, { signal }).catch(() => {});
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
    // What the gateway refuses or loses is in its accounts.
  }
}
