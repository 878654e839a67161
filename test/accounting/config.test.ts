import { describe, expect, it } from "vitest";
import { configSchema } from "../../src/config";
import { type Config, ConfigError, type ConfigInput, configFromJson, resolveConfig } from "../../src/index";

const SLOS = { ttftSloS: 1, tpotSloS: 0.05 };
const FIELDS = Object.keys(configSchema.entries) as (keyof Config)[];

/** A field, the values next to its bounds that are refused, the rule that they break, and a bound that is allowed. */
const RANGES: readonly [field: keyof Config, refused: number, rule: string, allowed: number][] = [
  ["ttftSloS", 0, "must be > 0 s", 1e-9],
  ["tpotSloS", 0, "must be > 0 s", 1e-9],
  ["monitorIntervalS", 0, "must be > 0 s", 0.1],
  ["windowS", 0, "must be > 0 s", 120],
  ["stepS", 0, "must be > 0 s", 1e-3],
  ["maxShapes", 0, "must be >= 1", 1],
  ["maxShapes", 1025, "must be <= 1024", 1024],
  ["unsizedTolerance", -0.01, "must be >= 0", 0],
  ["unsizedTolerance", 1, "must be < 1", 0.99],
  ["offerTimeoutS", -1, "must be >= 0 s", 0],
  ["maxFutureS", 0, "must be > 0 s", 1e-3],
  ["utilization", 0, "must be > 0", 0.01],
  ["utilization", 1.01, "must be <= 1", 1],
  ["minArrivals", -1, "must be >= 0", 0],
  ["demandFloor", -0.1, "must be >= 0 engines", 0],
  ["movementMargin", -0.1, "must be >= 0", 0],
  ["confirmations", 0, "must be >= 1", 1],
  ["sustainedIntervals", 0, "must be >= 1", 1],
  ["expand", 0, "must be > 0", 0.6],
  ["cooldownS", -1, "must be >= 0 s", 0],
  ["dwellS", -1, "must be >= 0 s", 0],
  ["panicRatio", -1, "must be >= 0", 0],
  ["flipResidentGuard", -1, "must be >= 0", 0],
  ["minPrefill", 0, "must be >= 1", 1],
  ["minDecode", 0, "must be >= 1", 1],
  ["evidenceSpanS", 0, "must be > 0 s", 1e-3],
  ["evidenceMaxSpanS", 0, "must be > 0 s", 60],
  ["evidenceMinArrivals", -1, "must be >= 0", 0],
  ["demandRiseTolerance", -0.1, "must be >= 0", 0],
  ["decodeCorrectionMin", 0, "must be > 0", 0.01],
  ["decodeCorrectionMax", 0, "must be > 0", 1],
  ["decodeCorrectionAlpha", 0, "must be > 0", 0.01],
  ["decodeCorrectionAlpha", 1.01, "must be <= 1", 1],
  ["decodeCorrectionMinSamples", 0, "must be >= 1", 1],
  ["maxMemoryBytes", 0, "must be >= 1", 1],
];

const WHOLE = [
  "maxShapes",
  "minArrivals",
  "confirmations",
  "sustainedIntervals",
  "flipResidentGuard",
  "minPrefill",
  "minDecode",
  "evidenceMinArrivals",
  "decodeCorrectionMinSamples",
  "maxMemoryBytes",
] as const;

