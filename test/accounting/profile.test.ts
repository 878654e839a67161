import { describe, expect, it } from "vitest";
import { checkProfile, type EngineProfileInput, ProfileError, profileFromJson } from "../../src/index";
import { coversDecode, maxKvTokens, prefillS, tokenIntervalS } from "../../src/parts";
import { profileSchema } from "../../src/profile";
import { engineProfile } from "./profiles";

const PROFILE: EngineProfileInput = engineProfile();
const COEFFICIENTS = ["ttftA", "ttftB", "ttftC", "tpotSlope", "tpotIntercept"] as const;
const REQUIRED_BOUNDS = ["decodeMinRequests", "decodeMaxRequests", "decodeMinKvTokens", "decodeMaxKvTokens"] as const;
const OPTIONAL_BOUNDS = [
  "kvCapacityTokens",
  "prefillMinTokens",
  "prefillMaxTokens",
  "decodeMinOutputTokens",
  "decodeMaxOutputTokens",
] as const;
const ALL = Object.keys(profileSchema.entries) as (keyof EngineProfileInput)[];

function messageOf(fields: object): string {
  try {
    checkProfile("gpu-0", { ...PROFILE, ...fields });
  } catch (error) {
    if (error instanceof ProfileError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

const refused = (field: string, rule: string, value: unknown) =>
  `profile of engine "gpu-0": ${field} ${rule}, got ${value}`;

describe("a profile with a value that is no number (nan-profile)", () => {
  it.each(ALL)("in %s is refused, and the error names engine, field and value", (field) => {
    expect(messageOf({ [field]: Number.NaN })).toBe(refused(field, "must be a number", "NaN"));
    expect(messageOf({ [field]: null })).toBe(refused(field, "must be a number", "null"));
    expect(messageOf({ [field]: "0.1" })).toBe(refused(field, "must be a number", '"0.1"'));
    expect(messageOf({ [field]: Number.POSITIVE_INFINITY })).toBe(refused(field, "must be finite", "Infinity"));
  });

  it.each([...COEFFICIENTS, ...REQUIRED_BOUNDS])("or without %s at all", (field) => {
    const { [field]: _, ...rest } = PROFILE;
    expect(() => checkProfile("gpu-0", rest as EngineProfileInput)).toThrow(refused(field, "is required", "undefined"));
  });

  it.each([
    ['{"ttft_a": null}', "ttftA must be a number, got null"],
    ['{"ttft_a": "0.1"}', 'ttftA must be a number, got "0.1"'],
    ['{"ttft_a": 0, "ttft_b": 1e999}', "ttftB must be finite, got Infinity"],
    ["{}", "ttftA is required, got undefined"],
    ["null", "profile must be an object, got null"],
    ["7", "profile must be an object, got 7"],
  ])("is refused from the file %s too", (text, message) => {
    expect(() => profileFromJson(JSON.parse(text), "gpu-7")).toThrow(`profile of engine "gpu-7": ${message}`);
  });

  it("is refused by an error that carries the parts", () => {
    expect(() => checkProfile("gpu-0", { ...PROFILE, ttftB: Number.NaN })).toThrow(
      expect.objectContaining({
        name: "ProfileError",
        code: "ERR_NARWHAL_PROFILE",
        engine: "gpu-0",
        field: "ttftB",
        value: Number.NaN,
      }),
    );
  });
});

describe("a profile", () => {
  it.each([...COEFFICIENTS, "tpotRequestSlope"] as const)("has %s >= 0", (field) => {
    expect(messageOf({ [field]: -1e-12 })).toBe(refused(field, "must be >= 0", "-1e-12"));
    expect(engineProfile({ [field]: 0 })[field]).toBe(0);
  });

  it.each([...REQUIRED_BOUNDS, ...OPTIONAL_BOUNDS])("has %s whole and >= 1", (field) => {
    expect(messageOf({ [field]: 0 })).toBe(refused(field, "must be >= 1", 0));
    expect(messageOf({ [field]: 1.5 })).toBe(refused(field, "must be whole", 1.5));
  });

  it.each([
    ["decodeMinRequests", 65, "decodeMaxRequests", 64],
    ["decodeMinKvTokens", 200_001, "decodeMaxKvTokens", 200_000],
    ["prefillMinTokens", 10, "prefillMaxTokens", 9],
    ["decodeMinOutputTokens", 10, "decodeMaxOutputTokens", 9],
    ["decodeMaxKvTokens", 200_000, "kvCapacityTokens", 199_999],
  ] as const)("has %s %d no larger than %s %d", (low, least, high, most) => {
    expect(messageOf({ [low]: least, [high]: most })).toBe(refused(low, `must be <= ${high} ${most}`, least));
    expect(engineProfile({ [low]: least, [high]: least })).toMatchObject({ [low]: least, [high]: least });
  });

  it("has a request slope of 0 unless it is given, carries the fit's errors along, and cannot be changed", () => {
    const profile = engineProfile({ decodeFitMape: 0.04, decodeCvMape: 0.06 });
    expect(profile).toMatchObject({ tpotRequestSlope: 0, decodeFitMape: 0.04, decodeCvMape: 0.06 });
    expect(Object.isFrozen(profile)).toBe(true);
  });
});

describe("a profile from a file", () => {
  const JSON_PROFILE = Object.fromEntries(
    Object.entries(engineProfile({ decodeFitMape: 0.04, decodeCvMape: 0.06 })).map(([name, value]) => [
      name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      value,
    ]),
  );

  it("has snake_case names, and may say where it comes from", () => {
    const known = engineProfile({ decodeFitMape: 0.04, decodeCvMape: 0.06 });
    expect(profileFromJson(JSON_PROFILE)).toEqual(known);
    expect(profileFromJson({ ...JSON_PROFILE, iid: "e0", source: "measured by us" })).toEqual(known);
  });

  it.each([
    ["tpot_slop", "tpotSlop is not a known field, got 5; did you mean tpotSlope?"],
    ["kv_capacity_token", "kvCapacityToken is not a known field, got 5; did you mean kvCapacityTokens?"],
    ["model", "model is not a known field, got 5"],
  ])("has no field %s", (field, message) => {
    expect(() => profileFromJson({ ...JSON_PROFILE, [field]: 5 }, "e")).toThrow(`profile of engine "e": ${message}`);
    // A misspelt field is named, and not the one that is missing for it.
    const { ttft_a: _, ...incomplete } = JSON_PROFILE;
    expect(() => profileFromJson({ ...incomplete, [field]: 5 }, "e")).toThrow(message);
  });

  it("is refused by an error that carries the hint", () => {
    expect(() => profileFromJson({ ...JSON_PROFILE, tpot_slop: 5 })).toThrow(
      expect.objectContaining({ field: "tpotSlop", value: 5, hint: "did you mean tpotSlope?" }),
    );
    expect(() => profileFromJson({ ...JSON_PROFILE, tpot_slope: -1 })).toThrow(
      expect.objectContaining({ field: "tpotSlope", value: -1, hint: null }),
    );
  });

  it.each([[[]], ["a text"], [null]])("is an object, not %j", (json) => {
    expect(() => profileFromJson(json)).toThrow(ProfileError);
  });
});

describe("the formulas of a profile", () => {
  const profile = engineProfile({ ttftA: 1e-8, ttftC: 0.02, tpotRequestSlope: 1e-4, kvCapacityTokens: 250_000 });

  it("give prefill seconds by a parabola", () => {
    expect(prefillS(profile, 1000)).toBeCloseTo(0.01 + 0.1 + 0.02, 15);
    expect(prefillS(profile, 0)).toBe(0.02);
  });

  it("give the token interval by tokens and requests", () => {
    expect(tokenIntervalS(profile, 100_000, 10)).toBeCloseTo(0.01 + 0.001 + 0.01, 15);
  });

  it("give the most KV tokens of a token interval, up to what was measured", () => {
    expect(maxKvTokens(profile, 0.02, 10)).toBeCloseTo(90_000, 6);
    expect(maxKvTokens(profile, 1, 10)).toBe(200_000);
    expect(maxKvTokens(profile, 0.0109, 10)).toBe(0);
    expect(maxKvTokens(profile, 1, 65)).toBe(0);
    expect(maxKvTokens(engineProfile({ tpotSlope: 0 }), 0.02, 1)).toBe(200_000);
    expect(maxKvTokens(engineProfile({ tpotSlope: 0 }), 0.01, 1)).toBe(200_000);
  });

  it("cover decode inside all bounds, and always where there is none of it", () => {
    const bounded = engineProfile({ decodeMinRequests: 2, decodeMinKvTokens: 100 });
    expect(coversDecode(bounded, 2, 100)).toBe(true);
    expect(coversDecode(bounded, 64, 200_000)).toBe(true);
    expect(coversDecode(bounded, 1, 100)).toBe(false);
    expect(coversDecode(bounded, 65, 100)).toBe(false);
    expect(coversDecode(bounded, 2, 99)).toBe(false);
    expect(coversDecode(bounded, 2, 200_001)).toBe(false);
    expect(coversDecode(bounded, 0, 200_001)).toBe(true);
    expect(coversDecode(bounded, 65, 0)).toBe(true);
  });
});
