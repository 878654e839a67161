// Runs the tests of the core whenever it is told to, and says which found a fault. It stays, for vitest keeps what it
// has transformed; and it is a process of its own, to be killed when a mutant never ends.
import { readFileSync } from "node:fs";
import { createVitest } from "vitest/node";
import { CORE_FILE, type Told } from "./core-tests";
import { vectorFault } from "./core-vectors";

const vitest = await createVitest("test", {
  config: "test/mutation/core.vitest.config.ts",
  watch: false,
  reporters: [{ onTestCaseResult: () => tell("alive") }],
});

process.on("message", async () => {
  const fault = vectorFault(readFileSync(CORE_FILE), () => tell("alive")) ?? (await testFault());
  tell({ fault });
});
tell("alive");

async function testFault(): Promise<string | null> {
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.start();
  const failed = testModules.find((module) => module.state() === "failed");
  const [test] = failed?.children.allTests("failed") ?? [];
  if (failed) return `${failed.relativeModuleId}: ${test?.fullName}`;
  return unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null;
}

function tell(told: Told): void {
  process.send?.(told);
}
