import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { addPeer, node, tool, write } from "./project";

const PEERS = ["prom-client", "@opentelemetry/api", "fastify"];

/** What a user of the entries that stand beside the core does. It is the same in both kinds of module. */
const SCENARIO = `
async function scenario({ createPoolSync, manualClock }, prometheus, opentelemetry, http, fastify, { Registry }) {
  const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, clock: manualClock(0) });
  pool.open();
  const registry = new Registry();
  prometheus.collectPoolMetrics(pool, registry);
  const routes = new http.Routes(pool, { registry });
  const { status, body } = await routes.respond("GET", "/metrics");
  return {
    status,
    opened: body.includes("narwhal_requests_opened_total 1"),
    refused: (await routes.respond("GET", "/narwhal/what-if?add_decode=x")).status,
    plugin: typeof fastify.narwhalPlugin,
    observer: typeof opentelemetry.observePoolMetrics,
  };
}
`;

const EXPECTED = { status: 200, opened: true, refused: 400, plugin: "function", observer: "function" };
const ENTRIES = [
  "narwhal-slo",
  ...["prometheus", "opentelemetry", "http", "fastify"].map((name) => `narwhal-slo/${name}`),
];
const PRINTED = ".then((result) => console.log(JSON.stringify(result)));";

/** Types that had become \`any\` would leave a directive unused, which is an error. */
const CONSUMER = `
import { createPoolSync } from "narwhal-slo";
import { Routes } from "narwhal-slo/http";
import { narwhalPlugin } from "narwhal-slo/fastify";
import { GenAiServerMetrics, observePoolMetrics } from "narwhal-slo/opentelemetry";
import { collectPoolMetrics } from "narwhal-slo/prometheus";
import { metrics } from "@opentelemetry/api";
import Fastify from "fastify";
import { Registry } from "prom-client";

const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 } });
const registry = new Registry();
export const remove: () => void = collectPoolMetrics(pool, registry, { prefix: "x_" });
// @ts-expect-error
collectPoolMetrics(pool, {});
export const routes = new Routes(pool, { registry });
const meter = metrics.getMeter("x");
export const end: () => void = observePoolMetrics(pool, meter);
// @ts-expect-error
new GenAiServerMetrics(meter, { attributes: {} });
export const app = Fastify().register(narwhalPlugin, { pool, registry });
// @ts-expect-error
Fastify().register(narwhalPlugin, { registry });
`;

describe("entries with optional peers", () => {
  test("serve an ES module", () => {
    for (const peer of PEERS) addPeer(peer);
    const imports = [...ENTRIES, "prom-client"].map((name, i) => `import * as m${i} from "${name}";`);
    const file = write("peers.mjs", `${imports.join("\n")}\n${SCENARIO}\nscenario(m0, m1, m2, m3, m4, m5)${PRINTED}`);
    expect(JSON.parse(node(file))).toEqual(EXPECTED);
  });

  test("serve a CommonJS module", () => {
    for (const peer of PEERS) addPeer(peer);
    const required = [...ENTRIES, "prom-client"].map((name) => `require("${name}")`).join(", ");
    const file = write("peers.cjs", `${SCENARIO}\nscenario(${required})${PRINTED}`);
    expect(JSON.parse(node(file))).toEqual(EXPECTED);
  });

  test("have the types of their peers", () => {
    for (const peer of PEERS) addPeer(peer);
    for (const name of ["esm.mts", "cjs.cts"]) write(`types/peers/${name}`, CONSUMER);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "ES2022",
      module: "Node16",
      lib: ["ES2022"],
      types: ["node"],
      typeRoots: [dirname(dirname(tool("@types/node/package.json")))],
      esModuleInterop: true,
      skipLibCheck: true,
    };
    write("types/peers/tsconfig.json", JSON.stringify({ compilerOptions, files: ["esm.mts", "cjs.cts"] }));
    expect(() => node(tool("typescript/bin/tsc"), "-p", "types/peers")).not.toThrow();
  });
});

test.each(["narwhal-slo/http", "narwhal-slo/fastify"])("%s needs no peer at run time", (entry) => {
  const file = write(
    "alone.cjs",
    `
    const { _resolveFilename } = require("node:module");
    require("node:module")._resolveFilename = function (name, ...rest) {
      if (/^(prom-client|@opentelemetry|fastify)/.test(name)) throw new Error("loads " + name);
      return _resolveFilename.call(this, name, ...rest);
    };
    console.log(Object.keys(require("${entry}")).length);`,
  );
  expect(Number(node(file))).toBeGreaterThan(0);
});
