import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type EngineResponse, instrument } from "../../src/http";
import { chunk, DONE, finish, opened, passed, text } from "./answered";

describe("responses", () => {
  const servers: { close(): unknown; closeAllConnections(): void }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A server, and when the connection of a request has closed. */
  async function serve(respond: (response: ServerResponse) => void) {
    let closed = 0;
    const server = createServer((_, response) => {
      response.on("close", () => {
        if (!response.writableFinished) closed += 1;
      });
      respond(response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed: () => closed };
  }

  const stream = (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/event-stream" }).write(chunk("a") + chunk("b"));
  const complete = (response: ServerResponse) => {
    stream(response);
    response.end(finish() + DONE);
  };
  const got = (url: string) => new Promise<IncomingMessage>((resolve) => httpRequest(url, resolve).end());
  const kinds: [string, (url: string) => Promise<EngineResponse>][] = [
    ["fetch", (url) => fetch(url)],
    ["node:http", got],
    [
      "undici",
      async (url) => {
        const { statusCode = 0, headers } = await got(url);
        const body = await got(url);
        return { statusCode, headers, body };
      },
    ],
  ];

  it.each(kinds)("of %s are passed on", async (_, open) => {
    const request = opened();
    const { url } = await serve(complete);
    const client = new PassThrough();
    let body = "";
    client.on("data", (part) => {
      body += part;
    });
    await pipeline(instrument(request, await open(url)), client);
    expect(body).toBe(chunk("a") + chunk("b") + finish() + DONE);
    expect(request.state).toBe("completed");
  });

  it.each(kinds)("of %s that break off fail", async (_, open) => {
    const request = opened();
    const { url } = await serve((response) => {
      stream(response);
      setImmediate(() => response.destroy());
    });
    await expect(passed(request, await open(url))).rejects.toThrow();
    expect(request.state).toBe("failed");
  });

  it.each(kinds)(
    "of %s end with the client: the request is cancelled, and the engine's connection closes",
    async (_, open) => {
      const request = opened();
      const { url, closed } = await serve(stream);
      for await (const _part of instrument(request, await open(url))) break;
      expect(request.state).toBe("cancelled");
      await expect.poll(closed, { timeout: 20_000 }).toBeGreaterThan(0);
    },
  );

  it.each(kinds)("of %s end with a client that left before anything was read", async (_, open) => {
    const request = opened();
    const { url, closed } = await serve(stream);
    const client = new PassThrough();
    client.destroy();
    await expect(pipeline(Readable.from(instrument(request, await open(url))), client)).rejects.toThrow();
    expect(request.state).toBe("cancelled");
    await expect.poll(closed, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it("of fetch may have no body", async () => {
    const request = opened();
    const { url } = await serve((response) => response.writeHead(204).end());
    expect(await passed(request, await fetch(url))).toBe("");
    expect(request.state).toBe("failed");
  });

  it.each([
    { statusCode: 200, headers: {}, body: "text" },
    { headers: {}, body: text("a") },
  ])("%j is none", (response) => {
    const message = "response must be a response of fetch, undici or node:http";
    expect(() => instrument(opened(), response as never)).toThrow(message);
  });
});
