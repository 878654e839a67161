import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { CompletionClient } from "../../src/measure/completion-client";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

type Answer = (body: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

/** A server with one answer, and a client of it whose clock ticks once a reading. */
async function clientOf(answer: Answer, path = "") {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    answer(JSON.parse(Buffer.concat(parts).toString() || "{}"), response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => server.close());
  ends.push(() => server.closeAllConnections());
  let ticks = 0;
  const now = () => ticks++;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return new CompletionClient({ url, apiKey: "secret", timeoutS: 60, now });
}

const chunk = (text: string, more: object = {}) => `data: ${JSON.stringify({ choices: [{ text }], ...more })}\n\n`;
const usage = (completion: number, cached?: number) =>
  `data: ${JSON.stringify({
    choices: [],
    usage: {
      prompt_tokens: 7,
      completion_tokens: completion,
      ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
    },
  })}\n\ndata: [DONE]\n\n`;

describe("a client of completions", () => {
  it("times the chunks that have tokens", async () => {
    let sent: unknown;
    const client = await clientOf((body, response, { headers }) => {
      sent = [body, headers.authorization];
      response.end(`: alive\n\n${chunk("a")}${chunk("")}${chunk("b")}${chunk("")}${usage(3, 2)}`);
    }, "/v1/");
    expect(await client.complete("m", " ab", 3)).toEqual({
      startS: 0,
      chunksS: [1, 2, 3],
      inputTokens: 7,
      cachedTokens: 2,
      outputTokens: 3,
    });
    const body = { model: "m", prompt: " ab", max_tokens: 3, temperature: 0, stream: true, ignore_eos: true };
    expect(sent).toEqual([{ ...body, min_tokens: 3, stream_options: { include_usage: true } }, "Bearer secret"]);
    expect(client.endsEarly).toBe(false);
  });

  it("does without ignore_eos where the server refuses it, and not where it refuses the rest too", async () => {
    const asked: unknown[] = [];
    const strict = await clientOf((body, response) => {
      asked.push(body.ignore_eos);
      if ("ignore_eos" in body) response.writeHead(400).end("unknown field");
      else response.end(`${chunk("a")}${usage(1)}`);
    });
    expect((await strict.complete("m", " ab", 1)).outputTokens).toBe(1);
    await strict.complete("m", " ab", 1);
    expect(asked).toEqual([true, undefined, undefined]);
    expect(strict.endsEarly).toBe(true);
    const refusing = await clientOf((_, response) => void response.writeHead(400).end("too long"));
    await expect(refusing.complete("m", " ab", 1)).rejects.toThrow(/answered 400 to \/v1\/completions: too long/);
    expect(refusing.endsEarly).toBe(false);
  });

  it("lists models", async () => {
    const client = await clientOf((_, response) => void response.end('{"data":[{"id":"m"},{"id":"n"}]}'));
    expect(await client.models()).toEqual(["m", "n"]);
  });

  it.each<[string, Answer, RegExp]>([
    [
      "no usage",
      (_, response) => response.end(`${chunk("a")}data: [DONE]\n\n`),
      /sends no usage: tokens cannot be counted/,
    ],
    ["an error", (_, response) => response.writeHead(503).end("busy"), /answered 503 to \/v1\/completions: busy/],
    [
      "an error inside a stream",
      (_, response) => response.end('data: {"error":{"code":1}}\n\n'),
      /failed in mid-stream: {"code":1}/,
    ],
    ["an event that is not JSON", (_, response) => response.end("data: {\n\n"), /broke off in mid-stream: /],
    ["an end without an answer", (_, response) => response.destroy(), /does not answer \/v1\/completions: /],
  ])("throws for %s", async (_, answer, message) => {
    const client = await clientOf(answer);
    await expect(client.complete("m", " ab", 2)).rejects.toThrow(message);
  });
});
