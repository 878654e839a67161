import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Accounting, manualClock, ProfileSet } from "../../src/index";
import { compare } from "../conformance/compare";
import { BUILDS } from "../core/builds";
import { accountSteps, applyStep } from "./account-steps";
import { NaiveAccount } from "./naive-account";
import { NaiveEstimates } from "./naive-estimates";
import { naivePrice } from "./naive-price";
import { anyProfile } from "./profiles";
import { smallConfig } from "./small-config";

const priceCase = fc.record({
  maxShapes: fc.constantFrom(2, 4, 128),
  startS: fc.constantFrom(0, -3.3, 1.7e9),
  steps: accountSteps,
  fleet: fc.array(anyProfile, { maxLength: 4 }),
  twins: fc.integer({ min: 1, max: 3 }),
  correction: fc.constantFrom(0.5, 1, 1.3, 2),
});

describe.each(BUILDS)("the price of demand ($name build)", ({ options: { module } }) => {
  it("is that of the naive account, over the window and over a shorter horizon", () => {
    fc.assert(
      fc.property(priceCase, ({ maxShapes, startS, steps, fleet, twins, correction }) => {
        const clock = manualClock(startS);
        const config = smallConfig({ maxShapes });
        const accounting = new Accounting(config, clock, module);
        const naive = new NaiveAccount(config, clock);
        const pair = { clock, accounting, naive, offers: [] };
        for (const step of steps) applyStep(pair, step);

        const nowS = clock.now();
        const profiles = fleet.flatMap((profile) => new Array<typeof profile>(twins).fill(profile));
        const estimates = new NaiveEstimates(naive.observed.cells(nowS - 4 * config.windowS));
        accounting.learn(nowS);
        for (const horizonS of [config.windowS, config.evidenceSpanS, 0.5]) {
          const got = accounting.price(nowS, horizonS, new ProfileSet(profiles), correction);
          expect(compare(got, naivePrice(naive, estimates, horizonS, profiles, correction))).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
