import { describe, expect, it } from "vitest";
import { manualClock, type ScoringInputs } from "../../src/index";
import { Accounting, NO_PROFILES, ProfileSet, recoveryPrefillRatio, scoreSplit, scoreSplits } from "../../src/parts";
import { demandWith, snapshotOf } from "../model/snapshots";
import { engineProfile } from "./profiles";
import { smallConfig } from "./small-config";

const account = () => new Accounting(smallConfig(), manualClock(0));

function score(fields: Partial<ScoringInputs>, prefill = 2) {
  return scoreSplit(account(), snapshotOf(fields), prefill);
}

describe("a split score", () => {
  it("spreads demand over the engines of the split, each filled up to the utilization", () => {
    const demand = demandWith(0.75, 1.5);
    expect(score({ demand }, 1)).toMatchObject({ prefill: 1, decode: 3, ttftRatio: 1.5, tpotRatio: 1 });
    expect(score({ demand }, 3)).toMatchObject({ prefill: 3, decode: 1, ttftRatio: 0.5, tpotRatio: 3, objective: 3 });
  });

  it("cannot do without an engine in either role", () => {
    for (const prefill of [0, 4]) {
      expect(score({ demand: demandWith(1, 1), pendingShapes: [[100, 10, 100]] }, prefill)).toMatchObject({
        ttftRatio: Number.POSITIVE_INFINITY,
        tpotRatio: Number.POSITIVE_INFINITY,
        objective: Number.POSITIVE_INFINITY,
        decodeQueueRatio: 0,
        pendingDecodeRequests: 0,
        decodeProfileCovered: true,
        decodeCorrection: 1,
      });
    }
  });

  it("lists every split that has both roles", () => {
    expect(scoreSplits(account(), snapshotOf()).map(({ prefill, decode }) => [prefill, decode])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
    expect(scoreSplits(account(), snapshotOf({ prefillEngines: 1, decodeEngines: 0 }))).toEqual([]);
    expect(scoreSplits(account(), snapshotOf({ prefillEngines: 0, decodeEngines: 0 }))).toEqual([]);
  });

  it("takes the observed pressure with the residents", () => {
    const pressed = { prefillPressure: 0.6, decodePressure: 0.9, residentPrefillS: 0.5 };
    expect(score(pressed, 1)).toMatchObject({ ttftRatio: 1.2, tpotRatio: 0.6 });
    expect(score({ ...pressed, residentPrefillS: 1.4 }, 1)).toMatchObject({ ttftRatio: 1.4 });
    expect(scoreSplit(account(), snapshotOf(pressed), 1, { includeResident: false })).toMatchObject({
      ttftRatio: 0,
      tpotRatio: 0,
    });
  });
});

describe("a decode override", () => {
  const demand = demandWith(0.625, 1);
  const snapshot = snapshotOf({ demand });

  it("is the least decode demand of every split but the current one", () => {
    const tpot = (prefill: number, decodeOverride: number) =>
      scoreSplit(account(), snapshot, prefill, { decodeOverride }).tpotRatio;
    expect(tpot(3, 1.5)).toBe(3);
    expect(tpot(1, 1.5)).toBe(1);
    expect(tpot(2, 1.5)).toBe(1);
    expect(tpot(3, 0.5)).toBe(2);
  });

  it("leaves prefill demand as it is", () => {
    expect(scoreSplit(account(), snapshot, 1, { decodeOverride: 9 }).ttftRatio).toBe(1.25);
  });
});

describe("residents", () => {
  it("spread over the decode engines, or over those that hold them where those are more", () => {
    const residents = { residentDecodeTokens: 60_000, residentDecodeRequests: 60 };
    expect(score({ ...residents, activeDecodeEngines: 1 }, 1)).toMatchObject({
      decodeTokensPerEngine: 20_000,
      decodeRequestsPerEngine: 20,
      decodeRequestLimit: 64,
    });
    expect(score({ ...residents, activeDecodeEngines: 2 }, 3).decodeTokensPerEngine).toBe(30_000);
    expect(score({ ...residents, activeDecodeEngines: 0 }, 3).decodeTokensPerEngine).toBe(30_000);
  });

  it("are looked at as one real request where an engine has a fraction of one", () => {
    const bound = engineProfile({ decodeMinKvTokens: 1000 });
    const one = { residentDecodeTokens: 1000, residentDecodeRequests: 1, profiles: new ProfileSet([bound]) };
    expect(score(one)).toMatchObject({ decodeRequestsPerEngine: 0.5, decodeProfileCovered: true });
    expect(score({ ...one, residentDecodeTokens: 999 })).toMatchObject({ decodeProfileCovered: false });
  });

  it("outside the measured domain forbid a move to prefill alone", () => {
    const outside = { residentsInDomain: false };
    expect(score(outside, 3)).toMatchObject({ decodeProfileCovered: false, tpotRatio: Number.POSITIVE_INFINITY });
    expect(score(outside, 2).decodeProfileCovered).toBe(true);
    expect(score(outside, 1).decodeProfileCovered).toBe(true);
  });

  it("count by their modelled token interval above an idle one", () => {
    const residents = { residentDecodeTokens: 200_000, residentDecodeRequests: 20, activeDecodeEngines: 2 };
    expect(score(residents).tpotRatio).toBeCloseTo(0.01 / 0.04, 12);
    expect(score({ ...residents, decodeCorrection: 2 }).tpotRatio).toBeCloseTo(0.02 / 0.03, 12);
    expect(score({ ...residents, decodeCorrection: 8 }).tpotRatio).toBeCloseTo(0.16 / 0.05, 12);
  });

  it("count by their whole token interval where an idle one takes all of the limit", () => {
    const profiles = new ProfileSet([engineProfile({ tpotIntercept: 0.05 })]);
    const residents = { residentDecodeTokens: 200_000, residentDecodeRequests: 20, activeDecodeEngines: 2 };
    expect(score({ ...residents, profiles }).tpotRatio).toBeCloseTo(0.06 / 0.05, 12);
  });

  it("hold whole tokens, where their share of them is not", () => {
    const residents = { residentDecodeTokens: 5, residentDecodeRequests: 2 };
    expect(score(residents).tpotRatio).toBeCloseTo((3 * 1e-7) / 0.04, 12);
  });
});

describe("offered lengths", () => {
  const bounds = { prefillMinTokens: 10, prefillMaxTokens: 20, decodeMinOutputTokens: 30, decodeMaxOutputTokens: 40 };
  const profiles = new ProfileSet([engineProfile(), engineProfile(bounds)]);
  const covered = (fields: Partial<ScoringInputs>) => score({ profiles, ...fields }).decodeProfileCovered;

  it("are covered up to the bounds of every profile", () => {
    expect(covered({ offeredInputs: [10, 20], offeredOutputs: [30, 40] })).toBe(true);
    expect(covered({ offeredInputs: [0, 20] })).toBe(true);
    expect(covered({ offeredInputs: [10, 21] })).toBe(false);
    expect(covered({ offeredOutputs: [29, 40] })).toBe(false);
    expect(covered({ offeredOutputs: [30, 41] })).toBe(false);
  });

  it("are covered where it is one length, and where there is none", () => {
    expect(covered({ offeredInputs: [10, 10], offeredOutputs: [40, 40] })).toBe(true);
    expect(covered({ offeredInputs: [9, 9] })).toBe(true);
    expect(covered({ offeredOutputs: [41, 41] })).toBe(false);
    expect(covered({ offeredInputs: null, offeredOutputs: null })).toBe(true);
  });
});

describe("pending work", () => {
  // 64 requests of 100 + 10 / 2 tokens: a step of 0.01 s and 64 * 105 tokens.
  const stepS = 0.01 + 64 * 105 * 1e-7;

  it("is what the pending shapes need of an engine, in units of the TTFT limit", () => {
    const queued = score({
      pendingShapes: [
        [100, 10, 100],
        [100, 10, 100],
      ],
      ttftSloS: 0.5,
    });
    expect(queued).toMatchObject({ pendingDecodeRequests: 2, pendingDecodeTokens: 210 });
    expect(queued.decodeQueueRatio).toBeCloseTo((2 * 10 * stepS) / 64 / (2 * 0.5), 12);
  });

  it("does not count a shape that is not covered, which makes every split uncovered", () => {
    const profiles = new ProfileSet([engineProfile({ prefillMaxTokens: 200 })]);
    const queued = score({
      profiles,
      pendingShapes: [
        [100, 10, 100],
        [100, 10, 201],
      ],
    });
    expect(queued).toMatchObject({ decodeProfileCovered: false, pendingDecodeRequests: 2, pendingDecodeTokens: 210 });
    expect(queued.decodeQueueRatio).toBeCloseTo((10 * stepS) / 64 / 2, 12);
  });

  it("is not covered while one engine has no capacity for it, whatever the others have", () => {
    const profiles = new ProfileSet([engineProfile(), engineProfile({ decodeMaxOutputTokens: 9 })]);
    const ten = score({ profiles, pendingShapes: [[100, 10, 100]] });
    expect(ten).toMatchObject({ decodeProfileCovered: false, decodeQueueRatio: 0 });
    expect(score({ profiles, pendingShapes: [[100, 9, 100]] }).decodeProfileCovered).toBe(true);
  });

  it("is not covered where one alone lies below what was measured", () => {
    const shape = [1, 1, 1] as const;
    const covered = (fields: Parameters<typeof engineProfile>[0], resident = {}) =>
      score({ profiles: new ProfileSet([engineProfile(fields)]), ...resident }).decodeProfileCovered;
    expect(covered({}, { pendingShapes: [shape] })).toBe(true);
    expect(covered({ decodeMinRequests: 2 }, { pendingShapes: [shape] })).toBe(false);
    const lone = { residentDecodeRequests: 2, residentDecodeTokens: 2, activeDecodeEngines: 2 };
    expect(covered({ decodeMinKvTokens: 1 }, lone)).toBe(true);
    expect(covered({ decodeMinKvTokens: 2 }, lone)).toBe(false);
  });

  it("is no reason without residents, but its figures stay", () => {
    const snapshot = snapshotOf({ pendingShapes: [[100, 0, 100]] });
    expect(scoreSplit(account(), snapshot, 2, { includeResident: false })).toMatchObject({
      decodeQueueRatio: 0,
      decodeProfileCovered: true,
      pendingDecodeRequests: 1,
      pendingDecodeTokens: 100,
    });
  });
});

describe("capacities", () => {
  it("are null without profiles, and such a split is not covered", () => {
    expect(score({ profiles: NO_PROFILES, residentDecodeTokens: 10, residentDecodeRequests: 2 })).toMatchObject({
      decodeSloCapacityTokens: null,
      decodeKvCapacityTokens: null,
      decodeRequestLimit: null,
      decodeProfileCovered: false,
      tpotRatio: Number.POSITIVE_INFINITY,
    });
  });

  it("of requests are null without residents, which have no length then", () => {
    expect(score({}).decodeRequestLimit).toBeNull();
    expect(score({ residentDecodeRequests: 2 }).decodeRequestLimit).toBe(0);
    expect(score({ residentDecodeTokens: 400_002, residentDecodeRequests: 2 }).decodeRequestLimit).toBe(1);
  });

  it("of KV tokens are the least, null unless every profile gives one", () => {
    const given = [300_000, 250_000].map((kvCapacityTokens) => engineProfile({ kvCapacityTokens }));
    expect(score({ profiles: new ProfileSet(given) }).decodeKvCapacityTokens).toBe(250_000);
    expect(score({ profiles: new ProfileSet([...given, engineProfile()]) }).decodeKvCapacityTokens).toBeNull();
  });

  it("at the TPOT limit are 0 where an idle engine takes all of it", () => {
    const profiles = new ProfileSet([engineProfile({ tpotIntercept: 0.05 })]);
    expect(score({ profiles }).decodeSloCapacityTokens).toBe(0);
  });

  it("at the TPOT limit are all that was measured where tokens lengthen no step, be it as long as the limit", () => {
    const profiles = new ProfileSet([engineProfile({ tpotSlope: 0, tpotIntercept: 0.05 })]);
    expect(score({ profiles }).decodeSloCapacityTokens).toBe(200_000);
  });

  it("at the TPOT limit are the profiles' mean, by the corrected limit", () => {
    const profiles = new ProfileSet([engineProfile(), engineProfile({ tpotSlope: 4e-7, tpotIntercept: 0.02 })]);
    expect(score({ profiles }).decodeSloCapacityTokens).toBeCloseTo((200_000 + 75_000) / 2, 6);
    expect(score({ profiles, decodeCorrection: 2 }).decodeSloCapacityTokens).toBeCloseTo((150_000 + 12_500) / 2, 6);
  });
});

describe("a snapshot", () => {
  it("scores alike whatever happens later", () => {
    const accounting = account();
    const snapshot = snapshotOf({
      demand: demandWith(1, 1),
      pendingShapes: [[100, 10, 100]],
      offeredInputs: [100, 200],
    });
    const before = scoreSplit(accounting, snapshot, 1);
    accounting.offers.size(accounting.offers.open(0), 0, 5000, 100);
    accounting.price(0, 10, new ProfileSet([engineProfile({ prefillMaxTokens: 1 })]), 2);
    scoreSplit(accounting, snapshotOf({ demand: demandWith(5, 5), pendingShapes: [[900, 10, 900]] }), 1);
    expect(scoreSplit(accounting, snapshot, 1)).toEqual(before);
  });

  it("recovers by the observed pressure, or by what stands before prefill if a queue makes that more", () => {
    const residents = { prefillPressure: 0.7, residentPrefillS: 3, ttftSloS: 0.25 };
    expect(recoveryPrefillRatio(snapshotOf(residents))).toBe(0.7);
    expect(recoveryPrefillRatio(snapshotOf({ ...residents, queuedPrefillS: 1 }))).toBe(6);
    expect(recoveryPrefillRatio(snapshotOf({ ...residents, queuedPrefillS: 1, prefillPressure: 7 }))).toBe(7);
    expect(recoveryPrefillRatio(snapshotOf({ ...residents, queuedPrefillS: 1, prefillEngines: 0 }))).toBe(0.7);
  });
});
