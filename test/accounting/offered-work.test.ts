import { describe, expect, it } from "vitest";
import { checkProfile, manualClock } from "../../src/index";
import { Accounting, ProfileSet, UNKNOWN_TOKENS } from "../../src/parts";
import { PROFILE } from "../control/fixtures";
import { smallConfig } from "./small-config";

/** Prefill takes 1 s for 1,024 tokens; a token 1/64 s, for up to 8 requests; TPOT of 1/16 s. */
const profiles = new ProfileSet([checkProfile("e", PROFILE)]);

const LARGEST = 2 ** 32 - 1;

function account(startS = 0) {
  const clock = manualClock(startS);
  const accounting = new Accounting(smallConfig({ tpotSloS: 2 ** -4 }), clock, undefined, { offeredWork: true });
  const { offeredWork } = accounting;
  if (!offeredWork) throw new Error("none is kept");
  offeredWork.use(profiles, startS);
  return { accounting, offeredWork };
}

describe("what a request takes", () => {
  it("is 0.6 of its requested output before three like it have completed, then their mean", () => {
    const { accounting, offeredWork } = account();
    expect(offeredWork.expectedOutput(100, 100)).toBe(60);
    accounting.complete(100, 100, 50, 0);
    accounting.complete(100, 100, 100, 0);
    expect(offeredWork.expectedOutput(100, 100)).toBe(60);
    accounting.complete(120, 128, 96, 0); // both pow2 classes are the same
    expect(offeredWork.expectedOutput(100, 100)).toBe(75);
    expect(offeredWork.expectedOutput(300, 100)).toBe(60);
  });

  it("forgets: after 300 completions each weighs 1/300", () => {
    const { accounting, offeredWork } = account();
    for (let i = 0; i < 400; i += 1) accounting.complete(100, 64, 64, 0);
    accounting.complete(100, 64, 0, 0);
    expect(offeredWork.expectedOutput(100, 64)).toBeCloseTo((64 * 299) / 300, 12);
  });

  it("of an open-ended one is 256 tokens at first, then the mean output", () => {
    const { accounting, offeredWork } = account();
    expect(offeredWork.expectedOutput(100, 0)).toBe(256);
    for (const observed of [10, 20, 60]) accounting.complete(100, 0, observed, 0);
    expect(offeredWork.expectedOutput(100, 0)).toBe(30);
  });

  it("is learned for each class of input and of requested output, open-ended requests apart", () => {
    const { accounting, offeredWork } = account();
    for (const [input, requested, observed] of [
      [0, 0, 5],
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 4],
      [100, 100, 25],
      [128, 65, 65],
      [LARGEST, LARGEST, 0],
    ] as const) {
      accounting.complete(input, requested, observed, 0);
    }
    // 34 places an input class, the first one of them open-ended requests'.
    expect(offeredWork.exportState().work.ratios).toEqual([
      { place: 0, mean: 5, count: 1 },
      { place: 1, mean: 1, count: 1 },
      { place: 2, mean: 0.5, count: 1 },
      { place: 34 + 1, mean: 4, count: 1 },
      { place: 7 * 34 + 8, mean: 0.625, count: 2 },
      { place: 32 * 34 + 33, mean: 0, count: 1 },
    ]);
  });

  it("is an eighth of an engine for as long as it decodes, at least a second", () => {
    const { accounting, offeredWork } = account();
    for (let i = 0; i < 3; i += 1) accounting.complete(1024, 256, 256, 0);
    expect(offeredWork.price(1024, 256, 512)).toEqual({ prefillS: 0.5, decodeDemand: 1 / 8, decodeS: 4 });
    for (let i = 0; i < 3; i += 1) accounting.complete(1024, 16, 16, 0);
    expect(offeredWork.price(1024, 16, 0)).toEqual({ prefillS: 1, decodeDemand: 1 / 32, decodeS: 1 });
    expect(offeredWork.price(1024, UNKNOWN_TOKENS, 0)).toEqual({ prefillS: 1, decodeDemand: 0, decodeS: 0 });
    const slower = new ProfileSet([checkProfile("e", { ...PROFILE, tpotIntercept: 2 ** -5 })]);
    offeredWork.use(slower, 0);
    expect(offeredWork.price(1024, 256, 0)).toEqual({ prefillS: 1, decodeDemand: 1 / 8, decodeS: 8 });
  });

  it("is 2^32 s at most, however slow the profile: what is summed stays a number", () => {
    const { offeredWork } = account();
    const slow = { ...PROFILE, ttftA: 1e300, ttftC: 1e308, tpotSlope: 1e300, tpotIntercept: 1e308 };
    offeredWork.use(new ProfileSet([checkProfile("e", slow), checkProfile("f", slow)]), 2);
    expect(offeredWork.price(2 ** 32 - 1, 2 ** 32 - 1, 0)).toEqual({
      prefillS: 2 ** 32,
      decodeDemand: 1,
      decodeS: 2 ** 32,
    });
  });

  it("is nothing without a profile", () => {
    const { offeredWork } = account();
    offeredWork.use(new ProfileSet([]), 1);
    expect(offeredWork.priced).toBe(false);
    expect(offeredWork.price(1024, 256, 0)).toEqual({ prefillS: 0, decodeDemand: 0, decodeS: 1 });
  });
});

