import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/clock";
import { ArgumentError, ProfileError } from "../../src/errors";
import { createPoolSync } from "../../src/pool/create-pool";
import type { EngineProfileInput } from "../../src/profile";

/** Prefill of x tokens takes x / 1024 s; a decode engine of n requests takes n / 64 s a token, up to 64 requests. */
const PROFILE: EngineProfileInput = {
  ttftA: 0,
  ttftB: 1 / 1024,
  ttftC: 0,
  tpotSlope: 0,
  tpotIntercept: 0,
  tpotRequestSlope: 1 / 64,
  decodeMinRequests: 1,
  decodeMaxRequests: 64,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 2 ** 20,
};
const FASTER = { ...PROFILE, ttftB: PROFILE.ttftB / 2 };

/** 2 prefill and 2 decode engines, 16 requests of 1,024 + 64 tokens within the 8 s that the account has seen. */
function poolOfFour() {
  const clock = manualClock(0);
  const engines = (["prefill", "prefill", "decode", "decode"] as const).map((role, index) => ({
    id: `gpu-${index}`,
    role,
    profile: PROFILE,
  }));
  const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.5 }, utilization: 1, engines, clock });
  for (let request = 0; request < 16; request += 1) {
    clock.set(request / 2);
    pool.open().size(1024, 64);
  }
  clock.set(8);
  return { pool, clock };
}

describe("what if", () => {
  it("without options scores the fleet as it is", () => {
    const { pool } = poolOfFour();
    const { prefill, decode, demand, scores, current, best } = pool.whatIf();
    expect([prefill, decode]).toEqual([2, 2]);
    // 16 prefills of 1 s in 8 s; 16 x 64 tokens at 64 tokens/s (32 requests in 0.5 s) in 8 s.
    expect([demand.prefillEngines, demand.decodeEngines]).toEqual([2, 2]);
    expect(scores).toEqual(pool.scores());
    expect(scores.map(({ objective }) => objective)).toEqual([2, 1, 2]);
    expect(current).toEqual(scores[1]);
    expect(best).toEqual(scores[1]);
  });

  it("adds engines of the fleet's most common profile", () => {
    const { pool } = poolOfFour();
    const { prefill, decode, demand, scores, best } = pool.whatIf({ addPrefill: 1, addDecode: 3 });
    expect([prefill, decode]).toEqual([3, 5]);
    expect([demand.prefillEngines, demand.decodeEngines]).toEqual([2, 2]);
    expect(scores.map(({ objective }) => objective)).toEqual([2, 1, 2 / 3, 0.5, 2 / 3, 1, 2]);
    expect(best?.prefill).toBe(4);
  });

  it("takes engines away, down to a role without one", () => {
    const { pool } = poolOfFour();
    const fewer = pool.whatIf({ addDecode: -1 });
    expect(fewer.scores.map(({ objective }) => objective)).toEqual([2, 2]);
    const none = pool.whatIf({ addDecode: -2 });
    expect([none.prefill, none.decode, none.current]).toEqual([2, 0, null]);
    expect(none.best?.prefill).toBe(1);
    expect(pool.whatIf({ addPrefill: -2, addDecode: -1 })).toMatchObject({ scores: [], current: null, best: null });
  });

  it("prices demand by the profiles that there would be", () => {
    const { pool } = poolOfFour();
    expect(pool.whatIf({ profile: FASTER }).demand.prefillEngines).toBe(1);
    // Four engines as they are and four twice as fast: 3/4 s for a prefill on the mean.
    expect(pool.whatIf({ addPrefill: 4, addedProfile: FASTER }).demand.prefillEngines).toBe(1.5);
  });

  it("prices demand by the promises that there would be", () => {
    const { pool } = poolOfFour();
    // At 0.25 s a token 16 requests share an engine: as many tokens/s, so as many engines.
    expect(pool.whatIf({ slo: { tpotS: 0.25 } }).demand.decodeEngines).toBe(2);
    // At 0.01 s not even one request keeps it.
    const impossible = pool.whatIf({ slo: { tpotS: 0.01 } });
    expect(impossible.demand).toMatchObject({ complete: false, gaps: ["decode_domain"], decodeEngines: 0 });
  });

  it("multiplies offered demand, and leaves residents as they are", () => {
    const { pool } = poolOfFour();
    const doubled = pool.whatIf({ demandFactor: 2 });
    expect([doubled.demand.prefillEngines, doubled.demand.decodeEngines]).toEqual([4, 4]);
    expect(doubled.scores.map(({ objective }) => objective)).toEqual([4, 2, 4]);
    expect(pool.whatIf({ demandFactor: 0 }).current?.objective).toBe(0);
  });

  it("answers for an older moment too", () => {
    const { pool, clock } = poolOfFour();
    const snapshot = pool.decisionSnapshot();
    clock.set(12);
    expect(pool.whatIf({ snapshot }).demand.prefillEngines).toBe(2);
    expect(pool.whatIf().demand.prefillEngines).toBe(16 / 12);
  });

  it("touches no state: the next decision is that of a pool that was never asked", () => {
    const [asked, silent] = [poolOfFour(), poolOfFour()];
    const before = asked.pool.state();
    asked.pool.whatIf({ addDecode: 3, profile: FASTER, slo: { ttftS: 2 }, demandFactor: 5 });
    expect(asked.pool.state()).toEqual(before);
    expect(asked.pool.pass()).toEqual(silent.pool.pass());
  });

  it.each([
    [{ addPrefill: 0.5 }, "addPrefill must be whole, got 0.5"],
    [{ addDecode: Number.NaN }, "addDecode must be whole, got NaN"],
    [{ addPrefill: -3 }, "addPrefill must leave >= 0 prefill engines, got -1"],
    [{ addDecode: -3 }, "addDecode must leave >= 0 decode engines, got -1"],
    [{ addPrefill: 253 }, "addPrefill + addDecode must leave at most 256 engines, got 257"],
    [{ demandFactor: -1 }, "demandFactor must be finite and >= 0, got -1"],
    [{ slo: { tpotS: 0 } }, "slo.tpotS must be > 0 s, got 0"],
  ])("refuses %o", (options, message) => {
    const { pool } = poolOfFour();
    expect(() => pool.whatIf(options)).toThrow(ArgumentError);
    expect(() => pool.whatIf(options)).toThrow(message);
  });

  it("takes as many engines as a pool may have", () => {
    const { pool } = poolOfFour();
    expect(pool.whatIf({ addPrefill: 252 })).toMatchObject({ prefill: 254, decode: 2 });
  });

  it("refuses a profile that is none", () => {
    const { pool } = poolOfFour();
    expect(() => pool.whatIf({ profile: { ...PROFILE, ttftB: Number.NaN } })).toThrow(ProfileError);
  });
});
