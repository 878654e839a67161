import { describe, expect, it } from "vitest";
import { ArgumentError, ConfigError, ProfileError } from "../../src/errors";
import { Simulation, type SimulationInput, type SimulationOptionsInput } from "../../src/replay/index";
import { at, engines, silent } from "./fleet-helpers";

const create = (input: Partial<SimulationInput> = {}) =>
  new Simulation({ requests: [], engines: engines("pd"), open: () => silent, ...input });

function refusal(create: () => unknown): unknown {
  try {
    create();
  } catch (error) {
    return error;
  }
  throw new Error("not refused");
}

describe("options", () => {
  it("have these defaults", () => {
    expect(create().options).toEqual({
      seed: 1,
      speed: 1,
      ttftSloS: 1,
      tpotSloS: 0.05,
      requestedOutput: "pow4",
      estimateError: 0.2,
      sizingDelayS: 0.002,
      tokenizationDelayS: 0.003,
      abortShare: 0,
      cancelShare: 0,
      failShare: 0,
      prefillSlots: 4,
      refuse: false,
      refuseMargin: 0.2,
      timeoutS: 60,
      noiseCv: 0.1,
      transferS: 0.001,
      transferPerTokenS: 2.5e-6,
      moveS: 0,
      faults: [],
      bucketS: 10,
      concurrency: 0,
      routing: "least_work",
      transferQueue: false,
      firstTokenFrom: "prefill",
      aggregated: false,
      chunkTokens: 0,
      promptsPerStep: 1,
      engineSpread: 0,
      moveMode: "label",
      switchToPrefillS: 0.0131,
      switchToDecodeS: 0.0131,
      restartS: 30,
      coldS: 0,
      moveFailShare: 0,
      moveLieShare: 0,
      prefixCacheTokens: 0,
      hashBlockTokens: 512,
      preemption: false,
      lateLane: false,
      lateEvery: 64,
      retries: 0,
      retryDelayS: 1,
    });
  });

  it.each<[string, string, unknown]>([
    ["seed", "must be whole", 1.5],
    ["seed", "must be >= 0", -1],
    ["speed", "must be > 0", 0],
    ["speed", "must be finite", Number.POSITIVE_INFINITY],
    ["speed", "must be a number", "2"],
    ["ttftSloS", "must be > 0", 0],
    ["tpotSloS", "must be > 0", -1],
    ["requestedOutput", 'must be "exact", "pow4" or a whole number of tokens >= 1', "pow2"],
    ["requestedOutput", "must be >= 1", 0],
    ["estimateError", "must be <= 1", 1.1],
    ["sizingDelayS", "must be >= 0", -0.1],
    ["tokenizationDelayS", "must be >= 0", -0.1],
    ["abortShare", "must be <= 1", 2],
    ["cancelShare", "must be >= 0", -0.5],
    ["prefillSlots", "must be >= 1", 0],
    ["prefillSlots", "must be whole", 2.5],
    ["refuse", "must be true or false", 1],
    ["refuseMargin", "must be >= 0", -1],
    ["timeoutS", "must be > 0", 0],
    ["timeoutS", "must be finite", Number.POSITIVE_INFINITY],
    ["noiseCv", "must be a number", Number.NaN],
    ["noiseCv", "must be <= 1", 1.5],
    ["transferS", "must be >= 0", -1],
    ["transferPerTokenS", "must be >= 0", -1],
    ["moveS", "must be >= 0", -1],
    ["bucketS", "must be > 0", 0],
    ["faults", "must be an array", "p0"],
    ["concurrency", "must be >= 0", -1],
    ["routing", 'must be "least_work" or "round_robin"', "random"],
    ["transferQueue", "must be true or false", 1],
    ["firstTokenFrom", 'must be "prefill" or "decode"', "client"],
    ["aggregated", "must be true or false", "yes"],
    ["chunkTokens", "must be whole", 0.5],
    ["promptsPerStep", "must be >= 1", 0],
    ["engineSpread", "must be <= 1", 2],
    ["moveMode", 'must be "label", "drain" or "offline"', "restart"],
    ["switchToPrefillS", "must be >= 0", -1],
    ["switchToDecodeS", "must be >= 0", -1],
    ["restartS", "must be >= 0", -1],
    ["coldS", "must be >= 0", -1],
    ["moveFailShare", "must be <= 1", 2],
    ["moveLieShare", "must be <= 1", 2],
    ["prefixCacheTokens", "must be >= 0", -1],
    ["hashBlockTokens", "must be >= 1", 0],
    ["preemption", "must be true or false", 1],
    ["lateLane", "must be true or false", 1],
    ["lateEvery", "must be >= 1", 0],
    ["retries", "must be <= 255", 256],
    ["retryDelayS", "must be >= 0", -1],
    ["colour", "is not a known field", "colour"],
  ])("refuse %s: %s", (field, rule, value) => {
    const error = refusal(() => create({ options: { [field]: value } as SimulationOptionsInput }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ field, value });
    expect((error as Error).message).toContain(`${field} ${rule}, got `);
  });

  it("name the option that was meant", () => {
    const error = refusal(() => create({ options: { noise: 0.1 } as SimulationOptionsInput }));
    expect((error as Error).message).toBe("noise is not a known field, got 0.1; did you mean noiseCv?");
  });

  it("refuse shares that sum to more than 1", () => {
    const options = { abortShare: 0.5, cancelShare: 0.3, failShare: 0.3 };
    expect(() => create({ options })).toThrow(
      new ConfigError("failShare", "must leave abortShare + cancelShare + failShare <= 1", 0.3),
    );
  });

  it("refuse shares of moves that leave none", () => {
    expect(refusal(() => create({ options: { moveFailShare: 0.6, moveLieShare: 0.6 } }))).toEqual(
      new ConfigError("moveLieShare", "must leave moveFailShare + moveLieShare <= 1", 0.6),
    );
  });

  it("refuse a fault of an unknown engine, or one that ends before it begins", () => {
    const fault = (engine: string, fromS: number, toS: number) => () =>
      create({
        options: {
          faults: [
            { engine: "p0", fromS: 0, toS: 1 },
            { engine, fromS, toS },
          ],
        },
      });
    expect(fault("x", 0, 1)).toThrow(new ConfigError("faults.1.engine", "must be the id of an engine", "x"));
    expect(fault("p0", 2, 2)).toThrow(new ConfigError("faults.1.toS", "must be > fromS 2 s", 2));
    expect(fault("p0", -1, 2)).toThrow(new ConfigError("faults.1.fromS", "must be >= 0", -1));
  });
});

