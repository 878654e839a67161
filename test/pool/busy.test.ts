import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock, type PoolOptions } from "../../src/index";

const SLO = { ttftS: 1, tpotS: 0.05 };

const PROFILE = {
  ttftA: 0,
  ttftB: 1e-3,
  ttftC: 0,
  tpotSlope: 1e-6,
  tpotIntercept: 0.01,
  decodeMinRequests: 1,
  decodeMaxRequests: 64,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 1_000_000,
};

const ENGINES = [
  { id: "p", role: "prefill", profile: PROFILE },
  { id: "d", role: "decode", profile: PROFILE },
] as const;

function poolOf(options: Partial<PoolOptions> = {}) {
  const clock = manualClock(1000);
  return { clock, pool: createPoolSync({ slo: SLO, clock, engines: ENGINES, ...options }) };
}

describe("offers whose size is not known", () => {
  it("make demand incomplete by the specification, be it one of 99", () => {
    const { clock, pool } = poolOf();
    for (let i = 0; i < 99; i += 1) pool.open().size(100, 64);
    pool.open();
    clock.advance(120);
    expect(pool.demand()).toMatchObject({ complete: false, gaps: ["pending"], prefillDemand: 9.9 / 120 });
  });

  it("count as the mean of the others, as long as they are few", () => {
    const { clock, pool } = poolOf({ unsizedTolerance: 0.02 });
    for (let i = 0; i < 98; i += 1) pool.open().size(100, 64);
    pool.open();
    pool.open().cancel();
    clock.advance(119);
    const { complete, gaps, prefillDemand, expectedEngines } = pool.demand();
    expect({ complete, gaps }).toEqual({ complete: true, gaps: [] });
    expect(prefillDemand).toBeCloseTo(10 / 119, 12);
    const exact = poolOf();
    for (let i = 0; i < 100; i += 1) exact.pool.open().size(100, 64);
    exact.clock.advance(119);
    expect(expectedEngines).toBeCloseTo(Number(exact.pool.demand().expectedEngines), 12);
  });

  it("make it incomplete where they are more", () => {
    const { clock, pool } = poolOf({ unsizedTolerance: 0.02 });
    for (let i = 0; i < 97; i += 1) pool.open().size(100, 64);
    for (let i = 0; i < 3; i += 1) pool.open();
    clock.advance(100);
    expect(pool.demand()).toMatchObject({ complete: false, gaps: ["pending"] });
    expect(pool.demand().prefillDemand).toBeCloseTo(9.7 / 100, 12);
  });

  it("are lost after a while, if so configured", () => {
    const { clock, pool } = poolOf({ offerTimeoutS: 60 });
    pool.open();
    clock.advance(10);
    const quick = pool.open();
    clock.advance(49.999);
    expect(pool.state().offers).toMatchObject({ offered: 2, pending: 2, lost: 0, timed_out: 0 });
    clock.advance(0.001);
    expect(pool.state().offers).toMatchObject({ offered: 2, pending: 1, lost: 1, timed_out: 1 });
    quick.size(100, 64);
    clock.advance(100);
    expect(pool.state().offers).toMatchObject({ offered: 2, pending: 0, sized: 1, lost: 1, timed_out: 1 });
  });

  it("that are sized too late keep the request, not its demand", () => {
    const { clock, pool } = poolOf({ offerTimeoutS: 60 });
    const late = pool.open();
    clock.advance(60);
    late.size(100, 64);
    expect(late.state).toBe("sized");
    late.reprice(120);
    late.prefill("p");
    expect(pool.demand().prefillDemand).toBe(0);
    late.firstToken();
    late.complete({ outputTokens: 1 });
    const { anomalies, offers, requests, attainment, demand_history } = pool.state();
    expect(anomalies.late_size).toBe(1);
    expect(offers).toMatchObject({ offered: 1, pending: 0, sized: 0, lost: 1, timed_out: 1 });
    expect(requests).toMatchObject({ opened: 1, completed: 1, pending: 0, open: 0 });
    expect(attainment.outcomes).toBe(1);
    expect(demand_history.observed_decode.observations).toBe(1);
  });

  it("time out in any order of arrival", () => {
    const { clock, pool } = poolOf({ offerTimeoutS: 60 });
    const requests = Array.from({ length: 5 }, () => pool.open());
    requests[2]?.size(10, 10);
    requests[0]?.size(10, 10);
    requests[4]?.cancel();
    clock.advance(61);
    expect(pool.state().offers).toMatchObject({ offered: 5, pending: 0, sized: 2, lost: 3, timed_out: 2 });
  });
});

