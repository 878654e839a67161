import { defineConfig } from "vitest/config";

export default defineConfig({
  // The example gateway imports the package by its name, and has its sources.
  resolve: { tsconfigPaths: true },
  test: {
    reporters: ["default", "./test/tally-reporter.ts"],
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "source", include: ["test/**/*.test.ts"], exclude: ["test/package/**", "test/browser/**"] },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: "./test/browser/setup.ts",
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          globalSetup: "./test/package/installed-package.ts",
        },
      },
    ],
  },
});
