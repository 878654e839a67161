import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { defineConfig } from "tsup";
import { commandBundles } from "./tsup.command.config";

/** The entries of the package, as `exports` in package.json names them. */
const entries = {
  index: "src/index.ts",
  parts: "src/parts.ts",
  journal: "src/journal-entry.ts",
  replay: "src/replay/index.ts",
  cluster: "src/cluster/index.ts",
  node: "src/node/index.ts",
  schema: "src/schema-entry.ts",
  prometheus: "src/prometheus/index.ts",
  opentelemetry: "src/opentelemetry/index.ts",
  http: "src/http/index.ts",
  fastify: "src/fastify/index.ts",
};

export default defineConfig(() => {
  // Here and not by `clean`: the builds run at once, and none may remove what another wrote.
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist");
  return [
    {
      target: "es2022",
      clean: false,
      silent: true,
      // An entry of its own puts the core into a file that throws nothing: a stack trace never quotes it.
      entry: { ...entries, "core-binary": "src/wasm/binary.ts" },
      // Only the node entry reaches any; a test holds the others to it.
      external: [/^node:/],
      format: ["esm", "cjs"],
      platform: "neutral",
      sourcemap: true,
      // What is marked @internal is for this package alone: no declaration has it.
      dts: { entry: entries, compilerOptions: { stripInternal: true } },
      // The entries share their classes, in both formats, so that `instanceof` holds between them.
      splitting: true,
      // Rollup then writes the CommonJS files; without it tsup would rewrite the syntax of ES2022 in them.
      treeshake: true,
      onSuccess: async () => copyFileSync("build/core.wasm", "dist/core.wasm"),
    },
    ...commandBundles("dist"),
  ];
});
