import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { Accounting, scoreSplit } from "../../src/parts";
import { compare } from "../conformance/compare";
import { BUILDS } from "../core/builds";
import { naiveScore } from "../model/naive-score";
import { anySnapshot } from "../model/snapshots";
import { smallConfig } from "./small-config";

const scoreOptions = fc.record({
  decodeOverride: fc.constantFrom(null, 0, 0.5, 5),
  includeResident: fc.boolean(),
});

describe.each(BUILDS)("split scores ($name build)", ({ options: { module } }) => {
  it("are those of the naive score, for every split", () => {
    const accounting = new Accounting(smallConfig(), manualClock(0), module);
    fc.assert(
      fc.property(anySnapshot, scoreOptions, ({ snapshot, profiles }, options) => {
        const engines = snapshot.prefillEngines + snapshot.decodeEngines;
        for (let prefill = 0; prefill <= engines; prefill += 1) {
          const got = scoreSplit(accounting, snapshot, prefill, options);
          expect(compare(got, naiveScore(snapshot, profiles, prefill, options))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([1023, 1024, 1025, 3000])("count %d pending shapes", (shapes) => {
    const accounting = new Accounting(smallConfig(), manualClock(0), module);
    fc.assert(
      fc.property(anySnapshot, ({ snapshot: some, profiles }) => {
        const [shape = [500, 90, 500]] = some.pendingShapes;
        const pendingShapes = Array.from({ length: shapes }, (_, i) => [shape[0] + i, shape[1], shape[2]] as const);
        const snapshot = { ...some, pendingShapes };
        expect(compare(scoreSplit(accounting, snapshot, 1), naiveScore(snapshot, profiles, 1))).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });
});
