import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { nodeListener, type RoutedPool, type RouteOptions, Routes } from "../../src/http";
import { poolAt0, view } from "../pool/fixtures";

type Registry = NonNullable<RouteOptions["registry"]>;

function thrower(): never {
  throw new Error("secret");
}

const REGISTRIES: readonly (readonly [string, Partial<Record<keyof Registry, unknown>>])[] = [
  ["throws", { metrics: thrower, contentType: "text/plain" }],
  ["rejects", { metrics: async () => thrower(), contentType: "text/plain" }],
  ["is none", {}],
  ["gives no text", { metrics: async () => Number.NaN, contentType: "text/plain" }],
  ["gives nothing", { metrics: async () => undefined, contentType: "text/plain" }],
  ["has no type", { metrics: async () => "", contentType: Number.NaN }],
];

describe("a registry that", () => {
  it.each(REGISTRIES)("%s is answered with 500, which tells nothing of it", async (_, registry) => {
    const { pool, clock } = poolAt0();
    const before = view(pool);
    const routes = new Routes(pool, { registry: registry as never, clock });
    const { status, body } = await routes.respond("GET", "/metrics");
    expect([status, JSON.parse(body).error.message]).toEqual([500, "the answer could not be made"]);
    expect(view(pool)).toEqual(before);
  });

  it("has a type that no header can be ends no server", async () => {
    const { pool, clock } = poolAt0();
    const registry = { metrics: async () => "x 1", contentType: "text/plain\r\nx-evil: 1" };
    const server = createServer(nodeListener(pool, { registry, clock }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect([await get("/metrics"), await get("/narwhal/state")]).toEqual([500, 200]);
    await new Promise((resolve) => server.close(resolve));
  });

  it("answers after the client has gone, or when the answer has begun, ends no server", async () => {
    const { pool, clock } = poolAt0();
    const listener = nodeListener(pool, { clock });
    const request = { method: "GET", url: "/narwhal/state", resume() {} };
    const response = { writeHead: thrower, end: thrower };
    await expect(listener(request, response)).resolves.toBeUndefined();
  });
});

describe("a pool that", () => {
  const { pool } = poolAt0();
  it.each([
    ["throws", thrower, 500],
    ["gives what is no JSON", () => 5n, 500],
    ["gives a ring", () => Object.assign([0], { 0: globalThis }), 500],
  ])("%s is answered with %s", async (_, state, wanted) => {
    const routed = { ...methods(pool), state } as never as RoutedPool;
    const { status, body } = await new Routes(routed).respond("GET", "/narwhal/state");
    expect(status).toBe(wanted);
    expect(body).not.toContain("secret");
  });

  it("has a clock that fails is no fault of who asks", async () => {
    const { pool: broken } = poolAt0({ clock: { now: () => times.shift() ?? Number.NaN } });
    const { status } = await new Routes(broken).respond("GET", "/narwhal/state");
    expect(status).toBe(500);
  });
  const times = [0];
});

describe("the clock of the routes", () => {
  it.each([
    ["throws", thrower],
    ["says NaN", () => Number.NaN],
    ["says a text", () => "5" as never],
  ])("that %s lets through no more reads than before, and works again after it", async (_, now) => {
    const { pool } = poolAt0();
    let works = false;
    let nowS = 0;
    const routes = new Routes(pool, { readsPerS: 2, clock: { now: () => (works ? nowS : now()) } });
    const read = async () => (await routes.respond("GET", "/narwhal/what-if")).status;
    const three = async () => [await read(), await read(), await read()];
    expect(await three()).toEqual([200, 200, 429]);
    expect((await routes.respond("GET", "/narwhal/state")).status).toBe(200);
    works = true;
    expect(await read()).toBe(429);
    nowS = 1;
    expect(await three()).toEqual([200, 200, 429]);
    works = false;
    expect(await three()).toEqual([429, 429, 429]);
    works = true;
    nowS = 1.5;
    expect(await three()).toEqual([200, 429, 429]);
  });
});

function methods(pool: RoutedPool): RoutedPool {
  return {
    state: () => pool.state(),
    desired: () => pool.desired(),
    newestDecisions: pool.newestDecisions,
    decisionSnapshot: () => pool.decisionSnapshot(),
    whatIf: (options) => pool.whatIf(options),
  };
}
