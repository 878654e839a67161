import { describe, expect, it } from "vitest";
import { type EngineProfileInput, manualClock } from "../../src/index";
import { Accounting, NO_PROFILES, ProfileSet } from "../../src/parts";
import { Core } from "../../src/wasm/core";
import { GAP_BITS } from "../../src/wasm/price-row";
import type { WindowRegion } from "../../src/wasm/window-region";
import { engineProfile } from "./profiles";
import { smallConfig } from "./small-config";

const START_S = 100;

function account(maxShapes = 128, startS = START_S) {
  const clock = manualClock(startS);
  return { clock, accounting: new Accounting(smallConfig({ maxShapes }), clock) };
}

/** Offers `n` requests at `atS`, sized at once. */
function offer(
  accounting: Accounting,
  n: number,
  atS: number,
  input: number,
  requested?: number,
  cached?: number,
): void {
  const { offers } = accounting;
  for (let i = 0; i < n; i += 1) offers.size(offers.open(atS), atS, input, requested, cached);
}

const set = (...fields: Partial<EngineProfileInput>[]) => new ProfileSet(fields.map((given) => engineProfile(given)));
const ONE = set({});

describe("the price of prefill", () => {
  it("is the offered prefill seconds a second, at the mean of the profiles", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000);
    const nowS = 110;
    expect(accounting.price(nowS, 10, ONE, 1).prefillDemand).toBeCloseTo((10 * 0.1) / 10, 12);
    expect(accounting.price(nowS, 10, set({}, { ttftC: 0.1 }), 1).prefillDemand).toBeCloseTo((10 * 0.15) / 10, 12);
    expect(accounting.price(nowS, 10, set({}, {}, {}, { ttftC: 0.4 }), 1).prefillDemand).toBeCloseTo(0.2, 12);
  });

  it("is that of the tokens that no cache holds; decode has the whole context", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100, 900);
    const { prefillDemand, expectedEngines } = accounting.price(110, 10, ONE, 1);
    expect(prefillDemand).toBeCloseTo((10 * 0.01) / 10, 12);
    expect(expectedEngines).toBeCloseTo(INTERVAL_64 * (100 / 64), 12);
  });
});

describe("the price of prefill beside what is out of the profiles' domain", () => {
  const bounded = set({ prefillMaxTokens: 5000 });
  const work = (accounting: Accounting, horizonS: number, profiles = bounded) => {
    const { prefillDemand, gaps } = accounting.price(105.9, horizonS, profiles, 1);
    expect(gaps).toEqual(["prefill_domain"]);
    return prefillDemand * horizonS;
  };

  it("is of what came since the cut, be that in the bucket of now", () => {
    const { accounting } = account();
    offer(accounting, 1, 105.25, 1000);
    offer(accounting, 1, 105.75, 5001);
    offer(accounting, 1, 105.75, 500);
    expect(work(accounting, 0.5)).toBeCloseTo(0.05, 12);
    expect(work(accounting, 0.8)).toBeCloseTo(0.15, 12);
  });

  it("has every bucket once, as it is now, at the profiles that are in force now", () => {
    const { accounting } = account();
    for (const [atS, input] of [
      [103.25, 1000],
      [103.75, 2000],
      [104.5, 3000],
      [104.5, 5001],
      [105.5, 400],
    ] as const) {
      offer(accounting, 1, atS, input);
    }
    expect(work(accounting, 2.4)).toBeCloseTo(0.2 + 0.3 + 0.04, 12);
    offer(accounting, 1, 104.25, 100);
    expect(work(accounting, 2.4)).toBeCloseTo(0.2 + 0.31 + 0.04, 12);
    offer(accounting, 1, 105.75, 200);
    expect(work(accounting, 2.4)).toBeCloseTo(0.2 + 0.31 + 0.06, 12);
    expect(work(accounting, 2.4, set({ prefillMaxTokens: 2999 }))).toBeCloseTo(0.2 + 0.01 + 0.06, 12);
    expect(work(accounting, 2.4)).toBeCloseTo(0.2 + 0.31 + 0.06, 12);
    expect(work(accounting, 1.5)).toBeCloseTo(0.3 + 0.06, 12);
    expect(work(accounting, 3.4)).toBeCloseTo(0.1 + 0.2 + 0.31 + 0.06, 12);
  });

  it("has no bucket before the cut, where those behind it begin with number 0", () => {
    const { accounting } = account(128, -5);
    for (const [atS, input] of [
      [-2.5, 1000],
      [-0.75, 2000],
      [0.25, 300],
      [1.25, 400],
      [1.25, 5001],
    ] as const) {
      offer(accounting, 1, atS, input);
    }
    const bounded = set({ prefillMaxTokens: 5000 });
    expect(accounting.price(1.75, 3.25, bounded, 1).prefillDemand).toBeCloseTo((0.2 + 0.03 + 0.04) / 3.25, 12);
    expect(accounting.price(1.75, 2.25, bounded, 1).prefillDemand).toBeCloseTo((0.03 + 0.04) / 2.25, 12);
  });
});

