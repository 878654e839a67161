import { describe, expect, it } from "vitest";
import { poolAt0 } from "./fixtures";
import { requestIn } from "./moves";

/** Opens and fails a request now. */
function failNow(pool: ReturnType<typeof poolAt0>["pool"]): void {
  pool.open().fail();
}

describe("idle-ratio", () => {
  it("after 5 windows of silence, nothing is counted, no ratio is 0/0, and the retained totals stay", () => {
    const { pool, clock } = poolAt0({ strict: true });
    for (let second = 0; second < 20; second += 1) {
      clock.set(second);
      const request = pool.open();
      request.firstToken();
      request.complete();
    }
    clock.set(20 + 5 * 120);
    for (const windowS of [120, 480]) {
      expect(pool.attainment(windowS)).toEqual({
        total: 0,
        ttftMet: 0,
        tpotMet: 0,
        bothMet: 0,
        ttftRatio: null,
        tpotRatio: null,
        bothRatio: null,
      });
    }
    expect(pool.state().attainment).toMatchObject({
      outcomes: 20,
      both_met: 20,
      both_ratio: 1,
      buckets: 20,
      covered_s: 480,
      pruned_outcomes: 0,
    });
    const { decisions } = pool.pass();
    expect(decisions).toMatchObject([{ result: "held", reason: "insufficient_history", moves: [] }]);
  });

  it("a pool that never had a request has no ratios either", () => {
    const { pool } = poolAt0();
    expect(pool.state().attainment).toMatchObject({ outcomes: 0, covered_s: 0, ttft_ratio: null, both_ratio: null });
    expect(pool.loads()).toEqual({ prefill: 0, decode: 0 });
  });
});

describe("one-slot-rotation", () => {
  it("a 5 s window full of failures, an hour later, counts the one success alone", () => {
    const { pool, clock } = poolAt0({ strict: true });
    for (let tick = 0; tick < 50; tick += 1) {
      clock.set(tick / 10);
      failNow(pool);
    }
    expect(pool.attainment(5)).toMatchObject({ total: 50, bothMet: 0 });
    clock.advance(3600);
    const request = pool.open();
    request.firstToken();
    request.complete();
    expect(pool.attainment(5)).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 1, bothMet: 1, bothRatio: 1 });
  });
});

describe("slow-breath", () => {
  it.each([3, 24 * 3600])("after %s s of suspension nothing old is counted", (suspendedS) => {
    const { pool, clock } = poolAt0({ strict: true, windowS: 2, evidenceSpanS: 1, evidenceMaxSpanS: 2 });
    for (let second = 0; second < 2; second += 1) {
      clock.set(second);
      pool.open().cancel();
      const request = pool.open();
      request.size(1000, 50);
      request.firstToken();
      request.complete({ outputTokens: 50 });
    }
    clock.advance(suspendedS);
    const request = pool.open();
    request.size(10, 5);
    expect(pool.history()).toMatchObject({
      pending: 0,
      arrivals: { cells: 1, observations: 1 },
      expectedDecode: { cells: 1, observations: 1 },
      unsized: { cells: 0, observations: 0 },
    });
    expect(pool.attainment(2)).toMatchObject({ total: 0, bothRatio: null });
    const kept = suspendedS < 8 ? 2 : 0;
    expect(pool.history().observedDecode.observations).toBe(kept);
    expect(pool.demand()).toMatchObject({ arrivals: 1, outputObservations: kept });
  });

  it.each(["reactive", "headroom"] as const)(
    "however long it was, the next call costs buckets, not time (%s)",
    (policy) => {
      // 10 ms by 10 ms, or second by second, it would never come to an end.
      const suspendedS = 1e12;
      const narrow = { windowS: 2, stepS: 0.01, monitorIntervalS: 0.01, evidenceSpanS: 1, evidenceMaxSpanS: 2 };
      const { pool, clock } = poolAt0({ ...narrow, strict: true, offerTimeoutS: 1, policy });
      const request = requestIn("streaming", pool);
      pool.open();
      failNow(pool);
      pool.pass();
      clock.advance(suspendedS);
      pool.pass();
      expect(pool.pass().decisions.length).toBe(1);
      request.token();
      request.complete();
      failNow(pool);
      const { offers, requests, attainment, demand_history: history } = pool.state();
      expect(offers).toMatchObject({ pending: 0, timed_out: 1, lost: 3 });
      expect(requests).toMatchObject({ opened: 4, pending: 1, completed: 1, failed: 2 });
      expect(attainment).toMatchObject({ outcomes: 2, pruned_outcomes: 1 });
      const held = Object.values(history).map(({ observations, expired }) => [observations, expired]);
      // Of unsized offers, the one that timed out came too late, and the newest failure is there.
      expect(held).toEqual([
        [0, 1],
        [0, 1],
        [1, 0],
        [1, 2],
        [1, 1],
      ]);
      expect(pool.loads()).toEqual({ prefill: 0, decode: 0 });
      expect(pool.demand()).toMatchObject({ arrivals: 1, outputObservations: 1 });
    },
  );

  it("one late pass ends the interval as a whole", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    request.prefill("p");
    clock.set(24 * 3600);
    expect(pool.pass().decisions.length).toBe(1);
    expect(pool.loads()).toEqual({ prefill: 0.5, decode: 0 });
    expect(pool.history().residency.observations).toBe(1);
  });
});

describe("zero-goodput", () => {
  it("when all requests miss, attainment is shown as 0", () => {
    const { pool } = poolAt0({ strict: true });
    for (let count = 0; count < 3; count += 1) {
      const request = pool.open({ at: -10 });
      request.firstToken();
      request.fail();
    }
    expect(pool.state().attainment).toMatchObject({
      outcomes: 3,
      ttft_met: 0,
      tpot_met: 0,
      both_met: 0,
      ttft_ratio: 0,
      tpot_ratio: 0,
      both_ratio: 0,
    });
    expect(pool.attainment()).toMatchObject({ total: 3, ttftRatio: 0, tpotRatio: 0, bothRatio: 0 });
  });
});
