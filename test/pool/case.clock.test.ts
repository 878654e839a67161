import { describe, expect, it } from "vitest";
import { memorySink } from "../../src/journal/sinks";
import { replayEvents } from "../../src/verify/replay-events";
import { fieldPool, load } from "./field";
import { anomaliesOf } from "./fixtures";

/** A pool that has seen 60 s of 16 requests a second. */
function loaded(options: Parameters<typeof fieldPool>[0] = {}) {
  const scene = fieldPool(options);
  load(scene, 60, 16, [1000, 20]);
  return scene;
}

describe("stamped-ahead", () => {
  it.each([0.9, 1.1, 59.5])("a stamp %s s ahead erases nothing that was seen", (aheadS) => {
    const { pool, clock } = loaded();
    clock.advance(60);
    const before = pool.demand();
    const request = pool.open({ at: clock.now() + aheadS });
    request.size(1000, 20, { at: clock.now() + aheadS });
    request.firstToken();
    request.complete({ at: clock.now() + aheadS, outputTokens: 20 });
    const after = pool.demand();
    expect(after.arrivals).toBe(before.arrivals + 1);
    expect(after.prefillDemand).toBeCloseTo(Number(before.prefillDemand) * (961 / 960), 12);
    expect(pool.state().attainment).toMatchObject({ outcomes: 1, pruned_outcomes: 0 });
    expect(anomaliesOf(pool)).toEqual(aheadS > 1 ? { ahead_time: 3 } : { early_time: 1 });
  });

  it("an outcome that is stamped ahead keeps the outcomes of before", () => {
    const { pool, clock } = fieldPool({ windowS: 10, evidenceSpanS: 5, evidenceMaxSpanS: 10 });
    pool.open().fail();
    pool.open().fail({ at: clock.now() + 59 });
    expect(pool.attainment(10)).toMatchObject({ total: 2 });
  });

  it("its own spans are as it is stamped", () => {
    const { pool } = fieldPool();
    const request = pool.open({ at: 1000 });
    request.firstToken({ at: 1002 });
    request.token(1, { at: 1003 });
    request.token(1, { at: 1004 });
    request.complete({ at: 1004 });
    expect([request.ttftS, request.tpotS]).toEqual([2, 2]);
  });

  it("the event log makes the same decisions again", () => {
    const sink = memorySink();
    const { pool, clock } = loaded({ eventLog: sink });
    for (let n = 0; n < 30; n += 1) {
      clock.advance(1);
      pool.open({ at: clock.now() + 50 }).size(1000, 20, { at: clock.now() + 50 });
      pool.pass();
    }
    const replay = replayEvents(sink.rows);
    expect(replay.difference).toBeNull();
    expect(replay.decisions.length).toBe(18);
    expect(replay.pool?.demand()).toEqual(pool.demand());
  });
});

describe("clock-steps-back", () => {
  it.each([0.001, 130, 3600, 1e9])("%s s: the pool's time goes on from where it stood", (backS) => {
    const scene = loaded();
    const { pool, clock } = scene;
    const before = pool.demand();
    clock.advance(-backS);
    expect(pool.demand()).toEqual(before);
    expect(pool.state().at_s).toBe(1060);
    load(scene, 120, 16, [1000, 20]);
    // Evenly spaced arrivals of the window, and the one at its edge.
    expect(pool.demand().arrivals).toBeGreaterThanOrEqual(1920);
    expect(pool.demand().arrivals).toBeLessThanOrEqual(1936);
    expect(pool.state().at_s).toBeCloseTo(1180, 3);
    expect(anomaliesOf(pool)).toEqual({ clock_back: 1 });
    expect(pool.newestDecisions.at(-1)?.at).toBeCloseTo(1180, 3);
  });

  it("times that the router gives by the same clock follow", () => {
    const { pool, clock } = loaded();
    clock.set(100);
    expect(pool.open({ at: 99.5 }).arrivedS).toBeCloseTo(1059.5, 9);
    expect(pool.clockOffsetS).toBe(960);
  });

  it("each step is counted, and a hint tells", () => {
    const { pool, clock } = loaded();
    for (let n = 0; n < 3; n += 1) {
      clock.advance(-5);
      pool.state();
    }
    expect(anomaliesOf(pool)).toEqual({ clock_back: 3 });
    expect(pool.state().hints).toContain(
      "the clock went back 3 times: the pool's time went on from where it stood; use a monotonic clock",
    );
  });
});

describe("clock-reads-wild", () => {
  const calls = {
    pass: (pool) => pool.pass(),
    state: (pool) => pool.state(),
    open: (pool) => pool.open().cancel(),
  } as const satisfies Record<string, (pool: ReturnType<typeof fieldPool>["pool"]) => unknown>;

  it.each(
    Object.entries(calls).flatMap(([call, make]) => [61, 3600, 1.7e12].map((aheadS) => [aheadS, call, make] as const)),
  )("once, %s s ahead, in %s(): nothing that was seen is lost", (aheadS, _, make) => {
    const scene = loaded();
    const { pool, clock } = scene;
    const nowS = clock.now();
    const before = pool.demand();
    clock.set(nowS + aheadS);
    make(pool);
    clock.set(nowS);
    expect(pool.demand().prefillDemand).toBeCloseTo(Number(before.prefillDemand), 12);
    load(scene, 200, 8, [1000, 20]);
    expect(pool.state().at_s).toBeCloseTo(1260, 5);
    expect(pool.demand().arrivals).toBeGreaterThanOrEqual(960);
    expect(pool.demand().arrivals).toBeLessThanOrEqual(968);
    expect(pool.newestDecisions.at(-1)?.at).toBeCloseTo(1260, 5);
    expect(pool.state().anomalies.clock_ahead).toBe(1);
  });

  it("a hint tells", () => {
    const { pool, clock } = loaded();
    clock.advance(3600);
    pool.state();
    expect(pool.state().hints).toContain(
      "the clock jumped ahead by more than 60 s once: it is believed when a second pass sees it (a suspended process)",
    );
  });
});

describe("process-suspended", () => {
  it.each([90, 3600, 1e6])(
    "for %s s: the pool's time follows within two passes, and old work is gone",
    (suspendedS) => {
      const scene = loaded();
      const { pool, clock } = scene;
      clock.advance(suspendedS);
      pool.pass();
      clock.advance(1);
      pool.pass();
      expect(pool.state().at_s).toBe(1060 + suspendedS + 1);
      expect(pool.demand().arrivals).toBe(suspendedS > 120 ? 0 : 465);
      expect(anomaliesOf(pool)).toEqual({ clock_ahead: 1 });
      expect(pool.clockOffsetS).toBe(0);
    },
  );

  it("a jump of no more than maxFutureS is taken at once", () => {
    const { pool, clock } = loaded();
    clock.advance(60);
    pool.pass();
    expect(pool.state().at_s).toBe(1120);
    expect(anomaliesOf(pool)).toEqual({});
  });

  it("a pool that makes no passes may be idle for as long as it likes", () => {
    const { pool, clock } = fieldPool();
    pool.open().cancel();
    clock.advance(7200);
    expect(pool.open().arrivedS).toBe(8200);
  });

  it("further jumps while one is doubted are of the same doubt", () => {
    const { pool, clock } = loaded();
    clock.advance(3600);
    pool.pass();
    clock.advance(3600);
    expect(pool.state().at_s).toBe(1060);
    pool.pass();
    expect(pool.state().at_s).toBe(1060 + 7200);
  });
});