function refusal(input: unknown): ConfigError {
  try {
    resolveConfig(input as ConfigInput);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const messageOf = (fields: object) => refusal({ ...SLOS, ...fields }).message;

describe("a configuration", () => {
  it("has the defaults of the specification", () => {
    expect(resolveConfig(SLOS)).toEqual({
      ...SLOS,
      monitorIntervalS: 1,
      windowS: 120,
      stepS: 5,
      maxShapes: 128,
      overflow: "spec",
      unsizedTolerance: 0,
      offerTimeoutS: 0,
      maxFutureS: 60,
      utilization: 0.8,
      minArrivals: 10,
      demandFloor: 0.5,
      movementMargin: 0.05,
      confirmations: 2,
      sustainedIntervals: 3,
      expand: 1,
      shrink: 0.5,
      cooldownS: 10,
      dwellS: 0,
      panicRatio: 0,
      flipResidentGuard: 0,
      minPrefill: 1,
      minDecode: 1,
      advisory: false,
      evidenceSpanS: 60,
      evidenceMaxSpanS: 120,
      evidenceMinArrivals: 10,
      demandRiseTolerance: 0.25,
      decodeCorrectionMin: 0.5,
      decodeCorrectionMax: 2,
      decodeCorrectionAlpha: 0.2,
      decodeCorrectionMinSamples: 8,
      maxMemoryBytes: 268_435_456,
    });
  });

  it("cannot be changed once it is resolved", () => {
    expect(Object.isFrozen(resolveConfig(SLOS))).toBe(true);
  });

  it.each(RANGES)("refuses %s %d: it %s; %d is allowed", (field, refused, rule, allowed) => {
    expect(messageOf({ [field]: refused })).toBe(`${field} ${rule}, got ${refused}`);
    expect(resolveConfig({ ...SLOS, [field]: allowed })[field]).toBe(allowed);
  });

  it.each(WHOLE)("counts %s in whole numbers that f64 can tell apart", (field) => {
    expect(messageOf({ [field]: 1.5 })).toBe(`${field} must be whole, got 1.5`);
    if (field !== "maxShapes")
      expect(messageOf({ [field]: 2 ** 53 })).toBe(`${field} must be a safe integer, got ${2 ** 53}`);
  });

  it.each(FIELDS.filter((field) => field !== "advisory" && field !== "overflow"))(
    "takes for %s a finite number alone",
    (field) => {
      expect(messageOf({ [field]: Number.NaN })).toBe(`${field} must be a number, got NaN`);
      expect(messageOf({ [field]: Number.POSITIVE_INFINITY })).toBe(`${field} must be finite, got Infinity`);
      expect(messageOf({ [field]: null })).toBe(`${field} must be a number, got null`);
      expect(messageOf({ [field]: "5" })).toBe(`${field} must be a number, got "5"`);
      expect(messageOf({ [field]: [5] })).toBe(`${field} must be a number, got an array`);
    },
  );

  it("takes for overflow one of two words", () => {
    expect(messageOf({ overflow: "bins" })).toBe('overflow must be spec or binned, got "bins"');
    expect(resolveConfig({ ...SLOS, overflow: "binned" }).overflow).toBe("binned");
  });

  it("takes for advisory true or false alone", () => {
    expect(messageOf({ advisory: 1 })).toBe("advisory must be true or false, got 1");
    expect(resolveConfig({ ...SLOS, advisory: true }).advisory).toBe(true);
  });

  it.each([
    [{ shrink: 1 }, "shrink must be < expand 1, got 1"],
    [{ expand: 0.5 }, "shrink must be < expand 0.5, got 0.5"],
    [{ evidenceSpanS: 120.5 }, "evidenceSpanS must be <= evidenceMaxSpanS 120 s, got 120.5"],
    [{ evidenceMaxSpanS: 120.5 }, "evidenceMaxSpanS must be <= windowS 120 s, got 120.5"],
    [{ windowS: 60 }, "windowS must be >= evidenceMaxSpanS 120 s (its default), got 60"],
    [{ decodeCorrectionMin: 1.01 }, "decodeCorrectionMin must be <= 1, got 1.01"],
    [{ decodeCorrectionMax: 0.99 }, "decodeCorrectionMax must be >= 1, got 0.99"],
  ])("refuses fields that are at odds: %o", (fields, message) => {
    expect(messageOf(fields)).toBe(message);
  });

  it("needs both SLOs", () => {
    expect(refusal({ tpotSloS: 0.05 }).message).toBe("ttftSloS is required, got undefined");
    expect(refusal({ ttftSloS: 1 }).message).toBe("tpotSloS is required, got undefined");
  });

  it("has no other fields", () => {
    expect(messageOf({ windows: 60 })).toBe("windows is not a known field, got 60; did you mean windowS?");
    expect(messageOf({ colour: 60 })).toBe("colour is not a known field, got 60");
    expect(refusal({ ...SLOS, windows: 60 }).hint).toBe("did you mean windowS?");
    expect(refusal({ ...SLOS, windowS: 0 }).hint).toBe(null);
  });

  it.each([
    [null, "configuration must be an object, got null"],
    [undefined, "configuration is required, got undefined"],
    ["fast", 'configuration must be an object, got "fast"'],
  ])("is an object, not %o", (input, message) => {
    expect(refusal(input).message).toBe(message);
  });

  it("is refused with the field and the value by which", () => {
    expect(refusal({ ...SLOS, windowS: -1 })).toMatchObject({
      code: "ERR_NARWHAL_CONFIG",
      name: "ConfigError",
      field: "windowS",
      value: -1,
    });
  });
});

describe("a configuration file", () => {
  it("names the fields in snake_case", () => {
    const json = { ttft_slo_s: 2, tpot_slo_s: 0.1, decode_correction_min_samples: 3, advisory: true };
    const config = { ttftSloS: 2, tpotSloS: 0.1, decodeCorrectionMinSamples: 3, advisory: true };
    expect(configFromJson(json)).toEqual(resolveConfig(config));
  });

  it("is refused as the options are", () => {
    const slos = { ttft_slo_s: 1, tpot_slo_s: 0.05 };
    expect(() => configFromJson({ ...slos, window_s: -1 })).toThrow("windowS must be > 0 s, got -1");
    expect(() => configFromJson({ ...slos, bogus_s: 1 })).toThrow("bogusS is not a known field, got 1");
    expect(() => configFromJson({ ...slos, policy: "headroom" })).toThrow(
      'policy is not a known field, got "headroom"; it is an option of createPool',
    );
    expect(() => configFromJson({ ...slos, while_unavailabl: "hold" })).toThrow(
      'whileUnavailabl is not a known field, got "hold"; did you mean whileUnavailable?',
    );
    expect(() => configFromJson(null)).toThrow("configuration must be an object, got null");
  });
});
