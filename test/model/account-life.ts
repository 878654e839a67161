import fc from "fast-check";
import { type Config, type EngineProfile, resolveConfig } from "../../src/index";
import { anyProfile } from "../accounting/profiles";
import { type When, when } from "./window-cases";

/** All that can happen to an account. `which` counts the offers so far from the youngest, modulo their number. */
export type LifeStep =
  | { readonly kind: "clock"; readonly to: When }
  | { readonly kind: "jump"; readonly seconds: number }
  | { readonly kind: "open"; readonly at: When }
  /** Offers of so many shapes in a row, each sized at once. */
  | { readonly kind: "arrive"; readonly at: When; readonly lengths: Lengths; readonly shapes: number }
  | { readonly kind: "size"; readonly which: number; readonly lengths: Lengths }
  | { readonly kind: "lose" | "invalidate"; readonly which: number }
  | { readonly kind: "complete"; readonly lengths: Lengths; readonly observed: number; readonly shapes: number }
  | { readonly kind: "sample"; readonly engines: number }
  | { readonly kind: "outcome"; readonly ttftMet: boolean; readonly tpotMet: boolean; readonly at: When }
  | { readonly kind: "risk"; readonly name: string; readonly at: When }
  | { readonly kind: "handoff" }
  | Question;

/** What is asked about, besides all that needs no argument. */
export interface Question {
  readonly kind: "ask";
  /** Whether output lengths are learned anew before. */
  readonly learns: boolean;
  readonly fleet: number;
  /** The horizon, as a share of the window. */
  readonly horizon: number;
  readonly correction: number;
  readonly tpotSloS: number;
  readonly since: When;
}

/** Lengths by their number among those of the life. */
export interface Lengths {
  readonly input: number;
  /** undefined: not known; null: open-ended. */
  readonly requested: number | null | undefined;
  readonly cached: number;
}

/** An account, and all that happens to it. */
export interface AccountLife {
  readonly config: Config;
  readonly startS: number;
  /** How many lengths there are. */
  readonly lengths: number;
  readonly fleets: readonly (readonly EngineProfile[])[];
  readonly steps: readonly LifeStep[];
}

const DAY_S = 86_400;

const NOW: fc.Arbitrary<When> = fc.constant(null);
const near = when(fc.integer({ min: -3, max: 1 }));
const late = when(fc.integer({ min: -140, max: 0 }));
const at = fc.oneof(
  { weight: 6, arbitrary: NOW },
  { weight: 3, arbitrary: near },
  { weight: 1, arbitrary: late },
  { weight: 1, arbitrary: when(fc.constantFrom(2, 9)) },
);
const clockTo = fc.oneof(
  { weight: 3, arbitrary: NOW },
  { weight: 12, arbitrary: when(fc.integer({ min: 0, max: 2 })) },
  { weight: 2, arbitrary: near },
  { weight: 1, arbitrary: when(fc.constantFrom(-40, 12, 40, 130)) },
);

const place = fc.oneof({ weight: 2, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(9_999) });
const lengths: fc.Arbitrary<Lengths> = fc.record({
  input: place,
  requested: fc.oneof({ weight: 4, arbitrary: place }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) }),
  cached: fc.constantFrom(0, 0, 0, 1),
});
const shapes = fc.oneof(
  { weight: 60, arbitrary: fc.constant(1) },
  { weight: 20, arbitrary: fc.integer({ min: 2, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 1500 }) },
);
const which = fc.oneof(fc.nat(4), fc.nat());

const kind = <const Kind extends string>(name: Kind) => fc.constant(name);
const step: fc.Arbitrary<LifeStep> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ kind: kind("clock"), to: clockTo }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("jump"), seconds: fc.constantFrom(DAY_S, DAY_S, 3600, -3600) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind("open"), at }) },
  { weight: 24, arbitrary: fc.record({ kind: kind("arrive"), at, lengths, shapes }) },
  { weight: 30, arbitrary: fc.record({ kind: kind("size"), which, lengths }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("lose", "invalidate"), which }) },
  { weight: 24, arbitrary: fc.record({ kind: kind("complete"), lengths, observed: place, shapes }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("sample"), engines: fc.constantFrom(0, 0.25, 1.5, 7) }) },
  { weight: 8, arbitrary: fc.record({ kind: kind("outcome"), ttftMet: fc.boolean(), tpotMet: fc.boolean(), at }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("risk"), name: fc.constantFrom("first_token_timeout", "own"), at }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("handoff") }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: kind("ask"),
      learns: fc.boolean(),
      fleet: fc.nat(1),
      horizon: fc.constantFrom(1, 1, 0.5, 0.04),
      correction: fc.constantFrom(1, 1, 0.5, 1.3),
      tpotSloS: fc.constantFrom(0.05, 0.05, 0.08),
      since: fc.oneof(near, late),
    }),
  },
);

/** Buckets of 10 ms to 1 s, the widest that an account has; of outcomes, to 60 s. */
const config: fc.Arbitrary<Config> = fc
  .record({
    bucketS: fc.constantFrom(0.01, 0.1, 1 / 3, 1),
    buckets: fc.constantFrom(1, 2.5, 7, 30),
    span: fc.constantFrom(0.5, 1),
    monitorIntervalS: fc.constantFrom(0.01, 1 / 3, 1, 60),
    maxShapes: fc.constantFrom(1, 2, 3, 16, 128, 1024),
    unsizedTolerance: fc.constantFrom(0, 0, 0.3),
    timeoutBuckets: fc.constantFrom(0, 0, 1.5),
    evidenceMinArrivals: fc.constantFrom(0, 2),
  })
  .map(({ bucketS, buckets, span, timeoutBuckets, ...fields }) => {
    const windowS = buckets * bucketS;
    const evidence = { evidenceSpanS: span * windowS, evidenceMaxSpanS: windowS };
    const own = { windowS, stepS: bucketS, offerTimeoutS: timeoutBuckets * bucketS };
    return resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, ...fields, ...evidence, ...own });
  });

/** Some kinds of engines, a few of each. */
const fleet: fc.Arbitrary<readonly EngineProfile[]> = fc
  .array(fc.tuple(anyProfile, fc.integer({ min: 1, max: 3 })), { maxLength: 4 })
  .map((kinds) => kinds.flatMap(([profile, engines]) => new Array<EngineProfile>(engines).fill(profile)));

/** Lives of so many steps at most. */
export function accountLife(maxSteps: number): fc.Arbitrary<AccountLife> {
  return fc.record({
    config,
    startS: fc.constantFrom(0, -3.3, 1.7e9, 1_700_000_000.123),
    lengths: fc.constantFrom(1, 4, 60, 10_000),
    fleets: fc.array(fleet, { minLength: 1, maxLength: 2 }),
    steps: fc.array(step, { minLength: 1, maxLength: maxSteps, size: "max" }),
  });
}
