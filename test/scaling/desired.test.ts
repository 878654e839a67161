import { describe, expect, it, test } from "vitest";
import type { DesiredOptions } from "../../src/index";
import { enginesOf, Scene, served } from "../control/fixtures";
import { poolAt0 } from "../pool/fixtures";

const headroom = (options = {}) => new Scene("pd", { policy: "headroom", ...options });

describe("desired engines under headroom", () => {
  it("are the least that keep load + 3 spreads; an even load has the least spread, 0.15", () => {
    const { pool } = served(headroom(), 2.5, 60);
    expect(pool.desired()).toEqual({
      valid: true,
      gap: null,
      engines: 4,
      prefill: 3,
      decode: 1,
      roles: {
        prefill: { load: 2.5, spread: 0.15, engines: 3, reason: "load" },
        decode: { load: 0, spread: 0.15, engines: 1, reason: "load" },
      },
      spreads: 3,
      basis: "offered_work",
      active: true,
      reason: "prefill 3: load 2.50 + 3 x 0.15; decode 1: load 0.00 + 3 x 0.15",
    });
  });

  it("need the history that evidence needs", () => {
    expect(served(headroom(), 2.5, 4).pool.desired().valid).toBe(true);
    const { pool } = served(headroom(), 2.5, 3);
    expect(pool.desired()).toMatchObject({
      valid: false,
      gap: "history_short",
      engines: null,
      prefill: null,
      roles: null,
    });
    expect(pool.desired().reason).toBe("the load has not been observed for long enough");
  });

  it("never go below the floors", () => {
    const { pool } = served(headroom({ minPrefill: 1, minDecode: 2 }), 2.5, 60);
    expect(pool.desired()).toMatchObject({ engines: 5, decode: 2, roles: { decode: { reason: "floor" } } });
    expect(pool.desired().reason).toMatch(/; decode 2, by its floor: /);
  });

  test.each<[DesiredOptions, number, number, string, string]>([
    [{ spreads: 4 }, 4, 1, "load", "load"],
    [{ maxPrefill: 2 }, 2, 1, "cap", "load"],
    [{ maxEngines: 3 }, 2, 1, "cap", "load"],
    [{ maxEngines: 100 }, 3, 1, "load", "load"],
  ])("with %j are %i and %i", (options, prefill, decode, prefillReason, decodeReason) => {
    const { pool } = served(headroom(), 2.5, 60);
    expect(pool.desired(options)).toMatchObject({
      prefill,
      decode,
      engines: prefill + decode,
      roles: { prefill: { reason: prefillReason }, decode: { reason: decodeReason } },
    });
  });

  it("take their options from the pool, too", () => {
    const { pool } = served(headroom({ desired: { spreads: 4 } }), 2.5, 60);
    expect(pool.desired()).toMatchObject({ prefill: 4, spreads: 4 });
  });

  it("are unknown without any model", () => {
    const { pool } = served(headroom({ engines: enginesOf("pd", null) }), 2.5, 60);
    expect(pool.desired()).toMatchObject({ valid: false, gap: "no_model", active: true });
  });
});

describe("desired engines under reactive", () => {
  it("are from the demand of the window, with the spread of random arrivals", () => {
    const { pool } = served(new Scene("pd", { policy: "reactive" }), 2, 60);
    // 2 engines of 2 s each: sqrt(2 x 2 x 2) = 2.83, so 2 + 3 x 2.83 = 10.5.
    expect(pool.desired()).toMatchObject({ valid: true, basis: "demand", prefill: 11, decode: 1 });
    expect(pool.desired().roles?.prefill).toMatchObject({ load: 2, reason: "load" });
    expect(pool.desired().roles?.prefill.spread).toBeCloseTo(2.828, 3);
  });

  it("are unknown while demand is incomplete, or short", () => {
    const { pool } = served(new Scene("pd", { policy: "reactive" }), 2, 60);
    pool.open();
    expect(pool.desired()).toMatchObject({ valid: false, gap: "demand_incomplete" });
    expect(served(new Scene("pd", { policy: "reactive" }), 2, 3).pool.desired().gap).toBe("history_short");
    expect(served(new Scene("pd", { policy: "reactive" }), 2, 4).pool.desired().gap).toBe(null);
  });
});

describe("desired engines of any pool", () => {
  it("are the floors while nothing comes", () => {
    const { pool, clock } = poolAt0();
    clock.set(100);
    expect(pool.desired()).toMatchObject({ valid: true, prefill: 1, decode: 1, active: false });
  });

  test.each([
    ["spreads must be > 0, got 0", { spreads: 0 }],
    ["spreads must be > 0, got NaN", { spreads: Number.NaN }],
    ["maxPrefill must be a whole number >= 1, got 0", { maxPrefill: 0 }],
    ["maxDecode must be a whole number >= 1, got 1.5", { maxDecode: 1.5 }],
    ["maxEngines must be a whole number >= 2, got 1", { maxEngines: 1 }],
  ])("refuse: %s", (message, options) => {
    expect(() => poolAt0().pool.desired(options)).toThrow(message);
    expect(() => poolAt0({ desired: options })).toThrow(message);
  });
});
