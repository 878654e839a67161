import { describe, expect, it } from "vitest";
import { NEWEST_DECISIONS } from "../../src/decision/decision-counts";
import { DECISION_BOUNDS_S, DecisionTimes } from "../../src/pool/decision-times";
import { poolAt0 } from "./fixtures";

describe("times of decisions", () => {
  it("count in every bucket that they fit in", () => {
    const times = new DecisionTimes();
    for (const seconds of [0, 0.0001, 0.0002, 0.05, 7]) times.record(seconds);
    const { count, sumS, buckets } = times.counts();
    expect({ count, sumS }).toEqual({ count: 5, sumS: 7.0503 });
    expect([...buckets.keys()]).toEqual(DECISION_BOUNDS_S.map(String));
    expect([...buckets.values()]).toEqual([2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])("%s has measured nothing", (seconds) => {
    const times = new DecisionTimes();
    times.record(seconds);
    expect(times.counts()).toMatchObject({ count: 0, sumS: 0 });
  });

  it("are those of steps that decided, by the pool's clock, and begin anew at a restore", () => {
    const ticks = [0, 0, 1, 10, 10.02];
    const { pool } = poolAt0({ clock: { now: () => ticks.shift() ?? 20 } });
    ticks.splice(0, ticks.length, 1, 10, 10.02);
    pool.pass();
    expect(ticks).toEqual([10, 10.02]);
    pool.pass();
    expect(pool.state().decision_times).toMatchObject({ count: 1, sum_s: 0.02, buckets: { "0.01": 0, "0.025": 1 } });
    pool.restore(pool.snapshot());
    expect(pool.state().decision_times.count).toBe(0);
  });
});

describe("the newest decisions", () => {
  it("are kept, a bounded number of them, the last one newest", () => {
    const { pool, clock } = poolAt0();
    expect(pool.newestDecisions).toEqual([]);
    for (let step = 1; step <= NEWEST_DECISIONS + 5; step += 1) {
      clock.set(step * 5);
      pool.pass();
    }
    const times = pool.newestDecisions.map(({ at }) => at);
    expect(times.length).toBe(NEWEST_DECISIONS);
    expect([times[0], times.at(-1)]).toEqual([30, (NEWEST_DECISIONS + 5) * 5]);
    const { pool: next } = poolAt0();
    next.restore(pool.snapshot());
    expect(next.newestDecisions.map(({ at }) => at)).toEqual([(NEWEST_DECISIONS + 5) * 5]);
  });
});

describe("a handle's times", () => {
  it("are null until they exist, follow the tokens, and stay at the end", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open({ at: 0 });
    expect([request.ttftS, request.tpotS]).toEqual([null, null]);
    request.firstToken({ at: 1 });
    request.token(1, { at: 1 });
    expect([request.ttftS, request.tpotS]).toEqual([1, null]);
    request.token(10, { at: 2 });
    request.complete({ at: 3 });
    expect([request.ttftS, request.tpotS]).toEqual([1, 0.1]);
  });

  it("take the output length and the end where no token was told of", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open({ at: 0 });
    request.firstToken({ at: 1 });
    request.complete({ at: 2, outputTokens: 11 });
    expect([request.ttftS, request.tpotS]).toEqual([1, 0.1]);
  });

  it("are those of the last attempt", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open({ at: 0 });
    request.firstToken({ at: 1 });
    request.token(5, { at: 2 });
    request.retry({ at: 3 });
    expect([request.ttftS, request.tpotS]).toEqual([null, null]);
  });
});
