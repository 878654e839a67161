import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import Fastify from "fastify";
import { Registry } from "prom-client";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { ConfigError } from "../../src/errors";
import { narwhalPlugin } from "../../src/fastify";
import { nodeListener, type RouteOptions, Routes } from "../../src/http";
import { stateSchema } from "../../src/pool/state-schema";
import { collectPoolMetrics } from "../../src/prometheus";
import { serve } from "../metrics/fixtures";
import { poolAt0, view } from "../pool/fixtures";

/** A pool that has decided, and its routes, on one clock. */
function routed(options: RouteOptions = {}) {
  const { pool, clock } = poolAt0();
  for (let second = 1; second <= 20; second += 1) {
    clock.set(second);
    serve(pool);
    pool.pass();
  }
  const registry = new Registry();
  collectPoolMetrics(pool, registry);
  const routes = new Routes(pool, { registry, clock, ...options });
  const get = async (url: string, method = "GET") => {
    const { status, headers, body } = await routes.respond(method, url);
    return { status, headers, body: body.startsWith("{") ? JSON.parse(body) : body };
  };
  return { pool, clock, registry, routes, get };
}

describe("answers", () => {
  it("/narwhal/desired is the desired fleet, with 503 while it is unknown", async () => {
    const { pool, clock, get } = routed();
    const unknown = await get("/narwhal/desired");
    expect(unknown.status).toBe(503);
    expect(unknown.body).toMatchObject({ valid: false, gap: "history_short", engines: null });
    for (let second = 21; second <= 60; second += 1) {
      clock.set(second);
      serve(pool);
      pool.pass();
    }
    const { status, body } = await get("/narwhal/desired");
    const { engines, prefill, decode, roles } = pool.desired();
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, gap: null, engines, prefill, decode, spreads: 3, basis: "demand" });
    expect(body.roles.prefill.engines).toBe(roles?.prefill.engines);
  });

  it("/narwhal/state is the state", async () => {
    const { pool, get } = routed();
    const { status, headers, body } = await get("/narwhal/state");
    expect(status).toBe(200);
    expect(headers).toEqual({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(v.safeParse(stateSchema, body).success).toBe(true);
    expect(body).toEqual(pool.state());
  });

  it("/narwhal/state is made anew after a second, not before", async () => {
    const { pool, clock, get } = routed();
    const state = vi.spyOn(pool, "state");
    for (const [atS, reads] of [
      [20, 1],
      [20.9, 1],
      [21, 2],
      [20, 3],
    ] as const) {
      clock.set(atS);
      await get("/narwhal/state");
      expect(state).toHaveBeenCalledTimes(reads);
    }
  });

  it("/narwhal/decisions gives the newest, with their English", async () => {
    const { pool, get } = routed();
    const { body } = await get("/narwhal/decisions");
    expect(body.decisions.map(({ at }: { at: number }) => at)).toEqual([5, 10, 15, 20]);
    expect(body.decisions.at(-1)).toMatchObject(pool.state().last_decision ?? {});
    expect(body.decisions[0].explanation).toMatch(/^Kept /);
    expect((await get("/narwhal/decisions?limit=1")).body.decisions).toEqual(body.decisions.slice(-1));
  });

  it("/narwhal/what-if scores a fleet that might be", async () => {
    const { pool, get } = routed();
    const { status, body } = await get("/narwhal/what-if?add_decode=2&demand_factor=1.5&ttft_s=3&tpot_s=0.1");
    expect(status).toBe(200);
    const wanted = pool.whatIf({ addDecode: 2, demandFactor: 1.5, slo: { ttftS: 3, tpotS: 0.1 } });
    expect(body).toMatchObject({ prefill: 1, decode: 3 });
    expect(body.scores.map(({ prefill }: { prefill: number }) => prefill)).toEqual([1, 2, 3]);
    expect(body.demand.prefill_engines).toBeCloseTo(wanted.demand.prefillDemand, 6);
  });

  it("/metrics is what the registry gives", async () => {
    const { registry, get } = routed();
    const { status, headers, body } = await get("/metrics");
    expect([status, headers["content-type"]]).toEqual([200, registry.contentType]);
    expect(body).toBe(await registry.metrics());
  });

  it("to HEAD have no body", async () => {
    const { get } = routed();
    expect(await get("/narwhal/state", "HEAD")).toMatchObject({ status: 200, body: "" });
  });
});

