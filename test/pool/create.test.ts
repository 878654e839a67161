import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/clock";
import { configSchema } from "../../src/config";
import { STATE_SCHEMA, STATE_VERSION } from "../../src/document-names";
import { ConfigError, MemoryError } from "../../src/errors";
import { createPool, createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import { Pool } from "../../src/pool/pool";
import { PROFILE } from "../fleet/fixtures";
import { ENGINES, poolAt0, SLO, view } from "./fixtures";
import { requestIn } from "./moves";

function refused(options: unknown): ConfigError {
  try {
    createPoolSync(options as PoolOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error as ConfigError;
  }
  throw new Error("the options were taken");
}

describe("the options of a pool", () => {
  it("need be no more than the SLOs: all others are the defaults of the configuration", () => {
    const { config } = createPoolSync({ slo: SLO });
    const defaults = Object.entries(configSchema.entries).map(([field, schema]) => [
      field,
      "default" in schema ? schema.default : null,
    ]);
    expect(config).toEqual({ ...Object.fromEntries(defaults), ttftSloS: 2, tpotSloS: 0.05 });
    expect(config).toMatchObject({ windowS: 120, stepS: 5, maxShapes: 128, utilization: 0.8, advisory: false });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it("may be any field of the configuration", () => {
    const { config } = createPoolSync({ slo: SLO, windowS: 60, evidenceMaxSpanS: 60, maxShapes: 16 });
    expect(config).toMatchObject({ windowS: 60, evidenceMaxSpanS: 60, maxShapes: 16 });
  });

  it.each([
    [{}, "slo.ttftS is required, got undefined"],
    [{ slo: null }, "slo.ttftS is required, got undefined"],
    [{ ttftSloS: 1, tpotSloS: 0.05 }, "slo.ttftS is required, got undefined"],
    [{ slo: { ttftS: 1 } }, "slo.tpotS is required, got undefined"],
    [{ slo: { ttftS: undefined, tpotS: 1 } }, "slo.ttftS must be a number, got undefined"],
    [{ slo: { ttftS: "1", tpotS: 1 } }, 'slo.ttftS must be a number, got "1"'],
    [{ slo: { ttftS: 1, tpotS: 0 } }, "slo.tpotS must be > 0 s, got 0"],
    [{ slo: { ttftS: -1, tpotS: 1 } }, "slo.ttftS must be > 0 s, got -1"],
    [{ slo: { ttftS: Number.NaN, tpotS: 1 } }, "slo.ttftS must be a number, got NaN"],
    [{ slo: { ttftS: Number.POSITIVE_INFINITY, tpotS: 1 } }, "slo.ttftS must be finite, got Infinity"],
    [{ slo: { ttftS: 1, tpotS: 1, ttft: 2 } }, "slo.ttft is not a known field, got 2; did you mean ttftS?"],
    [{ slo: 5 }, "slo must be an object, got 5"],
  ])("name the promise by its name (%j)", (options, message) => {
    const error = refused(options);
    expect(error.message).toBe(message);
    expect(error.code).toBe("ERR_NARWHAL_CONFIG");
    expect(message.startsWith(`${error.field} `)).toBe(true);
  });

  it.each([
    [{ window: 5 }, "window is not a known field, got 5; did you mean windowS?"],
    [{ polcy: "headroom" }, 'polcy is not a known field, got "headroom"; did you mean policy?'],
    [{ colour: 5 }, "colour is not a known field, got 5"],
    [{ windowS: "60" }, 'windowS must be a number, got "60"'],
    [{ windowS: 0 }, "windowS must be > 0 s, got 0"],
    [{ utilization: 1.5 }, "utilization must be <= 1, got 1.5"],
    [{ maxShapes: 1025 }, "maxShapes must be <= 1024, got 1025"],
    [{ minArrivals: 1.5 }, "minArrivals must be whole, got 1.5"],
    [{ shrink: 2 }, "shrink must be < expand 1, got 2"],
    [{ evidenceMaxSpanS: 200 }, "evidenceMaxSpanS must be <= windowS 120 s, got 200"],
    [{ advisory: "yes" }, 'advisory must be true or false, got "yes"'],
    [{ applyMoves: "later" }, 'applyMoves must be auto or host, got "later"'],
    [{ whileUnavailable: "panic" }, 'whileUnavailable must be hold or rebalance, got "panic"'],
  ])("are refused with field, rule and value (%j)", (fields, message) => {
    expect(refused({ slo: SLO, ...fields }).message).toBe(message);
  });

  it("bound the memory, and the error says how much it would need", () => {
    const create = (maxMemoryBytes: number) => createPoolSync({ slo: SLO, maxMemoryBytes });
    const { memory_bytes: bytes } = create(256 * 2 ** 20).state();
    expect(create(bytes as number).state().memory_bytes).toBe(bytes);
    expect(() => create(1e6)).toThrow(MemoryError);
    expect(() => create(1e6)).toThrow(/^the configuration needs (\d+) bytes, more than maxMemoryBytes 1000000: /);
    const needed = (): number => {
      try {
        create(1e6);
      } catch (error) {
        return (error as MemoryError).neededBytes;
      }
      return 0;
    };
    expect(needed()).toBeGreaterThan(1e6);
    expect(create(needed()).state().memory_bytes).toBe(bytes);
    expect(() => create(needed() - 1)).toThrow(MemoryError);
  });
});

describe("making a pool", () => {
  it("at once or later gives the same", async () => {
    const pools = [false, true].map(async (later) => {
      const options: PoolOptions = { slo: SLO, engines: ENGINES, clock: manualClock(3) };
      const pool = later ? await createPool(options) : createPoolSync(options);
      expect(pool).toBeInstanceOf(Pool);
      requestIn("streaming", pool);
      requestIn("waiting", pool);
      return view(pool);
    });
    const [atOnce, later] = await Promise.all(pools);
    expect(later).toEqual(atOnce);
    expect(atOnce?.state.started_s).toBe(3);
  });

  it("later refuses what at once is refused", async () => {
    await expect(createPool({} as PoolOptions)).rejects.toThrow("slo.ttftS is required");
  });

  it("works from a module that is given", async () => {
    const module = new WebAssembly.Module(readFileSync("build/core.wasm"));
    const options = { slo: SLO, engines: ENGINES, module };
    for (const pool of [createPoolSync(options), await createPool(options)]) {
      requestIn("completed", pool);
      expect(pool.attainment().total).toBe(1);
    }
  });

  it("refuses a module that is not of this version", () => {
    const empty = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    expect(refused({ slo: SLO, module: empty }).field).toBe("module");
  });

  it("gives a document of its name and version", () => {
    expect(poolAt0().pool.state()).toMatchObject({ schema: STATE_SCHEMA, version: STATE_VERSION });
    expect([STATE_SCHEMA, STATE_VERSION]).toEqual(["narwhal-slo/state", 1]);
  });

  it("several times in a process makes pools that never meet", () => {
    const pools = Array.from({ length: 3 }, (_, index) => poolAt0({ slo: { ttftS: index + 1, tpotS: 1 } }).pool);
    const untouched = view(poolAt0({ slo: { ttftS: 2, tpotS: 1 } }).pool);
    const [first, second, third] = pools as [Pool, Pool, Pool];
    requestIn("streaming", first);
    third.setProfile("d", { ...PROFILE, tpotIntercept: 0.02 });
    third.removeEngine("p");
    expect(first.state().requests.opened).toBe(1);
    expect(view(second)).toEqual(untouched);
    expect(third.split()).toEqual({ prefill: 0, decode: 1 });
  });
});
