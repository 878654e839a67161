import { copyFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

const shared: Options = { target: "es2022", sourcemap: false, clean: false, silent: true };

export default defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", replay: "src/replay/index.ts" },
    format: ["esm", "cjs"],
    platform: "neutral",
    dts: true,
    onSuccess: async () => copyFileSync("build/core.wasm", "dist/core.wasm"),
  },
  {
    ...shared,
    entry: { cli: "src/cli/main.ts" },
    format: ["esm"],
    platform: "node",
    // The command's libraries are bundled into it (notices in dist/cli.NOTICES.txt): users install none of them.
    noExternal: [/.*/],
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
  },
]);
