import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { QuickFirst } from "./quick-first";

/** What the core is tested by when it is a mutant, but for what takes long and sees little of it. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^\.\/binary$/, replacement: fileURLToPath(new URL("core-binary.ts", import.meta.url)) }],
  },
  test: {
    include: [
      "test/accounting/*.test.ts",
      "test/core/{memory,learned,learned.model,extremes,table,contestants}.test.ts",
      "test/handoff/{pool-restore,window-state,headroom}.test.ts",
      "test/policies/headroom.test.ts",
    ],
    exclude: ["test/accounting/overflow.error.full.test.ts"],
    testTimeout: 60_000,
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    sequence: { sequencer: QuickFirst },
  },
});
