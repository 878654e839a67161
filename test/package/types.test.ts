import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { node, tool, write } from "./project";

/** Types that had become `any` would leave the directive unused, which is an error. */
const CONSUMER = `
import { createPool, manualClock, NarwhalError, type Pool, TraceError } from "narwhal-slo";
import { DemandWindow } from "narwhal-slo/parts";
import { parseTrace, Simulation, type Trace } from "narwhal-slo/replay";

const clock = manualClock(0);
const window = new DemandWindow({ retainedS: 60, bucketS: 1, clock });
// @ts-expect-error
window.add(["812"]);
export const counted: number = window.count(0);

export const pool: Promise<Pool> = createPool({ slo: { ttftS: 1, tpotS: 0.05 }, clock });
// @ts-expect-error
createPool({ slo: { ttftS: 1 } });

export function replayOn(pool: Pool, text: string): Trace {
  const trace = parseTrace(text);
  // @ts-expect-error
  trace.requests = [];
  new Simulation({ requests: trace.requests, engines: [], clock, open: () => pool.open() }).run();
  return trace;
}

export function lineOf(error: unknown): number | string | undefined {
  if (error instanceof TraceError) return error.line;
  return error instanceof NarwhalError ? error.code : undefined;
}
`;

/** Runs tsc on the consumer as a file of each given name. */
function compile(folder: string, options: object, ...names: readonly string[]): void {
  for (const name of names) write(`${folder}/${name}`, CONSUMER);
  const compilerOptions = { strict: true, noEmit: true, target: "ES2022", types: [], ...options };
  write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: names }));
  node(tool("typescript/bin/tsc"), "-p", folder);
}

const BROWSER = { lib: ["ES2022", "DOM"] };
const NODE = {
  lib: ["ES2022"],
  types: ["node"],
  typeRoots: [dirname(dirname(tool("@types/node/package.json")))],
  // @types/node 20 has no types of WebAssembly.
  skipLibCheck: true,
};

describe("types resolve and hold", () => {
  test.each([
    ["ES and CommonJS modules of Node", { module: "Node16", ...NODE }, ["esm.mts", "cjs.cts"]],
    ["ES and CommonJS modules, the declarations checked too", { module: "Node16", ...BROWSER }, ["esm.mts", "cjs.cts"]],
    [
      "a bundler, under the strictest options",
      { module: "ESNext", moduleResolution: "Bundler", exactOptionalPropertyTypes: true, ...BROWSER },
      ["bundled.ts"],
    ],
  ])("%s", (name, options, files) => {
    expect(() => compile(`types/${name.replace(/\W+/g, "-")}`, options, ...files)).not.toThrow();
  });
});