/** Seconds of a token step of 64 requests of 1,000 tokens and half of 100 more. */
const INTERVAL_64 = 0.01 + 64 * 1050 * 1e-7;

describe("the price of decode", () => {
  it("is the engines that sustain the offered requests a second inside the measured domain", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    const demand = accounting.price(110, 10, ONE, 1);
    expect(demand.expectedEngines).toBeCloseTo(INTERVAL_64 * (100 / 64), 12);
    expect(demand).toMatchObject({ complete: true, gaps: [], arrivals: 10, decodeDemand: demand.expectedEngines });
  });

  it("grows with the correction, and finds fewer requests in the budget of a token", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    const best = Math.floor((0.05 / 4 - 0.01) / (1050 * 1e-7));
    const intervalS = 4 * (0.01 + best * 1050 * 1e-7);
    expect(accounting.price(110, 10, ONE, 4).expectedEngines).toBeCloseTo(intervalS * (100 / best), 12);
  });

  it("fills an engine whose token interval nothing lengthens, up to the limit itself", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    const flat = set({ tpotSlope: 0, tpotIntercept: 0.05 });
    expect(accounting.price(110, 10, flat, 1).expectedEngines).toBeCloseTo(0.05 * (100 / 64), 12);
  });

  it("is at least what the residents need: the mean of the samples of the window", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    accounting.sampleResidency(9, 94);
    for (const engines of [2, 3, 4]) accounting.sampleResidency(engines, 109);
    expect(accounting.price(110, 10, ONE, 1)).toMatchObject({ residentEngines: 3, decodeDemand: 3 });
    expect(accounting.price(110, 5, ONE, 1)).toMatchObject({ residentEngines: 3, decodeDemand: 3 });
  });

  it("is that of an overflow cohort as it is now: what joined it, what left it, and gone with its bucket", () => {
    const { accounting } = account(1);
    const { offers } = accounting;
    const engines = (nowS: number) => accounting.price(nowS, 10, ONE, 1).expectedEngines;
    const unit = (input: number) => (0.01 + 64 * (input + 50) * 1e-7) * (100 / 64 / 10);
    offer(accounting, 1, 105, 1000, 100);
    const leaving = offers.open(105);
    offers.size(leaving, 105, 2000, 100);
    offer(accounting, 1, 105, 2000, 100);
    expect(engines(110)).toBeCloseTo(unit(1000) + 2 * unit(2000), 12);
    offer(accounting, 1, 105, 2000, 100);
    expect(engines(110)).toBeCloseTo(unit(1000) + 3 * unit(2000), 12);
    offers.reprice(leaving, 110, 1000, 100);
    expect(engines(110)).toBeCloseTo(2 * unit(1000) + 2 * unit(2000), 12);
    // The next second that has the memory of that of 105 s.
    offer(accounting, 1, 116, 1000, 100);
    expect(engines(116)).toBeCloseTo(unit(1000), 12);
  });

  it.each([
    { maxShapes: 128, horizonS: 5 },
    { maxShapes: 128, horizonS: 10 },
    { maxShapes: 1, horizonS: 5 },
    { maxShapes: 1, horizonS: 10 },
  ])("is that of the cells that were last counted into since the cut (%o)", ({ maxShapes, horizonS }) => {
    const { accounting } = account(maxShapes);
    offer(accounting, 1, 105.25, 1000, 100);
    offer(accounting, 2, 105.5, 2000, 100);
    const secondsSince = (cutS: number) =>
      accounting.price(cutS + horizonS, horizonS, ONE, 1).expectedEngines * horizonS;
    const unit = (input: number) => (0.01 + 64 * (input + 50) * 1e-7) * (100 / 64);
    expect(secondsSince(105.25)).toBeCloseTo(unit(1000) + 2 * unit(2000), 12);
    expect(secondsSince(105.5)).toBeCloseTo(2 * unit(2000), 12);
    expect(secondsSince(105.75)).toBe(0);
  });

  it("is that of the outputs that were learned last, though nothing was offered since", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    expect(accounting.price(110, 10, ONE, 1).expectedEngines).toBeCloseTo(INTERVAL_64 * (100 / 64), 12);
    for (let i = 0; i < 3; i += 1) accounting.complete(1000, 100, 50, 105);
    accounting.learn(110);
    const intervalS = 0.01 + 64 * 1025 * 1e-7;
    expect(accounting.price(110, 10, ONE, 1).expectedEngines).toBeCloseTo(intervalS * (50 / 64), 12);
  });

  it("expects of an overflow cohort what it asks for, whatever was learned", () => {
    const { accounting } = account(1);
    for (let i = 0; i < 3; i += 1) accounting.complete(1000, 100, 1, 105);
    accounting.learn(105);
    offer(accounting, 1, 105, 7, 1);
    offer(accounting, 10, 105, 1000, 100);
    const lone = new Accounting(smallConfig(), manualClock(START_S));
    offer(lone, 1, 105, 7, 1);
    const cohort = accounting.price(110, 10, ONE, 1).expectedEngines - lone.price(110, 10, ONE, 1).expectedEngines;
    expect(cohort).toBeCloseTo(INTERVAL_64 * (100 / 64), 12);
  });
});

