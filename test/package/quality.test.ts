import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { expect, inject, test } from "vitest";
import { installed, node, project, tool } from "./project";

test("publint has nothing to say", async () => {
  const { buffer } = new Uint8Array(readFileSync(inject("tarball")));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("the types are right for every way to resolve them", () => {
  const attw = join(tool("@arethetypeswrong/cli/package.json"), "../dist/index.js");
  // A .wasm file has no types, and the node10 way knows no exports.
  const options = ["--profile", "node16", "--exclude-entrypoints", "core.wasm", "--no-color"];
  expect(() => node(attw, inject("tarball"), ...options)).not.toThrow();
});

test("it is small", async () => {
  const core = readFileSync(join(installed, "dist/core.wasm")).byteLength;
  // The main entry as a page loads it: bundled and minified, valibot apart.
  const { outputFiles } = await build({
    stdin: { contents: `export * from "narwhal-slo";`, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["valibot"],
  });
  const entry = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength;
  console.log(`core.wasm: ${core} bytes; main entry: ${entry} bytes minified and gzipped`);
  expect(core).toBeLessThanOrEqual(30 * 1024);
  expect(entry).toBeLessThanOrEqual(76_000);
});