describe("what was offered", () => {
  it("has its mean, its standard deviation and the mean of the last 10 s", () => {
    const { offeredWork } = account();
    offeredWork.add({ prefillS: 6, decodeDemand: 0.5, decodeS: 2 }, 0.25, 0.25);
    offeredWork.add({ prefillS: 3, decodeDemand: 0, decodeS: 0 }, 11, 11);
    const { historyS, prefill, decode } = offeredWork.rates(12.5);
    expect(historyS).toBe(12);
    expect(prefill).toEqual({ mean: 9 / 12, deviation: Math.sqrt((36 + 9) / 12 - (9 / 12) ** 2), recent: 0.3 });
    expect(decode.mean).toBe(1 / 12);
    expect(decode.recent).toBeCloseTo(0.0125, 15);
  });

  it("counts a request at its arrival, once, by its newest size", () => {
    const { accounting, offeredWork } = account();
    const offer = accounting.offers.open(0.5);
    accounting.offers.size(offer, 1.5, 4096, 256);
    accounting.offers.reprice(offer, 2.5, 2048, undefined, 1024);
    const again = account().offeredWork;
    again.add(again.price(2048, 256, 1024), 0.5, 2.5);
    expect(offeredWork.exportState().work).toEqual(again.exportState().work);
    expect(offeredWork.rates(4).prefill.mean).toBe(1 / 4);
  });

  it.each([
    { come: "after a long time without a look", atS: 200, nowS: 200 },
    { come: "by a clock ahead of the account's", atS: 300, nowS: 200 },
  ])("is followed to the end of its decode where it has come $come", ({ atS, nowS }) => {
    const { offeredWork } = account();
    offeredWork.add({ prefillS: 10, decodeDemand: 1, decodeS: 1000 }, atS, nowS);
    expect(offeredWork.rates(atS + 10)).toMatchObject({ prefill: { recent: 1 }, decode: { recent: 1 } });
    expect(offeredWork.rates(atS + 900)).toMatchObject({ prefill: { mean: 0 }, decode: { mean: 1 } });
    expect(offeredWork.rates(atS + 930).decode.mean).toBe(0.5);
    expect(offeredWork.rates(atS + 960).decode.mean).toBe(0);
  });

  it("is nothing of a second that is kept no longer, now or when its place in the ring comes round", () => {
    const { offeredWork } = account();
    offeredWork.add({ prefillS: 6, decodeDemand: 0, decodeS: 0 }, 39.5, 100);
    expect(offeredWork.rates(100).prefill.mean).toBe(0);
    expect(offeredWork.rates(39 + 1024 + 1).prefill.mean).toBe(0);
    offeredWork.add({ prefillS: 6, decodeDemand: 0, decodeS: 0 }, 1004, 1064);
    expect(offeredWork.rates(1064).prefill.mean).toBe(0.1);
  });

  it("is not kept unless it is asked for", () => {
    const accounting = new Accounting(smallConfig(), manualClock(0));
    expect(accounting.offeredWork).toBeNull();
    expect(accounting.exportState(0).offeredWork).toBeNull();
    expect(account().accounting.memoryBytes).toBeLessThanOrEqual(accounting.memoryBytes + 65_536);
  });
});
