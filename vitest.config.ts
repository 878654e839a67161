import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/tally-reporter.ts"],
    testTimeout: 60_000,
  },
});
