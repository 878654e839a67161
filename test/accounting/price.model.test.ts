import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProfileSet } from "../../src/parts";
import { compare } from "../conformance/compare";
import { BUILDS } from "../core/builds";
import { AccountPair } from "../model/account-pair";
import { naivePrice } from "../model/naive-price";
import { anyProfile } from "./profiles";
import { smallConfig } from "./small-config";

describe.each(BUILDS)("the price of demand ($name build)", ({ options: { module } }) => {
  it("is that of the naive account for more shapes than are remembered", () => {
    const pair = new AccountPair(
      { config: smallConfig({ maxShapes: 1024 }), startS: 0, lengths: 10_000, fleets: [] },
      module,
    );
    const { accounting, naive, clock, estimates } = pair;
    const below = lehmer();
    for (let i = 0; i < 6000; i += 1) {
      // Many that differ in the input alone, and many in the output alone.
      const [input, requested] = i % 2 === 0 ? [below(8000), below(16)] : [100 * below(16), below(500)];
      pair.apply({ kind: "arrive", at: null, lengths: { input, requested, cached: 0 }, shapes: 1 });
      if (i % 700 === 699) clock.advance(1);
    }
    fc.assert(
      fc.property(fc.array(anyProfile, { minLength: 3, maxLength: 5 }), (profiles) => {
        const got = accounting.price(clock.now(), 10, new ProfileSet(profiles), 1);
        const asked = { horizonS: 10, correction: 1, tpotSloS: 0.05 };
        expect(compare(got, naivePrice(naive, estimates, profiles, asked))).toEqual([]);
        expect(accounting.offeredRanges(clock.now())).toEqual(naive.offeredRanges());
      }),
      { numRuns: 5 },
    );
  });
});

/** The minimal standard generator: whole numbers below a limit, the same ones in every run. */
function lehmer(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
