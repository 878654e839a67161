import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { describe, expect, it, vi } from "vitest";
import { narwhalPlugin } from "../../src/fastify";
import { nodeListener, type RoutedPool, type RouteOptions, Routes } from "../../src/http";
import { poolAt0 } from "../pool/fixtures";

/** A registry that counts how often its text is made, and gives it when it is told to. */
function slowRegistry() {
  const waiting: (() => void)[] = [];
  const metrics = vi.fn(async () => {
    const number = metrics.mock.calls.length;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return `reads ${number}\n`;
  });
  return { metrics, contentType: "text/plain", answer: () => waiting.shift()?.() };
}

function routed(options: RouteOptions = {}) {
  const { pool, clock } = poolAt0();
  for (let second = 1; second <= 520; second += 1) {
    clock.set(second);
    pool.pass();
  }
  return { pool, clock, routes: new Routes(pool, { clock, ...options }) };
}

describe("reads-of-a-stranger", () => {
  it.each([6, 20, 1000])("Prometheus gets its text, whoever reads %s times a second beside it", async (perS) => {
    const registry = { metrics: vi.fn(async () => "up 1\n"), contentType: "text/plain" };
    const { routes, clock } = routed({ registry });
    for (let n = 0; n < 10 * perS; n += 1) {
      clock.advance(1 / perS);
      const { status, body } = await routes.respond("GET", "/metrics");
      expect([status, body]).toEqual([200, "up 1\n"]);
    }
    expect(registry.metrics.mock.calls.length).toBeLessThanOrEqual(51);
  });

  it("reads of metrics that come while a text is made get the same one", async () => {
    const registry = slowRegistry();
    const { routes, clock } = routed({ registry });
    const reads = Array.from({ length: 50 }, () => routes.respond("GET", "/metrics"));
    clock.advance(60);
    reads.push(routes.respond("GET", "/metrics"));
    registry.answer();
    expect(new Set((await Promise.all(reads)).map(({ body }) => body))).toEqual(new Set(["reads 1\n"]));
    expect((await routes.respond("GET", "/metrics")).body).toBe("reads 1\n");
    clock.advance(0.2);
    const next = routes.respond("GET", "/metrics");
    registry.answer();
    expect((await next).body).toBe("reads 2\n");
  });

  it("a registry that never answers is asked once", async () => {
    const registry = slowRegistry();
    const { routes, clock } = routed({ registry });
    for (let n = 0; n < 100; n += 1) {
      clock.advance(1);
      void routes.respond("GET", "/metrics");
    }
    expect(registry.metrics).toHaveBeenCalledTimes(1);
  });

  it("a registry that fails is asked no more often", async () => {
    const metrics = vi.fn(async () => Promise.reject(new Error("no")));
    const { routes, clock } = routed({ registry: { metrics, contentType: "text/plain" } });
    for (let n = 0; n < 100; n += 1) {
      clock.advance(0.01);
      expect((await routes.respond("GET", "/metrics")).status).toBe(500);
    }
    expect(metrics.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it("the document of a decision is made once", async () => {
    const { pool, clock } = routed();
    let reads = 0;
    const newestDecisions = pool.newestDecisions.map((decision) => ({
      ...decision,
      get reason() {
        reads += 1;
        return decision.reason;
      },
    }));
    const routes = new Routes({ newestDecisions } as never as RoutedPool, { clock });
    const read = async (query = "") => JSON.parse((await routes.respond("GET", `/narwhal/decisions${query}`)).body);
    const { decisions } = await read();
    expect([decisions.length, reads >= 100]).toEqual([100, true]);
    const before = reads;
    expect((await read()).decisions).toEqual(decisions);
    expect((await read("?limit=3")).decisions).toEqual(decisions.slice(-3));
    expect(reads).toBe(before);
  });

  it("the desired fleet is made once a second", async () => {
    const { pool, clock, routes } = routed();
    const desired = vi.spyOn(pool, "desired");
    for (let n = 0; n < 100; n += 1) {
      clock.advance(0.0625);
      await routes.respond("GET", "/narwhal/desired");
    }
    expect(desired.mock.calls.length).toBeLessThanOrEqual(7);
  });

  it.each(["/narwhal/state?x=1", "/narwhal/desired?x=1", "/narwhal/decisions?x=1", "/narwhal/what-if?x=1"])(
    "an unknown field is refused: %s",
    async (url) => {
      expect((await routed().routes.respond("GET", url)).status).toBe(400);
    },
  );
});

describe("head-and-mounts", () => {
  it("HEAD is GET without its body", async () => {
    const { routes } = routed();
    const get = await routes.respond("GET", "/narwhal/state");
    const head = await routes.respond("HEAD", "/narwhal/state");
    const length = String(Buffer.byteLength(get.body));
    expect(head).toEqual({ status: 200, headers: { ...get.headers, "content-length": length }, body: "" });
  });

  it("HEAD of Fastify has the length of GET", async () => {
    const { pool, clock } = routed();
    const server = Fastify();
    await server.register(narwhalPlugin, { pool, clock });
    const [get, head] = await Promise.all(
      (["GET", "HEAD"] as const).map((method) => server.inject({ method, url: "/narwhal/state" })),
    );
    expect(head?.headers["content-length"]).toBe(String(Buffer.byteLength(String(get?.body))));
    expect([head?.statusCode, head?.body]).toEqual([200, ""]);
  });

  it.each([
    ["/metrics", "/", "/metrics"],
    ["/narwhal", "/state", "/narwhal/state"],
    ["/internal", "/narwhal/state?", "/internal/narwhal/state?"],
  ])("a listener that Express mounts at %s answers", async (_, url, originalUrl) => {
    const { pool, clock } = routed();
    const listener = nodeListener(pool, {
      clock,
      registry: { metrics: async () => "up 1", contentType: "text/plain" },
    });
    let status = 0;
    const response = { writeHead: (answered: number) => (status = answered), end() {} };
    await listener({ method: "GET", url, originalUrl, resume() {} }, response);
    expect(status).toBe(200);
  });

  it("node:http sends the length to HEAD", async () => {
    const { pool, clock } = routed();
    const server = createServer(nodeListener(pool, { clock }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const head = await fetch(`http://127.0.0.1:${port}/narwhal/state`, { method: "HEAD" });
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1000);
    await new Promise((resolve) => server.close(resolve));
  });
});