describe("a demand is incomplete", () => {
  it("for what its span holds, not for what that of an earlier one held", () => {
    const { accounting } = account();
    offer(accounting, 1, 103.5, 1000, 0);
    offer(accounting, 1, 105.5, 1000, 100);
    expect(accounting.price(110, 8, ONE, 1).gaps).toEqual(["output_unknown"]);
    expect(accounting.price(110, 6, ONE, 1)).toMatchObject({ gaps: [], complete: true });
  });

  it("for what its cut leaves in a bucket, not for what an earlier one left there", () => {
    const { accounting } = account();
    offer(accounting, 1, 103.25, 1000, 0);
    offer(accounting, 1, 103.75, 1000, 100);
    expect(accounting.price(110, 7, ONE, 1).gaps).toEqual(["output_unknown"]);
    expect(accounting.price(110, 6.5, ONE, 1)).toMatchObject({ gaps: [], complete: true });
  });

  it("without profiles: then nothing that was offered has a price", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 0);
    accounting.sampleResidency(2, 105);
    expect(accounting.price(110, 10, NO_PROFILES, 1)).toEqual({
      prefillDemand: 0,
      decodeDemand: 2,
      residentEngines: 2,
      expectedEngines: 0,
      arrivals: 10,
      outputObservations: 0,
      complete: false,
      gaps: ["no_profiles"],
    });
  });

  it("in a core that was never told of profiles", () => {
    const spec = { retainedS: 10, bucketS: 1, maxShapes: 4, merge: "max" } as const;
    const core = new Core({ windows: [spec, { ...spec, merge: "expected" }, spec] }, 0, 2 ** 20);
    const [arrivals, expected, unsized] = core.windows as [WindowRegion, WindowRegion, WindowRegion];
    arrivals.add(1000, 0, 0, 1, 1);
    expected.add(1000, 100, 0, 1, 1);
    const inputs = { cutS: 0, spanS: 2, nowS: 2, tpotSloS: 0.05, correction: 1 };
    expect(core.price({ arrivals, expected, unsized }, inputs)).toEqual({
      prefillDemand: 0,
      expectedEngines: 0,
      gaps: GAP_BITS.no_profiles,
    });
  });

  it("while an offer is pending, however old", () => {
    const { accounting } = account();
    const open = accounting.offers.open(START_S);
    expect(accounting.price(150, 10, ONE, 1)).toMatchObject({ arrivals: 1, gaps: ["pending"] });
    accounting.offers.size(open, 150, 1000, 100);
    expect(accounting.price(150, 10, ONE, 1)).toMatchObject({ arrivals: 0, gaps: [], complete: true });
  });

  it("while an offer that was lost unsized is inside the horizon", () => {
    const { accounting } = account();
    accounting.offers.lose(accounting.offers.open(103.5), 104);
    expect(accounting.price(110, 10, ONE, 1)).toMatchObject({ arrivals: 1, gaps: ["unsized"] });
    expect(accounting.price(110, 5, ONE, 1)).toMatchObject({ arrivals: 1, gaps: [] });
    expect(accounting.price(115, 10, ONE, 1)).toMatchObject({ arrivals: 0, gaps: [] });
  });

  const cases: [gap: string, requested: number, bound: Partial<EngineProfileInput>][] = [
    ["prefill_domain", 100, { prefillMaxTokens: 999 }],
    ["output_unknown", 0, {}],
    ["decode_domain", 100, { decodeMaxOutputTokens: 99 }],
    ["decode_domain", 100, { decodeMinOutputTokens: 101 }],
    ["decode_domain", 100, { decodeMaxKvTokens: 1049 }],
    ["decode_domain", 100, { decodeMinKvTokens: 64 * 1050 + 1 }],
    ["decode_domain", 100, { decodeMinRequests: 2, decodeMaxKvTokens: 2 * 1050 - 1 }],
    ["decode_domain", 100, { tpotSlope: 0, tpotIntercept: 0.0501 }],
    ["decode_domain", 100, { tpotSlope: 0, tpotIntercept: 0 }],
    ["decode_domain", 100, { tpotIntercept: 0.05 }],
  ];

  it.each(cases)("by %s, where %d tokens are asked of a profile with %o; that request adds nothing", (...given) => {
    const [gap, requested, bound] = given;
    const { accounting } = account();
    offer(accounting, 1, 105, 1000, requested);
    const { gaps, complete, prefillDemand, expectedEngines } = accounting.price(110, 10, set(bound), 1);
    expect({ gaps, complete }).toEqual({ gaps: [gap], complete: false });
    expect(gap === "prefill_domain" ? prefillDemand : expectedEngines).toBe(0);
  });

  it("by one profile that does not cover an input; the other inputs keep their price", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000);
    offer(accounting, 1, 105, 2000);
    const demand = accounting.price(110, 10, set({}, { prefillMaxTokens: 1999 }), 1);
    expect(demand.gaps).toEqual(["prefill_domain"]);
    expect(demand.prefillDemand).toBeCloseTo(0.1, 12);
  });

  it("but not by one profile that cannot decode a shape, while another can", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    const half = accounting.price(110, 10, set({}, { decodeMaxOutputTokens: 99 }), 1);
    expect(half.complete).toBe(true);
    expect(half.expectedEngines).toBeCloseTo(2 * INTERVAL_64 * (100 / 64), 12);
  });

  it("but not by the least batch that was measured, be it of requests or of tokens", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    for (const least of [{ decodeMinKvTokens: 64 * 1050 }, { decodeMinRequests: 64 }]) {
      const { expectedEngines } = accounting.price(110, 10, set(least), 1);
      expect(expectedEngines).toBeCloseTo(INTERVAL_64 * (100 / 64), 12);
    }
    const two = { decodeMinRequests: 2, decodeMaxKvTokens: 2 * 1050 };
    expect(accounting.price(110, 10, set(two), 1).expectedEngines).toBeCloseTo((0.01 + 2100e-7) * (100 / 2), 12);
  });

  it("nor by one whose token interval is 0: it counts for nothing", () => {
    const { accounting } = account();
    offer(accounting, 10, 105, 1000, 100);
    const half = accounting.price(110, 10, set({}, { tpotSlope: 0, tpotIntercept: 0 }), 1);
    expect(half.complete).toBe(true);
    expect(half.expectedEngines).toBeCloseTo(2 * INTERVAL_64 * (100 / 64), 12);
  });

  it("by an open-ended request in an overflow cohort, whatever was learned", () => {
    const { accounting } = account(1);
    accounting.complete(1000, 0, 100, 105);
    accounting.learn(105);
    offer(accounting, 1, 105, 1000, 0);
    expect(accounting.price(110, 10, ONE, 1).gaps).toEqual([]);
    offer(accounting, 1, 105, 1001, 0);
    expect(accounting.price(110, 10, ONE, 1).gaps).toEqual(["output_unknown"]);
  });
});

