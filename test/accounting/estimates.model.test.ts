import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { Accounting } from "../../src/parts";
import { BUILDS } from "../core/builds";
import { NaiveEstimates } from "../model/naive-estimates";
import { NaiveWindow } from "../model/naive-window";
import { smallConfig } from "./small-config";

/** Lengths on both sides of powers of two, few enough to make groups of several completions. */
const input = fc.constantFrom(0, 1, 2, 3, 8, 9, 2 ** 31 + 1, 2 ** 32 - 1);
const requested = fc.constantFrom(0, 1, 3, 5, 7, 8, 2 ** 32 - 1);
const observed = fc.constantFrom(0, 1, 2, 3, 4, 6, 64, 333);

const completions = fc.array(
  fc.record({
    waitedS: fc.constantFrom(0, 0, 0, 0, 0.4, 1, 7, 41),
    value: fc.tuple(input, requested, observed),
    times: fc.integer({ min: 0, max: 4 }),
    asks: fc.boolean(),
  }),
  { maxLength: 40, size: "max" },
);

describe.each(BUILDS)("learned output lengths ($name build)", ({ options: { module } }) => {
  it("are those of the completions written out one by one", () => {
    fc.assert(
      fc.property(fc.constantFrom(3, 8, 128), completions, (maxShapes, completions) => {
        const clock = manualClock(0);
        const config = smallConfig({ maxShapes });
        const accounting = new Accounting(config, clock, module);
        const naive = new NaiveWindow({ retainedS: 40, bucketS: 1, maxShapes, merge: "first" }, clock);
        for (const { waitedS, value, times, asks } of completions) {
          clock.advance(waitedS);
          for (let i = 0; i < times; i += 1) {
            accounting.complete(...value, clock.now());
            naive.add(value);
          }
          if (asks) compareLearned(accounting, naive, clock.now());
        }
        compareLearned(accounting, naive, clock.now());
      }),
      { numRuns: 100 },
    );
  });
});

function compareLearned(accounting: Accounting, completions: NaiveWindow, nowS: number): void {
  const estimates = new NaiveEstimates(completions.cells(nowS - 40));
  const { inForce, ratios, outputs } = estimates;
  expect(accounting.learned(nowS)).toEqual({ inForce, ratios, outputs });
  expect(accounting.learnedStatus(nowS).inForce).toBe(inForce);
  for (const [asked, size] of ASKED) {
    expect(accounting.expectedOutput(size, asked)).toBe(estimates.expectedOutput(size, asked));
  }
}

const ASKED = [0, 1, 3, 7, 8, 2 ** 32 - 1].flatMap((asked) =>
  [0, 2, 9, 2 ** 32 - 1].map((size) => [asked, size] as const),
);