describe("refusals", () => {
  it.each([
    ["/", 404],
    ["/narwhal/state/", 404],
    ["//narwhal/state", 404],
    ["", 404],
    ["/narwhal/decisions?limit=0", 400],
    ["/narwhal/decisions?limit=101", 400],
    ["/narwhal/decisions?limit=1.5", 400],
    ["/narwhal/decisions?limit=", 400],
    ["/narwhal/decisions?limit=1&limit=2", 400],
    ["/narwhal/what-if?add_decode=257", 400],
    ["/narwhal/what-if?add_decode=-2", 400],
    ["/narwhal/what-if?add_prefill=0x1", 400],
    ["/narwhal/what-if?demand_factor=-1", 400],
    ["/narwhal/what-if?demand_factor=NaN", 400],
    ["/narwhal/what-if?demand_factor=Infinity", 400],
    ["/narwhal/what-if?ttft_s=0", 400],
    ["/narwhal/what-if?__proto__=1", 400],
    ["/narwhal/what-if?profile=%7B%7D", 400],
    [`/narwhal/state?${"x".repeat(2048)}`, 414],
  ])("of %s", async (url, status) => {
    const { get } = routed();
    const answer = await get(url);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.error)).toEqual(["code", "message"]);
  });

  it("name the field and echo the value", async () => {
    const { get } = routed();
    const { body } = await get("/narwhal/what-if?add_decode=1.5");
    expect(body.error).toEqual({ code: "ERR_NARWHAL_ARGUMENT", message: 'add_decode must be whole, got "1.5"' });
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "get", ""])("of the method %j", async (method) => {
    const { get } = routed();
    expect(await get("/narwhal/state", method)).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  });

  it("of more than 5 what-ifs a second", async () => {
    const { clock, get } = routed();
    const statuses = async (count: number) => {
      const answers = [];
      for (let i = 0; i < count; i += 1) answers.push(await get("/narwhal/what-if"));
      return answers.map(({ status }) => status);
    };
    expect(await statuses(7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    clock.advance(0.25);
    expect(await statuses(2)).toEqual([200, 429]);
    clock.set(0);
    expect(await statuses(1)).toEqual([429]);
    clock.set(3600);
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("keep their limit while the clock tells no time", async () => {
    const { routes, clock } = routed({ readsPerS: 1 });
    const status = async (timeS: number) => {
      clock.set(timeS);
      return (await routes.respond("GET", "/narwhal/what-if")).status;
    };
    expect(await status(20)).toBe(200);
    expect(await status(Number.NaN)).toBe(429);
    expect(await status(20)).toBe(429);
    expect(await status(21)).toBe(200);
    expect(await status(21)).toBe(429);
  });

  it("without a registry there are no metrics", async () => {
    const { pool } = poolAt0();
    const routes = new Routes(pool);
    expect(routes.paths).toEqual(["/narwhal/state", "/narwhal/desired", "/narwhal/decisions", "/narwhal/what-if"]);
    expect((await routes.respond("GET", "/metrics")).status).toBe(404);
  });

  it("of what fails inside tell nothing of it", async () => {
    const { pool } = poolAt0();
    const failing = { metrics: async () => Promise.reject(new Error("secret")), contentType: "text/plain" };
    const answer = await new Routes(pool, { registry: failing }).respond("GET", "/metrics");
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain("secret");
  });

  it.each([{ stateAgeS: -1 }, { stateAgeS: Number.NaN }, { readsPerS: 0 }, { readsPerS: Number.NaN }])(
    "of the option %j",
    (option) => {
      expect(() => new Routes(poolAt0().pool, option)).toThrow(ConfigError);
    },
  );
});

describe("whatever a stranger sends", () => {
  const field = fc.oneof(fc.constantFrom("add_prefill", "add_decode", "demand_factor", "ttft_s", "limit"), fc.string());
  const value = fc.oneof(fc.double().map(String), fc.integer().map(String), fc.string());
  const query = fc
    .array(fc.tuple(field, value), { maxLength: 4 })
    .map((pairs) => new URLSearchParams(pairs).toString());
  const path = fc.oneof(
    fc.constantFrom("/narwhal/state", "/narwhal/decisions", "/narwhal/what-if", "/metrics"),
    fc.string(),
  );

  it("is answered, and changes nothing", async () => {
    const { pool, routes } = routed({ readsPerS: 1e9 });
    const before = view(pool);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("GET", "HEAD", "POST"), path, query, async (method, where, asked) => {
        const { status } = await routes.respond(method, `${where}?${asked}`);
        expect([200, 400, 404, 405, 414]).toContain(status);
        expect(view(pool)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});

describe("in a server of node:http", () => {
  it("answers, and reads no body", async () => {
    const { pool, clock } = poolAt0();
    const server = createServer(nodeListener(pool, { clock }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const status = (method: string, path: string, body?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = httpRequest(
          { port, host: "127.0.0.1", method, path, headers: { "content-length": body?.length ?? 0 } },
          (answer) => {
            answer.resume();
            answer.on("end", () => resolve(answer.statusCode));
          },
        );
        sent.on("error", reject);
        sent.end(body);
      });
    expect(await status("GET", "/narwhal/state", "{".repeat(10_000))).toBe(200);
    expect(await status("POST", "/narwhal/what-if", "{}")).toBe(405);
    expect(await status("GET", "/%00?%ff=%zz")).toBe(404);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("in Fastify", () => {
  const app = async (options: { prefix?: string } = {}) => {
    const { pool, clock, registry } = routed();
    const server = Fastify();
    await server.register(narwhalPlugin, { pool, clock, registry, ...options });
    return { pool, server };
  };

  it.each(["/narwhal/state", "/narwhal/decisions?limit=2", "/narwhal/what-if?add_decode=1", "/metrics"])(
    "%s answers as anywhere",
    async (url) => {
      const { server } = await app();
      const wanted = await routed().routes.respond("GET", url);
      const answer = await server.inject({ method: "GET", url });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe(wanted.headers["content-type"]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      if (url !== "/metrics") expect(answer.body).toBe(wanted.body);
    },
  );

  it("stands under a prefix", async () => {
    const { server } = await app({ prefix: "/internal" });
    const urls = ["/internal/narwhal/what-if?add_decode=1", "/internal/narwhal/what-if?x=1", "/narwhal/state"];
    const statuses = [];
    for (const url of urls) statuses.push((await server.inject({ method: "GET", url })).statusCode);
    expect(statuses).toEqual([200, 400, 404]);
  });

  it("takes no other method, body or header for anything", async () => {
    const { pool, server } = await app();
    const before = view(pool);
    const headers = {
      "content-type": "application/json",
      "x-http-method-override": "DELETE",
      "x-forwarded-for": "::1",
    };
    const strange = [
      { method: "POST", url: "/narwhal/state", payload: '{"__proto__":{"x":1}}', headers },
      { method: "GET", url: "/narwhal/state", payload: "{", headers },
      { method: "DELETE", url: "/narwhal/decisions", headers },
      { method: "GET", url: "/narwhal/what-if?add_decode=1&add_decode=2", headers },
      { method: "GET", url: "/narwhal/what-if?a[b]=1", headers },
    ] as const;
    for (const request of strange) expect((await server.inject(request)).statusCode).toBeLessThan(500);
    expect(view(pool)).toEqual(before);
  });
});