describe("an event stamped in milliseconds", () => {
  it("is refused and counted, and no window moves", () => {
    const { clock, pool } = poolOf();
    const before = pool.open();
    before.size(100, 64);
    before.firstToken({ at: 1_000_000 });
    before.complete({ at: 1_000_000 });
    const opened = pool.open({ at: 1_000_000 });
    expect(opened.arrivedS).toBe(1000);
    expect(before.state).toBe("sized");
    clock.advance(1);
    const { anomalies, demand_history, hints } = pool.state();
    expect(anomalies.future_time).toBe(3);
    expect(demand_history.arrivals.observations).toBe(1);
    expect(hints).toContain("3 events were stamped more than 60 s ahead and refused: times are seconds");
  });

  it("is one ahead of the clock by more than maxFutureS", () => {
    const { pool } = poolOf({ maxFutureS: 5, strict: true });
    const request = pool.open({ at: 1005 });
    expect(request.arrivedS).toBe(1000);
    expect(pool.state().anomalies).toMatchObject({ ahead_time: 1, future_time: 0 });
    expect(() => request.size(100, 64, { at: 1005.001 })).toThrow(
      "at must be at most 5 s ahead of the clock, got 1005.001",
    );
    expect(request.state).toBe("pending");
  });
});

describe("the preset for busy routers", () => {
  it("sets what the specification leaves out", () => {
    const { pool } = poolOf({ preset: "busy" });
    expect(pool.state().policy).toBe("headroom");
    const { overflow, unsizedTolerance, offerTimeoutS } = pool.config;
    expect({ overflow, unsizedTolerance, offerTimeoutS }).toEqual({
      overflow: "binned",
      unsizedTolerance: 0.02,
      offerTimeoutS: 60,
    });
  });

  it("gives way to the router's own options", () => {
    expect(poolOf({ preset: "busy", policy: "reactive" }).pool.state().policy).toBe("reactive");
    expect(poolOf({ preset: "busy", offerTimeoutS: 5 }).pool.config).toMatchObject({
      overflow: "binned",
      offerTimeoutS: 5,
    });
  });

  it.each(["idle", "toString", 7])("is no %s", (preset) => {
    expect(() => poolOf({ preset: preset as "busy" })).toThrow(/^preset must be busy, got/);
  });
});

describe("hints", () => {
  it("are none where all is well", () => {
    const { pool } = poolOf();
    pool.open().size(100, 64);
    expect(pool.state().hints).toEqual([]);
  });

  it("tell what the overflow costs, and what to do", () => {
    const { pool } = poolOf({ maxShapes: 10 });
    // Exact: 10 of 100 tokens on average. Overflow: 10 at the largest of them, 200 tokens.
    for (let i = 0; i < 10; i += 1) pool.open().size(91 + 2 * i, 64);
    for (let i = 0; i < 10; i += 1) pool.open().size(200 - i, 64);
    expect(pool.state().hints).toEqual(["50% of arrivals are in overflow: priced 1.5x too high; use overflow: binned"]);
  });

  it("tell when output lengths are not learned, and until when", () => {
    const { clock, pool } = poolOf({ maxShapes: 1 });
    for (const tokens of [5, 6]) {
      const request = pool.open();
      request.size(100, 64);
      request.complete({ outputTokens: tokens });
    }
    clock.advance(79.5);
    expect(pool.state().hints).toEqual([
      "completions are in overflow: output lengths are not learned for another 401 s; use overflow: binned",
    ]);
  });

  it("tell that a few offers of unknown size hold demand up", () => {
    const { pool } = poolOf();
    for (let i = 0; i < 99; i += 1) pool.open().size(100, 64);
    pool.open();
    expect(pool.state().hints).toEqual([
      "1.0% of offers have no known size: demand is incomplete; set unsizedTolerance above 0.010",
    ]);
  });
});
