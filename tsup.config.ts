import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { defineConfig, type Options } from "tsup";
import { notices } from "./scripts/notices";

const shared: Options = { target: "es2022", sourcemap: false, clean: false, silent: true };

export default defineConfig(() => {
  // Here and not by `clean`: the two builds run at once, and neither may remove what the other wrote.
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist");
  return [
    {
      ...shared,
      entry: {
        index: "src/index.ts",
        replay: "src/replay/index.ts",
        node: "src/node/index.ts",
        schema: "src/schema-entry.ts",
        prometheus: "src/prometheus/index.ts",
        opentelemetry: "src/opentelemetry/index.ts",
        http: "src/http/index.ts",
        fastify: "src/fastify/index.ts",
      },
      // Only the node entry reaches any; a test holds the others to it.
      external: [/^node:/],
      format: ["esm", "cjs"],
      platform: "neutral",
      dts: true,
      // The entries share their classes, in both formats, so that `instanceof` holds between them.
      splitting: true,
      // Rollup then writes the CommonJS files; without it tsup would rewrite the syntax of ES2022 in them.
      treeshake: true,
      // Names stay as they are: stack traces and profilers show them.
      minifySyntax: true,
      minifyWhitespace: true,
      esbuildPlugins: [notices("dist/replay.NOTICES.txt")],
      onSuccess: async () => copyFileSync("build/core.wasm", "dist/core.wasm"),
    },
    {
      ...shared,
      entry: { cli: "src/cli/main.ts" },
      format: ["esm"],
      platform: "node",
      // The command's libraries are bundled into it: users install none of them.
      noExternal: [/.*/],
      esbuildPlugins: [notices("dist/cli.NOTICES.txt")],
      banner: {
        js: '#!/usr/bin/env node\nimport { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
      },
    },
    {
      ...shared,
      // The page of `replay --html`: the command puts both files into the report.
      entry: { report: "simulator/report/main.tsx" },
      format: ["iife"],
      platform: "browser",
      noExternal: [/.*/],
      minify: true,
      outExtension: () => ({ js: ".js" }),
      esbuildPlugins: [notices("dist/report.NOTICES.txt")],
    },
  ];
});
