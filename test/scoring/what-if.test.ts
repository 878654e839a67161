import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/clock";
import { ArgumentError, ProfileError } from "../../src/errors";
import { createPoolSync } from "../../src/pool/create-pool";
import type { EngineProfileInput } from "../../src/profile";
import type { WhatIf } from "../../src/scoring/what-if";

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

const CONFIG = { slo: { ttftS: 1, tpotS: 0.5 }, utilization: 1, stepS: 8 };

/** Engines gpu-0, gpu-1 and so on, of these profiles: the first two are for prefill. */
function enginesOf(profiles: readonly (EngineProfileInput | null)[]) {
  return profiles.map((profile, index) => {
    const role = index < 2 ? ("prefill" as const) : ("decode" as const);
    return { id: `gpu-${index}`, role, profile };
  });
}

/**
 * 2 prefill and 2 decode engines, or those of the profiles; 16 requests of 1,024 + 64 tokens within the 8 s that the
 * account has seen.
 */
function poolOfFour(profiles: readonly (EngineProfileInput | null)[] = [PROFILE, PROFILE, PROFILE, PROFILE]) {
  const clock = manualClock(0);
  const pool = createPoolSync({ ...CONFIG, engines: enginesOf(profiles), clock });
  for (let request = 0; request < 16; request += 1) {
    clock.set(request / 2);
    pool.open().size(1024, 64);
  }
  clock.set(8);
  return { pool, clock };
}

/**
 * 2 prefill and 2 decode engines at 1.25 s. In prefill, gpu-0 has had work of 4 s: in sum 4 of the limit of 1 s. In
 * decode, gpu-2 and gpu-3 have residents that have stalled for 0.25 s: in sum 1, in units of the limit of 0.5 s.
 */
function pressedPool(profile: EngineProfileInput = PROFILE) {
  const clock = manualClock(0);
  const pool = createPoolSync({ ...CONFIG, engines: enginesOf([profile, profile, profile, profile]), clock });
  const requests = [4096 - 32, 32].map((inputTokens) => {
    const request = pool.open();
    request.size(inputTokens, 64);
    request.prefill("gpu-0");
    return request;
  });
  clock.set(1);
  pool.sample();
  for (const [index, request] of requests.entries()) {
    request.firstToken();
    request.decode(`gpu-${2 + index}`);
    request.token();
  }
  clock.set(1.25);
  return { pool, clock, requests };
}

const ttftOf = ({ scores }: WhatIf) => scores.map(({ ttftRatio }) => ttftRatio);
const tpotOf = ({ scores }: WhatIf) => scores.map(({ tpotRatio }) => tpotRatio);

