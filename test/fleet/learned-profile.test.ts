import { describe, expect, it } from "vitest";
import { learnedProfileOf } from "../../src/fleet/learned-profile";
import { LiveModel } from "../../src/fleet/live-model";
import { checkProfile, profileFromJson } from "../../src/index";
import { prefillS, tokenIntervalS } from "../../src/profile";
import { toExactWire } from "../../src/wire";
import { PROFILE } from "./fixtures";

const profile = checkProfile("e", PROFILE);

/** The engine takes twice the time that the profile says: prompts of 100 to 899 tokens, batches of 2 to 9 requests. */
function twiceAsSlow(model: LiveModel, count: number): LiveModel {
  for (let i = 0; i < count; i += 1) {
    const tokens = 100 + ((i * 97) % 800);
    model.prefilled(tokens, 2 * prefillS(profile, tokens));
    const requests = 2 + (i % 8);
    const kvTokens = requests * (400 + ((i * 31) % 100));
    model.decoded(kvTokens, requests, 2 * tokenIntervalS(profile, kvTokens, requests));
    model.publish();
  }
  return model;
}

describe("a learned profile", () => {
  it("is not there before anything was measured", () => {
    const nothing = { samples: 0, error: null, scale: null };
    expect(learnedProfileOf(new LiveModel(profile))).toEqual({ profile: null, prefill: nothing, decode: nothing });
    expect(learnedProfileOf(new LiveModel(null)).profile).toBe(null);
  });

  it("has the domain of what was measured, its counts and errors, and how much slower than the profile it is", () => {
    const learned = learnedProfileOf(twiceAsSlow(new LiveModel(profile), 800));
    expect(learned.profile).toMatchObject({
      prefillMinTokens: 100,
      prefillMaxTokens: 899,
      decodeMinRequests: 2,
      decodeMaxRequests: 9,
      decodeMinKvTokens: 800,
    });
    expect(learned.prefill.samples).toBe(800);
    expect(learned.decode.samples).toBe(800);
    expect(learned.prefill.scale).toBeCloseTo(2, 1);
    expect(learned.decode.error).toBeLessThan(0.02);
    expect(learned.profile?.decodeFitMape).toBe(learned.decode.error);
    const ratio = prefillS(learned.profile as NonNullable<typeof learned.profile>, 500) / prefillS(profile, 500);
    expect(ratio).toBeCloseTo(2, 1);
  });

  it("keeps the given bounds of a phase that was not measured", () => {
    const model = new LiveModel(profile);
    for (let i = 0; i < 30; i += 1) model.prefilled(300 + i, prefillS(profile, 300 + i));
    model.publish();
    expect(learnedProfileOf(model).profile).toMatchObject({
      prefillMinTokens: 300,
      decodeMaxRequests: profile.decodeMaxRequests,
      decodeMaxKvTokens: profile.decodeMaxKvTokens,
    });
  });

  it("needs 20 prefills and 10 intervals without a profile", () => {
    expect(learnedProfileOf(twiceAsSlow(new LiveModel(null), 19)).profile).toBe(null);
    const { profile: known, prefill } = learnedProfileOf(twiceAsSlow(new LiveModel(null), 20));
    expect(known?.prefillMaxTokens).toBeGreaterThan(800);
    expect(prefill.scale).toBe(null);
  });

  it("is a profile that a file can hold", () => {
    const { profile: learned } = learnedProfileOf(twiceAsSlow(new LiveModel(profile), 50));
    expect(profileFromJson(JSON.parse(JSON.stringify(toExactWire(learned))))).toEqual(learned);
  });
});
