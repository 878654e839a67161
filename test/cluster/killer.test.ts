import fc from "fast-check";
import { test } from "vitest";
import { expectSameAccount, expectSameDecisions } from "./compare-cuts";
import { type Cut, run, startRouters } from "./routers";

const runs = fc.record({
  count: fc.constantFrom(1, 2, 5, 16),
  overflow: fc.constantFrom("spec" as const, "binned" as const),
  windowS: fc.constantFrom(20, 60),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

test("routers decide as one pool does that gets everything", async () => {
  await fc.assert(
    fc.asyncProperty(runs, async ({ count, overflow, windowS, seed }) => {
      const routers = await startRouters(count, { overflow, windowS });
      const cuts = await run(routers, seed, 24);
      expectSameDecisions(cuts);
      expectSameAccount(routers, cuts.at(-1) as Cut);
    }),
    { numRuns: 3 },
  );
});
