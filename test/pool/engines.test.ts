import { describe, expect, it } from "vitest";
import { ProfileError } from "../../src/errors";
import { createPoolSync } from "../../src/pool/create-pool";
import type { EngineProfileInput } from "../../src/profile";
import { PROFILE } from "../fleet/fixtures";
import { poolAt0, SLO, view } from "./fixtures";
import { requestIn } from "./moves";

/** The case nan-profile: coefficients that are none, also as JSON gives them. */
const NOT_PROFILES = [
  [{ ttftB: Number.NaN }, "ttftB must be a number, got NaN"],
  [{ ttftB: Number.POSITIVE_INFINITY }, "ttftB must be finite, got Infinity"],
  [{ ttftB: undefined }, "ttftB is required, got undefined"],
  [{ ttftB: null }, "ttftB must be a number, got null"],
  [{ ttftB: "0.001" }, 'ttftB must be a number, got "0.001"'],
  [{ tpotSlope: -1 }, "tpotSlope must be >= 0, got -1"],
  [{ decodeMaxRequests: 1.5 }, "decodeMaxRequests must be whole, got 1.5"],
  [{ decodeMinKvTokens: 0 }, "decodeMinKvTokens must be >= 1, got 0"],
  [{ decodeMinRequests: 65 }, "decodeMinRequests must be <= decodeMaxRequests 64, got 65"],
  [{ kvCapacityTokens: 99_999 }, "decodeMaxKvTokens must be <= kvCapacityTokens 99999, got 100000"],
] as const;

function refusal(call: () => void): ProfileError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return error as ProfileError;
  }
  throw new Error("the profile was taken");
}

describe("nan-profile", () => {
  it.each(NOT_PROFILES)(
    "%j is refused by engine, field and value, and the old profile stays in force",
    (wrong, rule) => {
      const profile = { ...PROFILE, ...wrong } as EngineProfileInput;
      const { pool } = poolAt0();
      requestIn("prefill", pool);
      const before = view(pool);
      const error = refusal(() => pool.setProfile("p", profile));
      expect(error.message).toBe(`profile of engine "p": ${rule}`);
      expect(error).toMatchObject({ code: "ERR_NARWHAL_PROFILE", engine: "p", field: rule.split(" ")[0] });
      expect(view(pool)).toEqual(before);
      expect(pool.loads().prefill).toBe(0.5);
    },
  );

  it.each(NOT_PROFILES)("%j is refused where an engine joins, and at the start", (wrong, rule) => {
    const engine = { id: "new", role: "decode", profile: { ...PROFILE, ...wrong } as EngineProfileInput } as const;
    const { pool } = poolAt0();
    expect(refusal(() => pool.addEngine(engine)).message).toBe(`profile of engine "new": ${rule}`);
    expect(pool.split()).toEqual({ prefill: 1, decode: 1 });
    const create = () => void createPoolSync({ slo: SLO, engines: [engine] });
    expect(refusal(create).message).toBe(`profile of engine "new": ${rule}`);
  });

  it.each([5, "profile", [], new Map()])("%s is no profile", (profile) => {
    const { pool } = poolAt0();
    expect(() => pool.setProfile("p", profile as never)).toThrow(ProfileError);
    expect(pool.state().fleet.engines[0]?.has_profile).toBe(true);
  });
});

describe("the engines of a pool", () => {
  it("may take another profile, or none", () => {
    const { pool } = poolAt0();
    requestIn("prefill", pool);
    pool.setProfile("p", { ...PROFILE, ttftB: 0.0005 });
    expect(pool.loads().prefill).toBe(0.25);
    pool.setProfile("p", null);
    expect(pool.loads().prefill).toBe(0);
    expect(pool.state().fleet.engines[0]).toMatchObject({ has_profile: false, prefill_requests: 1 });
    expect(pool.decisionSnapshot().profilesComplete).toBe(false);
  });

  it("are refused with a bad id or role, or one that is taken, and none joins", () => {
    const { pool } = poolAt0();
    const before = view(pool);
    const add = (id: unknown, role: unknown) => () => pool.addEngine({ id, role } as never);
    expect(add("p", "decode")).toThrow('id must be the id of no other engine, got "p"');
    expect(add("", "decode")).toThrow('id must be a string that is not empty, got ""');
    expect(add("x", "both")).toThrow('role must be "prefill" or "decode", got "both"');
    expect(view(pool)).toEqual(before);
  });

  it("count for the split when they are unavailable, and not for the loads", () => {
    const { pool } = poolAt0();
    requestIn("prefill", pool);
    pool.setAvailable("p", false);
    expect(pool.split()).toEqual({ prefill: 1, decode: 1 });
    expect(pool.loads().prefill).toBe(0);
    pool.setAvailable("p", true);
    expect(pool.loads().prefill).toBe(0.5);
    pool.setPinned("d", true);
    expect(pool.state().fleet.engines).toMatchObject([
      { id: "p", available: true, pinned: false },
      { id: "d", available: true, pinned: true },
    ]);
  });

  it("may all have left: then only what needs an engine is refused", () => {
    const { pool } = poolAt0();
    const request = requestIn("waiting", pool);
    pool.removeEngine("p");
    pool.removeEngine("d");
    expect(pool.scores()).toEqual([]);
    expect(pool.loads()).toEqual({ prefill: null, decode: null });
    expect(pool.demand().gaps).toEqual(["no_profiles"]);
    request.complete();
    expect(pool.attainment().total).toBe(1);
  });
});

describe("attainment", () => {
  it.each([0, -1, 480.5, Number.NaN, Number.POSITIVE_INFINITY])("of %s s is refused", (windowS) => {
    const { pool } = poolAt0();
    const wanted = { code: "ERR_NARWHAL_ARGUMENT", field: "windowS", value: windowS };
    expect(() => pool.attainment(windowS)).toThrow(expect.objectContaining(wanted));
  });

  it("is that of one window, or of up to four", () => {
    const { pool, clock } = poolAt0();
    requestIn("failed", pool);
    clock.set(300);
    requestIn("failed", pool);
    expect([pool.attainment(), pool.attainment(299), pool.attainment(480)].map(({ total }) => total)).toEqual([
      1, 1, 2,
    ]);
  });
});
