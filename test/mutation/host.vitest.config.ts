import { defineConfig } from "vitest/config";
import { QuickFirst } from "./quick-first";

/** What `src/control` or `src/fleet` is tested by when it is a mutant, but for what takes long. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  control: [
    "test/control/*.test.ts",
    "test/accounting/score.test.ts",
    "test/hostile/entries.test.ts",
    "test/handoff/pool-restore.test.ts",
  ],
  fleet: [
    "test/fleet/*.test.ts",
    "test/handoff/{pool-restore,headroom}.test.ts",
    "test/control/{headroom,steps,urgent,evidence}.test.ts",
  ],
};

export default defineConfig({
  test: {
    include: [...(TESTS[process.env.PART ?? ""] ?? [])],
    exclude: ["test/control/{properties,cases,schema}.test.ts"],
    testTimeout: 60_000,
    isolate: false,
    sequence: { sequencer: QuickFirst },
  },
});
