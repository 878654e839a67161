import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { Accounting, NO_PROFILES, ProfileSet } from "../../src/parts";
import { engineProfile } from "./profiles";
import { smallConfig } from "./small-config";

const account = () => new Accounting(smallConfig(), manualClock(0));
const noLength = (field: string) => `${field} must be a whole number of tokens, 0 .. 4294967295, got -1`;

describe("an account", () => {
  it("tells what its five windows hold", () => {
    const accounting = account();
    const { offers } = accounting;
    offers.size(offers.open(0), 0, 100, 64);
    offers.size(offers.open(0), 0, 100);
    offers.lose(offers.open(0), 0);
    offers.open(0);
    accounting.complete(100, 64, 30, 0);
    accounting.sampleResidency(1.5, 0);
    const shared = {
      bucketS: 1,
      retainedS: 10,
      cellLimit: 11 * 129,
      cells: 1,
      observations: 1,
      overflowObservations: 0,
      recorded: 1,
      refused: 0,
      expired: 0,
    };
    expect(accounting.history(0)).toEqual({
      arrivals: { ...shared, observations: 2, recorded: 2 },
      expectedDecode: shared,
      observedDecode: { ...shared, retainedS: 40, cellLimit: 41 * 129 },
      residency: shared,
      unsized: { ...shared, cellLimit: 11 * 2 },
      pending: 1,
    });
  });

  it("has buckets as narrow as its step and its evidence ask for", () => {
    const narrow = { stepS: 0.25, evidenceSpanS: 5 };
    const bucketS = (fields: object) => new Accounting(smallConfig(fields), manualClock(0)).history(0).arrivals.bucketS;
    expect(bucketS(narrow)).toBe(0.25);
    expect(bucketS({ ...narrow, evidenceSpanS: 0.2 })).toBe(0.2);
    expect(bucketS({})).toBe(1);
  });

  it("keeps outcomes for four windows in buckets of a monitoring interval", () => {
    const accounting = new Accounting(smallConfig({ monitorIntervalS: 0.5 }), manualClock(0));
    expect(accounting.outcomes.evidence()).toMatchObject({ bucketS: 0.5, retainedS: 40 });
  });

  it("takes -0 engines for 0", () => {
    const accounting = account();
    accounting.sampleResidency(0, 0);
    accounting.sampleResidency(-0, 0);
    expect(accounting.history(0).residency).toMatchObject({ cells: 1, observations: 2 });
  });

  it("takes an overflow of residency samples at the largest", () => {
    const accounting = new Accounting(smallConfig({ maxShapes: 1 }), manualClock(0));
    for (const engines of [1, 2.5, 5, 3]) accounting.sampleResidency(engines, 0);
    expect(accounting.price(0, 10, NO_PROFILES, 1).residentEngines).toBe((1 + 3 * 5) / 4);
  });

  it("ranges offered lengths over the window, open-ended requests left out of the outputs", () => {
    const accounting = account();
    const { offers } = accounting;
    offers.size(offers.open(0), 0, 9999, 9999);
    for (const [input, requested] of [
      [300, 5],
      [100, 0],
      [200, 50],
    ] as const) {
      offers.size(offers.open(5), 5, input, requested);
    }
    expect(accounting.offeredRanges(12)).toEqual({ inputs: [100, 300], outputs: [5, 50] });
    expect(accounting.offeredRanges(40)).toEqual({ inputs: null, outputs: null });
  });

  it("tells how much of the completions is in overflow, and when lengths are learned again", () => {
    const accounting = new Accounting(smallConfig({ maxShapes: 2 }), manualClock(0));
    expect(accounting.learnedStatus(0)).toEqual({ inForce: true, overflowShare: null, returnsInS: null });
    for (const input of [1, 2, 3, 4]) accounting.complete(input, 64, 32, 0.5);
    for (const input of [1, 2, 3, 4]) accounting.complete(input, 64, 32, 2.5);
    accounting.complete(1, 64, 32, 3.5);
    accounting.complete(1, 64, 32, 4.5);
    expect(accounting.learnedStatus(10.5)).toEqual({ inForce: false, overflowShare: 0.4, returnsInS: 32 });
    expect(accounting.learnedStatus(42.5)).toEqual({ inForce: false, overflowShare: 2 / 6, returnsInS: 0 });
    expect(accounting.learnedStatus(42.6)).toEqual({ inForce: true, overflowShare: 0, returnsInS: null });
  });

  it("knows of its sized arrivals what a window knows", () => {
    const accounting = account();
    const { offers } = accounting;
    for (const arrivedS of [0.2, 0.6, 0.8]) offers.size(offers.open(arrivedS), 1, 100);
    offers.open(0.9);
    expect(accounting.arrivalEvidence(0, 1)).toEqual({ count: 3, oldestS: 0.2 });
    expect(accounting.arrivalEvidence(0.5, 1)).toEqual({ count: 1, oldestS: 0.8 });
    expect(accounting.arrivalEvidence(0.9, 1)).toEqual({ count: 0, oldestS: null });
  });

  it("prices by the profiles that it is given, one call after the other", () => {
    const accounting = account();
    accounting.offers.size(accounting.offers.open(0), 0, 1000);
    const price = (profiles: ProfileSet) => accounting.price(0, 10, profiles, 1).prefillDemand;
    const slow = new ProfileSet([engineProfile({ ttftB: 3e-4 })]);
    expect(price(slow)).toBeCloseTo(0.15, 12);
    expect(price(new ProfileSet([engineProfile()]))).toBeCloseTo(0.05, 12);
    expect(price(NO_PROFILES)).toBe(0);
    expect(price(slow)).toBeCloseTo(0.15, 12);
  });
});

describe("an account refuses, and keeps nothing of,", () => {
  it("completions that are no lengths", () => {
    const accounting = account();
    expect(() => accounting.complete(-1, 1, 1, 0)).toThrow(noLength("inputTokens"));
    expect(() => accounting.complete(1, -1, 1, 0)).toThrow(noLength("requestedTokens"));
    expect(() => accounting.complete(1, 1, -1, 0)).toThrow(noLength("observedTokens"));
    expect(accounting.history(0).observedDecode.cells).toBe(0);
  });

  it.each([-1e-9, Number.NaN, Number.POSITIVE_INFINITY])("a residency of %d engines", (engines) => {
    const accounting = account();
    const message = `engines must be finite and >= 0, got ${engines}`;
    expect(() => accounting.sampleResidency(engines, 0)).toThrow(message);
    expect(accounting.history(0).residency.cells).toBe(0);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("what happens at %d s", (timeS) => {
    const accounting = account();
    const message = `nowS must be a finite number of seconds, got ${timeS}`;
    expect(() => accounting.complete(1, 1, 1, timeS)).toThrow(message);
    expect(() => accounting.sampleResidency(1, timeS)).toThrow(message);
    expect(() => accounting.learn(timeS)).toThrow(message);
    expect(() => accounting.learned(timeS)).toThrow(message);
    expect(() => accounting.history(timeS)).toThrow(message);
    expect(accounting.history(0)).toMatchObject({ observedDecode: { cells: 0 }, residency: { cells: 0 } });
  });

  it("a clock that has no time at its start", () => {
    const message = "clock.now() must be a finite number of seconds, got NaN";
    expect(() => new Accounting(smallConfig(), manualClock(Number.NaN))).toThrow(message);
  });
});