describe("what if", () => {
  it("without options scores the fleet as it is", () => {
    const { pool } = poolOfFour();
    const { prefill, decode, demand, scores, current, best } = pool.whatIf();
    expect([prefill, decode]).toEqual([2, 2]);
    // 16 prefills of 1 s in 8 s; 16 x 64 tokens at 64 tokens/s (32 requests in 0.5 s) in 8 s.
    expect([demand.prefillDemand, demand.decodeDemand]).toEqual([2, 2]);
    expect(scores).toEqual(pool.scores());
    expect(scores.map(({ objective }) => objective)).toEqual([2, 1, 2]);
    expect(current).toEqual(scores[1]);
    expect(best).toEqual(scores[1]);
  });

  it("adds engines of the fleet's most common profile", () => {
    const { pool } = poolOfFour();
    const { prefill, decode, demand, scores, best } = pool.whatIf({ addPrefill: 1, addDecode: 3 });
    expect([prefill, decode]).toEqual([3, 5]);
    expect([demand.prefillDemand, demand.decodeDemand]).toEqual([2, 2]);
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
    expect(fewer.best?.prefill).toBe(1);
    expect(pool.whatIf({ addPrefill: -2, addDecode: -1 })).toMatchObject({ scores: [], current: null, best: null });
  });

  it("prices demand by the profiles that there would be", () => {
    const { pool } = poolOfFour();
    expect(pool.whatIf({ profile: FASTER }).demand.prefillDemand).toBe(1);
    // Four engines as they are and four twice as fast: 3/4 s for a prefill on the mean.
    expect(pool.whatIf({ addPrefill: 4, addedProfile: FASTER }).demand.prefillDemand).toBe(1.5);
  });

  it("adds the most common profile, and takes engines of it away", () => {
    const { pool } = poolOfFour([FASTER, PROFILE, PROFILE, PROFILE, PROFILE]);
    // 2 prefills a second, by the mean of those that take a second and those that take half of one.
    expect(pool.whatIf({ addDecode: 3 }).demand.prefillDemand).toBe((2 * 7.5) / 8);
    expect(pool.whatIf({ addDecode: 3, addedProfile: FASTER }).demand.prefillDemand).toBe((2 * 6) / 8);
    expect(pool.whatIf({ addPrefill: -1 }).demand.prefillDemand).toBe((2 * 3.5) / 4);
  });

  it("without options scores a fleet of several kinds exactly as it is", () => {
    // Their mean depends on the order that they are added up in.
    const kinds = [0.1, 0.3, 0.3, 0.2, 0.2, 0.2].map((ttftB) => ({ ...PROFILE, ttftB }));
    const { pool } = poolOfFour(kinds);
    expect(pool.whatIf().scores).toEqual(pool.scores());
    expect(pool.whatIf({ addPrefill: 1, addDecode: -1 }).scores).toEqual(pool.scores());
  });

  it("without every engine's profile prices nothing, whatever is added, and nothing can serve", () => {
    const { pool } = poolOfFour([PROFILE, PROFILE, PROFILE, null]);
    for (const options of [{}, { addDecode: 1 }, { addDecode: 1, addedProfile: PROFILE }]) {
      const { demand, best } = pool.whatIf(options);
      expect([demand.gaps, best]).toEqual([["no_profiles"], null]);
    }
    expect(pool.whatIf({ profile: PROFILE }).demand.prefillDemand).toBe(2);
  });

  it("prices demand by the promises that there would be", () => {
    const { pool } = poolOfFour();
    // At 0.25 s a token 16 requests share an engine: as many tokens/s, so as many engines.
    expect(pool.whatIf({ slo: { tpotS: 0.25 } }).demand.decodeDemand).toBe(2);
    // At 0.01 s not even one request keeps it.
    const impossible = pool.whatIf({ slo: { tpotS: 0.01 } });
    expect(impossible.demand).toMatchObject({ complete: false, gaps: ["decode_domain"], decodeDemand: 0 });
  });

  it("multiplies offered demand, and leaves residents as they are", () => {
    const { pool } = poolOfFour();
    const doubled = pool.whatIf({ demandFactor: 2 });
    expect(doubled.demand).toMatchObject({ prefillDemand: 4, decodeDemand: 4, expectedEngines: 4 });
    expect(doubled.scores.map(({ objective }) => objective)).toEqual([4, 2, 4]);
    expect(pool.whatIf({ demandFactor: 0 }).current?.objective).toBe(0);
  });

  it("answers for an older moment too", () => {
    const { pool, clock } = poolOfFour();
    const snapshot = pool.decisionSnapshot();
    clock.set(12);
    expect(pool.whatIf({ snapshot }).demand.prefillDemand).toBe(2);
    expect(pool.whatIf().demand.prefillDemand).toBe(16 / 12);
  });

  it("spreads what presses a pool over the engines that it would have", () => {
    const { pool } = pressedPool();
    expect(ttftOf(pool.whatIf())).toEqual([4, 2, 4 / 3]);
    expect(tpotOf(pool.whatIf())).toEqual([1 / 3, 1 / 2, 1]);
    const more = pool.whatIf({ addPrefill: 2, addDecode: 1 });
    expect(ttftOf(more)).toEqual([4, 2, 4 / 3, 1, 4 / 5, 4 / 6]);
    expect(tpotOf(more)).toEqual([1 / 6, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1]);
    expect(more.current).toEqual(more.scores[3]);
  });

  it("keeps what presses a pool of which no engine is left", () => {
    const { pool } = pressedPool();
    expect(pool.whatIf({ addPrefill: -2 }).scores).toMatchObject([{ ttftRatio: 4, tpotRatio: 1 }]);
    expect(pool.whatIf({ addDecode: -2 }).scores).toMatchObject([{ ttftRatio: 4, tpotRatio: 1 }]);
  });

  it("takes what presses a pool as ratios of the promises that there would be", () => {
    const { pool } = pressedPool();
    const ttft = pool.whatIf({ slo: { ttftS: 2 } });
    expect([ttftOf(ttft), tpotOf(ttft)]).toEqual([
      [2, 1, 2 / 3],
      [1 / 3, 1 / 2, 1],
    ]);
    const tpot = pool.whatIf({ slo: { tpotS: 0.25 } });
    expect([ttftOf(tpot), tpotOf(tpot)]).toEqual([
      [4, 2, 4 / 3],
      [2 / 3, 1, 2],
    ]);
  });

  it("counts an engine without residents in its pool, by other promises too", () => {
    const { pool, requests } = pressedPool();
    requests[1]?.cancel();
    expect(tpotOf(pool.whatIf())).toEqual([1 / 6, 1 / 4, 1 / 2]);
    expect(tpotOf(pool.whatIf({ slo: { tpotS: 0.25 } }))).toEqual([1 / 3, 1 / 2, 1]);
  });

  it("takes what pressed a pool from an older moment, by its own promises", () => {
    const { pool, clock, requests } = pressedPool();
    const snapshot = pool.decisionSnapshot();
    for (const request of requests) request.cancel();
    clock.set(2);
    pool.sample();
    expect(ttftOf(pool.whatIf({ snapshot, slo: { ttftS: 2 } }))).toEqual([2, 1, 2 / 3]);
    expect(tpotOf(pool.whatIf({ snapshot, slo: { ttftS: 2 } }))).toEqual([1 / 3, 1 / 2, 1]);
  });

  it("leaves residents where they are: idle decode engines are the first to go", () => {
    const { pool, requests } = pressedPool();
    const tokensOf = ({ scores }: WhatIf) => scores.map(({ decodeTokensPerEngine }) => decodeTokensPerEngine);
    // 4,064 + 1 and 32 + 1 tokens on two engines.
    expect(tokensOf(pool.whatIf({ addDecode: 2 }))).toEqual([5, 4, 3, 2, 2].map((engines) => 4098 / engines));
    expect(tokensOf(pool.whatIf({ addDecode: -1 }))).toEqual([4098 / 2, 4098]);
    requests[1]?.cancel();
    expect(tokensOf(pool.whatIf({ addDecode: -1 }))).toEqual([4065 / 2, 4065]);
  });

  it("counts residents on engines that have changed their role, as the fleet's own scores do", () => {
    const { pool } = pressedPool();
    const snapshot = { ...pool.decisionSnapshot(), prefillEngines: 3, decodeEngines: 1 };
    const { scores } = pool.whatIf({ snapshot });
    expect(scores.map(({ decodeTokensPerEngine }) => decodeTokensPerEngine)).toEqual([4098 / 3, 4098 / 2, 4098 / 2]);
    expect(scores).toEqual(pool.scores({ snapshot }));
  });

  it("scores a fleet that has no engine of a role as it is", () => {
    const { pool } = pressedPool();
    const made = pool.decisionSnapshot();
    for (const prefillEngines of [0, 4]) {
      const snapshot = { ...made, prefillEngines, decodeEngines: 4 - prefillEngines, residentsInDomain: false };
      expect(pool.whatIf({ snapshot }).scores).toEqual(pool.scores({ snapshot }));
    }
  });

  it("shrinks no decode pool further whose residents are out of their domain", () => {
    const { pool } = pressedPool();
    const snapshot = { ...pool.decisionSnapshot(), residentsInDomain: false };
    const covered = ({ scores }: WhatIf) => scores.map(({ decodeProfileCovered }) => decodeProfileCovered);
    expect(covered(pool.whatIf({ snapshot, addPrefill: -1 }))).toEqual([true, false]);
    expect(covered(pool.whatIf({ snapshot, addDecode: -1 }))).toEqual([true, true]);
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
    [{ slo: 5 as never }, "slo must be an object that can be read, got 5"],
  ])("refuses %o", (options, message) => {
    const { pool } = poolOfFour();
    expect(() => pool.whatIf(options)).toThrow(ArgumentError);
    expect(() => pool.whatIf(options)).toThrow(message);
  });

  it("takes as many engines as a pool may have", () => {
    const { pool } = poolOfFour();
    expect(pool.whatIf({ addPrefill: 252 })).toMatchObject({ prefill: 254, decode: 2 });
  });

  it.each(["profile", "addedProfile"])("refuses a %s that is none", (field) => {
    const { pool } = poolOfFour();
    const ask = () => pool.whatIf({ addDecode: 1, [field]: { ...PROFILE, ttftB: -1 } });
    expect(ask).toThrow(ProfileError);
    expect(ask).toThrow('profile of engine "(what if)": ttftB must be >= 0, got -1');
  });
});
