import type { Options } from "tsup";
import { notices } from "./scripts/notices";

/** The command and the page of its HTML report, in one folder: the command puts the page into the report. */
export function commandBundles(outDir: string): Options[] {
  const shared: Options = {
    target: "es2022",
    sourcemap: false,
    clean: false,
    silent: true,
    outDir,
    noExternal: [/.*/],
  };
  return [
    {
      ...shared,
      entry: { cli: "src/cli/main.ts" },
      format: ["esm"],
      platform: "node",
      // Its libraries are bundled into it: users install none of them.
      esbuildPlugins: [notices(`${outDir}/cli.NOTICES.txt`)],
      banner: {
        js: '#!/usr/bin/env node\nimport { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
      },
    },
    {
      ...shared,
      entry: { report: "simulator/report/main.tsx" },
      format: ["iife"],
      platform: "browser",
      minify: true,
      outExtension: () => ({ js: ".js" }),
      esbuildPlugins: [notices(`${outDir}/report.NOTICES.txt`)],
    },
  ];
}

export default commandBundles("build");
