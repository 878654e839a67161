import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { createPoolSync, manualClock } from "../src/index";
import { Accounting } from "../src/parts";
import { ENGINES, fleetOf } from "./fleets";
import { DEFAULTS } from "./full-account";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The core's memory; it never changes. */
export const memoryBytes = (config = DEFAULTS) => new Accounting(config, manualClock(0)).memoryBytes;

/** The first pool of this process: it compiles the core, and all code is cold. */
export function createFirstPoolMs(): number {
  return createPoolMs();
}

/** A pool in a process that has made some before. */
export function createWarmPoolMs(): number {
  const times = Array.from({ length: 40 }, createPoolMs).slice(20);
  return times.sort((a, b) => a - b)[10] as number;
}

function createPoolMs(): number {
  const engines = fleetOf(ENGINES);
  const startMs = performance.now();
  createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines });
  return performance.now() - startMs;
}

export const wasmBytes = () => statSync(`${root}/build/core.wasm`).size;

/** The main entry as a page loads it: bundled and minified, valibot apart. */
export function entryGzipBytes(): number {
  const { outputFiles } = buildSync({
    entryPoints: [`${root}/src/index.ts`],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["valibot"],
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength;
}
