import { describe, expect, it } from "vitest";
import { LiveModel } from "../../src/fleet/live-model";
import { checkProfile } from "../../src/index";
import { type EngineProfile, prefillS, tokenIntervalS } from "../../src/profile";
import { PROFILE } from "./fixtures";

const profile = checkProfile("e", PROFILE);
const TRUTH: EngineProfile = { ...profile, ttftA: 1e-8, ttftB: 4e-5, ttftC: 0.05, tpotIntercept: 0.03 };

/** Prefills and decode intervals of an engine as it truly is. */
function work(model: LiveModel, count: number): LiveModel {
  for (let i = 0; i < count; i += 1) {
    const tokens = 100 + ((i * 977) % 8000);
    model.prefilled(tokens, prefillS(TRUTH, tokens));
    const requests = 1 + ((i * 7) % 40);
    const kvTokens = requests * (400 + ((i * 389) % 1500));
    model.decoded(kvTokens, requests, tokenIntervalS(TRUTH, kvTokens, requests));
    model.publish();
  }
  return model;
}

describe("the live model of a kind of engine", () => {
  it("is the profile at first, and learns what the engines do", () => {
    const model = new LiveModel(profile);
    expect(model.profile).toBe(profile);
    const learned = work(model, 300).profile as EngineProfile;
    for (const tokens of [300, 3000, 8000]) {
      expect(prefillS(learned, tokens) / prefillS(TRUTH, tokens)).toBeCloseTo(1, 1);
    }
    expect(tokenIntervalS(learned, 20_000, 20) / tokenIntervalS(TRUTH, 20_000, 20)).toBeCloseTo(1, 1);
    expect(learned.decodeMaxRequests).toBe(64);
    expect(learned.decodeMaxKvTokens).toBe(100_000);
  });

  it("is not known without a profile, until 20 prefills and 10 decode intervals have been seen", () => {
    const model = new LiveModel(null);
    work(model, 19);
    expect(model.profile).toBeNull();
    work(model, 1);
    expect(model.profile).toMatchObject({ decodeMaxRequests: 2 ** 32, decodeMaxKvTokens: 2 ** 32 });
    const learned = work(model, 300).profile as EngineProfile;
    expect(prefillS(learned, 4000) / prefillS(TRUTH, 4000)).toBeCloseTo(1, 1);
    expect(tokenIntervalS(learned, 20_000, 20) / tokenIntervalS(TRUTH, 20_000, 20)).toBeCloseTo(1, 1);
  });

  it("knows what an engine holds once requests have waited for room", () => {
    const model = work(new LiveModel(null), 30);
    model.full(12, 9_000);
    model.full(9, 10_000);
    model.prefilled(100, 0.05);
    model.publish();
    expect(model.profile).toMatchObject({ decodeMaxKvTokens: 10_000 });
  });

  it("says what it was measured for", () => {
    const model = new LiveModel(profile);
    expect(model.prefillTokens).toEqual({ least: Number.POSITIVE_INFINITY, largest: 0 });
    model.prefilled(700, 0.7);
    model.prefilled(300, 0.3);
    model.decoded(4_000, 4, 0.018);
    expect(model.prefillTokens).toEqual({ least: 300, largest: 700 });
    expect(model.decodeRequests).toEqual({ least: 4, largest: 4 });
    expect(model.decodeTokens).toEqual({ least: 4_000, largest: 4_000 });
  });

  it("goes on elsewhere to the bit", () => {
    const model = work(new LiveModel(null), 40);
    model.full(12, 9_000);
    const taken = new LiveModel(null);
    taken.importState(model.exportState());
    expect(taken.exportState()).toEqual(model.exportState());
    expect(work(taken, 30).profile).toEqual(work(model, 30).profile);
  });
});