describe("the span of a price", () => {
  it("is the time since the start, but no less than a step and no more than the horizon", () => {
    const { accounting } = account();
    offer(accounting, 1, 101, 1000);
    const spanS = (nowS: number, horizonS: number) => 0.1 / accounting.price(nowS, horizonS, ONE, 1).prefillDemand;
    expect(spanS(101, 10)).toBeCloseTo(2, 12);
    expect(spanS(103, 10)).toBeCloseTo(3, 12);
    expect(spanS(111, 10)).toBeCloseTo(10, 12);
    expect(spanS(103, 2.5)).toBeCloseTo(2.5, 12);
    expect(spanS(101, 1)).toBeCloseTo(1, 12);
  });

  it("cuts demand at the horizon, but counts arrivals and completions of the window", () => {
    const { accounting } = account();
    offer(accounting, 4, 102.5, 1000, 100);
    offer(accounting, 1, 108.5, 1000, 100);
    accounting.complete(1000, 100, 50, 75);
    const counts = { arrivals: 5, outputObservations: 1 };
    const long = accounting.price(110, 10, ONE, 1);
    const short = accounting.price(110, 5, ONE, 1);
    expect(long).toMatchObject(counts);
    expect(short).toMatchObject(counts);
    expect(long.prefillDemand).toBeCloseTo(0.5 / 10, 12);
    expect(short.prefillDemand).toBeCloseTo(0.1 / 5, 12);
  });
});

describe("cases from the field", () => {
  it("prices what was offered lately alone (stale-prompts)", () => {
    const { accounting } = account();
    offer(accounting, 50, START_S, 32_000, 100);
    offer(accounting, 20, 700, 100, 100);
    const demand = accounting.price(705, 10, ONE, 1);
    expect(demand).toMatchObject({ arrivals: 20, complete: true });
    expect(demand.prefillDemand).toBeCloseTo((20 * 0.01) / 10, 12);
  });

  it("counts what is offered, not what completes (completed-is-not-offered)", () => {
    const { accounting } = account();
    for (let second = 0; second < 10; second += 1) {
      offer(accounting, 10, START_S + second, 1000, 100);
      for (let i = 0; i < 2; i += 1) accounting.complete(1000, 100, 100, START_S + second);
    }
    expect(accounting.price(109, 10, ONE, 1).arrivals / 10).toBe(10);
  });
});
