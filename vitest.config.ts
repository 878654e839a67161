import { defineConfig } from "vitest/config";

/** Tests that take long or need servers, tools or processes: they run in `npm run test:all` only. */
const FULL = "test/**/*.full.test.ts";

/** Tests that replace a module of Node: each file needs a process of its own. */
const ISOLATED = "test/**/*.isolated.test.ts";

const APART = ["**/node_modules/**", "test/package/**", "test/browser/**"];

/** What the tests run: the core with its assertions, and the command. */
const BUILT = "./test/built.ts";

export default defineConfig({
  // The example gateway imports the package by its name, and has its sources.
  resolve: { tsconfigPaths: true },
  test: {
    reporters: ["agent", "./test/tally-reporter.ts"],
    // A test ends by itself. The bound is there for one that hangs, and holds on a machine that is much slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    pool: "threads",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...APART, FULL, ISOLATED],
          isolate: false,
          globalSetup: BUILT,
        },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], exclude: APART } },
      { extends: true, test: { name: "full", include: [FULL], exclude: APART, globalSetup: BUILT } },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/*.test.ts"],
          globalSetup: "./test/browser/setup.ts",
          expect: { poll: { timeout: 300_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: "package",
          include: ["test/package/*.test.ts"],
          globalSetup: "./test/package/installed-package.ts",
        },
      },
    ],
  },
});
