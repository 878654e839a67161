import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line, `N passed, N failed, N skipped`, that any CI can read. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that cannot be collected has no tests to fail.
      if (module.state() === "failed" && counts.failed === before) counts.failed += 1;
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
