import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { OutcomeWindow } from "../../src/parts";
import { BUILDS } from "../core/builds";
import { NaiveOutcomes } from "../model/naive-outcomes";
import { timeOf, type When } from "../model/window-cases";

const when: fc.Arbitrary<When> = fc.option(
  fc.record({
    buckets: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -4, max: 3 }) },
      { weight: 2, arbitrary: fc.constantFrom(-50, -12, 12, 50, 1_000_000) },
    ),
    part: fc.constantFrom(0, 0, 0.5),
    ulps: fc.integer({ min: -1, max: 1 }),
  }),
);

const outcomesCase = fc.record({
  bucketS: fc.constantFrom(0.1, 1 / 3, 1, 15),
  buckets: fc.constantFrom(0.5, 1, 3.7, 10),
  startS: fc.constantFrom(0, -7.7, 1.7e9),
  steps: fc.array(fc.record({ clock: when, at: when, since: when, ttftMet: fc.boolean(), tpotMet: fc.boolean() }), {
    maxLength: 40,
    size: "max",
  }),
});

describe.each(BUILDS)("outcome window ($name build)", ({ options }) => {
  it("answers as the naive window does, whatever happens to both", () => {
    fc.assert(
      fc.property(outcomesCase, ({ bucketS, buckets, startS, steps }) => {
        const spec = { bucketS, retainedS: buckets * bucketS };
        const clock = manualClock(startS);
        const outcomes = new OutcomeWindow({ ...spec, clock, ...options });
        const naive = new NaiveOutcomes(spec, clock);
        for (const { clock: to, at, since, ttftMet, tpotMet } of steps) {
          clock.set(timeOf(to, clock.now(), bucketS));
          const atS = timeOf(at, clock.now(), bucketS);
          outcomes.record(ttftMet, tpotMet, atS);
          naive.record(ttftMet, tpotMet, atS);
          const sinceS = timeOf(since, clock.now(), bucketS);
          expect(outcomes.since(sinceS)).toEqual(naive.since(sinceS));
          expect(outcomes.evidence()).toEqual(naive.evidence());
        }
      }),
      { numRuns: 200 },
    );
  });
});
