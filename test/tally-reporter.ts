import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line, `N passed, N failed, N skipped`, that any CI can read. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // What a run that was cut short did not come to is pending: it is reported as skipped.
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that cannot be collected, or a hook that throws, fails beside the tests.
      for (const suite of [module, ...module.children.allSuites()]) counts.failed += suite.errors().length > 0 ? 1 : 0;
    }
    const { passed, failed, skipped, pending } = counts;
    console.log(`${passed} passed, ${failed} failed, ${skipped + pending} skipped`);
    // A run in which nothing passed has shown nothing, whatever vitest makes of it.
    if (passed === 0) process.exitCode = 1;
  }
}