describe("the other inputs", () => {
  it("refuse a fleet without engines, ids that are not unique, a role that is none", () => {
    expect(() => create({ engines: [] })).toThrow(ConfigError);
    const [engine] = engines("p");
    if (!engine) throw new Error("one engine");
    expect(() => create({ engines: [engine, engine] })).toThrow(
      new ConfigError("engines.1.id", "must be another than those before it", "p0"),
    );
    const both = { ...engine, role: "both" as "prefill" };
    expect(() => create({ engines: [both] })).toThrow(
      new ConfigError("engines.0.role", 'must be "prefill" or "decode"', "both"),
    );
  });

  it("refuse a profile, naming engine and field", () => {
    const error = refusal(() => create({ engines: engines("p", { ttftA: Number.NaN }) }));
    expect(error).toBeInstanceOf(ProfileError);
    expect(error).toMatchObject({ engine: "p0", field: "ttftA" });
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("refuse the pass interval %f", (passIntervalS) => {
    expect(() => create({ passIntervalS })).toThrow(ConfigError);
  });

  it.each([
    ["requests.1.atS", [at(1, 1, 1), at(0.5, 1, 1)]],
    ["requests.0.atS", [at(-1, 1, 1)]],
    ["requests.0.atS", [at(Number.NaN, 1, 1)]],
    ["requests.0.atS", [at(Number.POSITIVE_INFINITY, 1, 1)]],
    ["requests.0.inputTokens", [at(0, -1, 1)]],
    ["requests.0.outputTokens", [at(0, 1, 2 ** 32)]],
  ])("refuse %s", (field, requests) => {
    const error = refusal(() => create({ requests }));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ field });
  });
});
