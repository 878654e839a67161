import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Accounting, type EngineProfile, manualClock, ProfileSet } from "../../src/index";
import { compare } from "../conformance/compare";
import { BUILDS } from "../core/builds";
import { type AccountStep, accountStep, applyStep, type Pair } from "./account-steps";
import { NaiveAccount } from "./naive-account";
import { NaiveEstimates } from "./naive-estimates";
import { naivePrice } from "./naive-price";
import { anyProfile } from "./profiles";
import { smallConfig } from "./small-config";

/** Prices are asked for again and again, by this and by that fleet, because the core keeps what it can of them. */
type Step = AccountStep | { readonly kind: "learn" } | PriceStep;

interface PriceStep {
  readonly kind: "price";
  readonly fleet: number;
  readonly horizonS: number;
  readonly correction: number;
  readonly tpotSloS: number;
}

const priceStep: fc.Arbitrary<PriceStep> = fc.record({
  kind: fc.constant("price"),
  fleet: fc.nat(),
  horizonS: fc.constantFrom(10, 10, 5, 0.5),
  correction: fc.constantFrom(1, 1, 0.5, 1.3, 2),
  tpotSloS: fc.constantFrom(0.05, 0.05, 0.08),
});

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: accountStep },
    { weight: 2, arbitrary: priceStep },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("learn") }) },
  ),
  { maxLength: 80, size: "max" },
);

/** Some kinds of engines, a few of each. */
const fleet: fc.Arbitrary<readonly EngineProfile[]> = fc
  .array(fc.tuple(anyProfile, fc.integer({ min: 1, max: 3 })), { maxLength: 4 })
  .map((kinds) => kinds.flatMap(([profile, engines]) => new Array<EngineProfile>(engines).fill(profile)));

const priceCase = fc.record({
  maxShapes: fc.constantFrom(2, 4, 128),
  startS: fc.constantFrom(0, -3.3, 1.7e9),
  fleets: fc.array(fleet, { minLength: 1, maxLength: 2 }),
  steps,
});

describe.each(BUILDS)("the price of demand ($name build)", ({ options: { module } }) => {
  it("is that of the naive account, whenever and for whichever fleet it is asked", () => {
    fc.assert(
      fc.property(priceCase, ({ maxShapes, startS, fleets, steps }) => {
        const clock = manualClock(startS);
        const config = smallConfig({ maxShapes });
        const naive = new NaiveAccount(config, clock);
        const pair = { clock, accounting: new Accounting(config, clock, module), naive, offers: [] };
        const sets = fleets.map((profiles) => ({ profiles, set: new ProfileSet(profiles) }));
        let estimates = new NaiveEstimates([]);
        for (const step of steps) {
          if (step.kind === "learn") {
            pair.accounting.learn(clock.now());
            estimates = new NaiveEstimates(naive.observed.cells(clock.now() - 4 * config.windowS));
          } else if (step.kind === "price") {
            comparePrices(pair, estimates, sets[step.fleet % sets.length] as (typeof sets)[number], step);
          } else {
            applyStep(pair, step);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is that of the naive account for more shapes than are remembered", () => {
    const clock = manualClock(0);
    const config = smallConfig({ maxShapes: 1024 });
    const naive = new NaiveAccount(config, clock);
    const pair = { clock, accounting: new Accounting(config, clock, module), naive, offers: [] };
    const below = lehmer();
    for (let i = 0; i < 6000; i += 1) {
      // Many that differ in the input alone, and many in the output alone.
      const [input, requested] = i % 2 === 0 ? [below(8000), below(16)] : [100 * below(16), below(500)];
      applyStep(pair, { kind: "arrive", lengths: { input: 1 + input, requested: 1 + requested, cached: 0 } });
      if (i % 700 === 699) clock.advance(1);
    }
    fc.assert(
      fc.property(fc.array(anyProfile, { minLength: 3, maxLength: 5 }), (profiles) => {
        const asked = { fleet: 0, horizonS: 10, correction: 1, tpotSloS: 0.05 };
        const fleet = { profiles, set: new ProfileSet(profiles) };
        comparePrices(pair, new NaiveEstimates([]), fleet, { kind: "price", ...asked });
      }),
      { numRuns: 5 },
    );
  });
});

function comparePrices(
  { accounting, naive, clock }: Pair,
  estimates: NaiveEstimates,
  { profiles, set }: { readonly profiles: readonly EngineProfile[]; readonly set: ProfileSet },
  step: PriceStep,
): void {
  const got = accounting.price(clock.now(), step.horizonS, set, step.correction, step.tpotSloS);
  expect(compare(got, naivePrice(naive, estimates, profiles, step))).toEqual([]);
  expect(accounting.offeredRanges(clock.now())).toEqual(naive.offeredRanges());
}

/** The minimal standard generator: whole numbers below a limit, the same ones in every run. */
function lehmer(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
