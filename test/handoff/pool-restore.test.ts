import { describe, expect, it } from "vitest";
import { StateError } from "../../src/errors";
import { manualClock } from "../../src/index";
import { PROFILE } from "../fleet/fixtures";
import { ENGINES, poolFrom, SMALL } from "./pools";
import { tellsOf } from "./view";

/** A request that is served as fast as can be. */
function serve(pool: ReturnType<typeof poolFrom>["pool"], input = 100, output = 8): void {
  const request = pool.open();
  request.size(input, output);
  request.prefill("p1");
  request.firstToken();
  request.decode("d1");
  request.token(output);
  request.complete();
}

/** Three requests that wait, each for longer than it may. */
function queue(pool: ReturnType<typeof poolFrom>["pool"]) {
  return [1, 2, 3].map(() => {
    const request = pool.open();
    request.size(1500, 8);
    request.wait();
    return request;
  });
}

describe("the time of a restored pool", () => {
  it("goes on from that of the snapshot, whatever its clock says", () => {
    const { pool, clock } = poolFrom(1000);
    clock.advance(50.25);
    const bytes = pool.snapshot();
    const taker = poolFrom(7);
    taker.clock.advance(1);
    expect(taker.pool.clockOffsetS).toBe(0);
    expect(taker.pool.restore(bytes).takenAtS).toBe(1050.25);
    expect(taker.pool.state()).toMatchObject({ at_s: 1050.25, started_s: 1000 });
    expect(taker.pool.clockOffsetS).toBe(1042.25);
    taker.clock.advance(2);
    expect(taker.pool.state()).toMatchObject({ at_s: 1052.25, started_s: 1000 });
  });

  it("counts the time that has passed meanwhile", () => {
    const { pool } = poolFrom(1000);
    serve(pool);
    const taker = poolFrom(7);
    taker.pool.restore(pool.snapshot(), { elapsedS: 119 });
    expect(taker.pool.state().at_s).toBe(1119);
    expect(taker.pool.clockOffsetS).toBe(1112);
    expect(taker.pool.history().arrivals.observations).toBe(1);
    taker.clock.advance(2);
    expect(taker.pool.history().arrivals.observations).toBe(0);
  });

  it("has the offset added to the times that the router gives", () => {
    const { pool } = poolFrom(1000);
    const taker = poolFrom(7);
    taker.pool.restore(pool.snapshot());
    const request = taker.pool.open({ at: 8 });
    expect(request.arrivedS).toBe(1001);
    taker.clock.set(8.5);
    request.size(100, 8, { at: 8 });
    request.firstToken({ at: 8.5 });
    request.token(1, { at: 9 });
    request.token(1, { at: 9.03125 });
    request.complete({ at: 9.03125 });
    taker.clock.set(10);
    expect(taker.pool.attainment()).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 0 });
    expect(taker.pool.state().attainment).toMatchObject({ covered_s: 1 });
  });

  it("still counts a time that is none as an anomaly", () => {
    const taker = poolFrom(7);
    taker.pool.restore(poolFrom(1000).pool.snapshot());
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, "9" as never, 9n as never]) taker.pool.open({ at });
    expect(taker.pool.state().anomalies.invalid_time).toBe(4);
    expect(taker.pool.open({ at: null as never }).arrivedS).toBe(1000);
  });

  it("keeps bucket edges where they were, by a clock that lies between them", () => {
    const { pool } = poolFrom(1000.75);
    serve(pool);
    const taker = poolFrom(0.1);
    taker.pool.restore(pool.snapshot());
    taker.clock.advance(0.2);
    serve(taker.pool);
    expect(taker.pool.history().arrivals).toMatchObject({ cells: 1, observations: 2 });
    taker.clock.advance(0.2);
    serve(taker.pool);
    expect(taker.pool.history().arrivals).toMatchObject({ cells: 2, observations: 3 });
  });

  it("can be handed on again", () => {
    const first = poolFrom(1000);
    serve(first.pool);
    const second = poolFrom(-5);
    second.pool.restore(first.pool.snapshot());
    second.clock.advance(3);
    serve(second.pool);
    const third = poolFrom(1e9);
    third.pool.restore(second.pool.snapshot(), { elapsedS: 1 });
    expect(third.pool.state()).toMatchObject({ at_s: 1004, started_s: 1000, requests: { opened: 2, completed: 2 } });
  });
});

describe("the engines of a restored pool", () => {
  it("have the roles and settings of the snapshot", () => {
    const { pool } = poolFrom(0, { minDecode: 1 });
    pool.setAvailable("p2", false);
    pool.setPinned("d1", true);
    const taker = poolFrom(0);
    taker.pool.setPinned("p1", true);
    taker.pool.restore(pool.snapshot());
    expect(taker.pool.state().fleet).toEqual(pool.state().fleet);
  });

  it("are matched by id: unknown ones are dropped, missing ones keep what they are and have taught nothing", () => {
    const { pool, clock } = poolFrom(1000, { decodeCorrectionMinSamples: 1 });
    const request = pool.open();
    request.size(100, 8);
    request.firstToken();
    request.decode("d1");
    request.token();
    request.token();
    clock.advance(0.0625);
    request.token();
    request.complete();
    pool.pass();
    const corrected = pool.state().fleet.engines.map(({ decode_correction }) => decode_correction);
    expect(corrected).toEqual([1, 1, 1.2, 1]);
    const engines = [
      { id: "new", role: "prefill", profile: PROFILE, pinned: true },
      { id: "d1", role: "prefill", profile: PROFILE },
    ] as const;
    const taker = poolFrom(7, { engines });
    const report = taker.pool.restore(pool.snapshot());
    expect(report).toEqual({ takenAtS: 1000.0625, unknownEngines: ["p1", "p2", "d2"], missingEngines: ["new"] });
    expect(taker.pool.state().fleet.engines).toMatchObject([
      { id: "new", role: "prefill", pinned: true, decode_correction: 1 },
      { id: "d1", role: "decode", pinned: false, decode_correction: 1.2 },
    ]);
    // The interval of the one that is new begins at the restore: half of it has 0.1 s of work.
    const other = taker.pool.open();
    other.size(100, 8);
    other.prefill("new");
    taker.clock.advance(1);
    other.firstToken();
    taker.clock.advance(1);
    taker.pool.pass();
    expect(taker.pool.loads().prefill).toBe(0.05);
  });

  it("have corrections inside the bounds that hold here", () => {
    const { pool, clock } = poolFrom(0, { decodeCorrectionMinSamples: 1, decodeCorrectionAlpha: 1 });
    const request = pool.open();
    request.size(100, 8);
    request.firstToken();
    request.decode("d1");
    request.token();
    clock.advance(1);
    request.token();
    request.complete();
    pool.pass();
    const taker = poolFrom(0, { decodeCorrectionMax: 1.5 });
    taker.pool.restore(pool.snapshot());
    const correctionOf = (from: typeof pool) => from.state().fleet.engines[2]?.decode_correction;
    expect([correctionOf(pool), correctionOf(taker.pool)]).toEqual([2, 1.5]);
  });
});

describe("requests in flight", () => {
  it("stay with the old process: counts of requests and offers add up on both sides", () => {
    const { pool } = poolFrom(0);
    serve(pool);
    pool.open().cancel();
    pool.open().invalid();
    const unsized = pool.open();
    const sized = pool.open();
    sized.size(100, 8);
    sized.prefill("p1");
    const bytes = pool.snapshot();
    const taker = poolFrom(0);
    taker.pool.restore(bytes);
    expect(taker.pool.state()).toMatchObject({
      requests: { opened: 3, pending: 0, open: 0, completed: 1, cancelled: 1, invalid: 1 },
      offers: { offered: 4, pending: 0, sized: 2, lost: 1, invalid_unsized: 1, timed_out: 0, late: 0 },
      loads: { prefill: 0 },
      fleet: { waiting: 0 },
    });
    unsized.cancel();
    sized.fail();
    expect(pool.state()).toMatchObject({
      requests: { opened: 5, pending: 0, open: 0, completed: 1, cancelled: 2, invalid: 1, failed: 1 },
      offers: { offered: 5, pending: 0, sized: 2, lost: 2, invalid_unsized: 1, timed_out: 0, late: 0 },
    });
  });

  it("leave prefill work at the snapshot, and a mixed interval", () => {
    const { pool, clock } = poolFrom(0);
    const request = pool.open();
    request.size(500, 8);
    request.prefill("p1");
    clock.advance(1);
    const taker = poolFrom(0);
    taker.pool.restore(pool.snapshot());
    expect(taker.pool.loads().prefill).toBe(0);
    taker.clock.advance(1);
    taker.pool.pass();
    // 0.5 s of work for 1 s of 2, on one of two engines.
    expect(taker.pool.loads().prefill).toBe(0.125);
  });

  it.each([
    ["unsized", []],
    ["waiting", ["size", "wait"]],
    ["resident", ["size", "prefill"]],
    ["in transit", ["size", "prefill", "firstToken"]],
  ] as const)("forbid to restore while one is %s here", (_, moves) => {
    const { pool } = poolFrom(0);
    const bytes = pool.snapshot();
    const request = pool.open();
    for (const move of moves) {
      if (move === "size") request.size(100, 8);
      else if (move === "prefill") request.prefill("p1");
      else request[move]();
    }
    const before = tellsOf(pool);
    expect(() => pool.restore(bytes)).toThrow(StateError);
    expect(() => pool.restore(bytes)).toThrow("restore is not possible: the pool is not idle: requests are in flight");
    expect(tellsOf(pool)).toEqual(before);
    request.cancel();
    expect(pool.restore(bytes).takenAtS).toBe(0);
  });
});

describe("a pool that had accounts", () => {
  it("has those of the snapshot instead", () => {
    const empty = poolFrom(100);
    const bytes = empty.pool.snapshot();
    const { pool, clock } = poolFrom(0, SMALL);
    const again = poolFrom(0, SMALL);
    const fresh = again.pool.snapshot();
    for (let i = 0; i < 20; i += 1) {
      serve(pool, 100 + i);
      clock.advance(0.5);
      pool.open().size(1, 1, { cachedTokens: 5 });
      pool.pass();
    }
    expect(() => pool.restore(fresh)).toThrow(StateError);
    const busy = poolFrom(0);
    for (let i = 0; i < 20; i += 1) serve(busy.pool, 100 + i);
    busy.pool.open().reject();
    busy.pool.recordRisk("oom");
    busy.clock.advance(9);
    busy.pool.pass();
    busy.pool.restore(bytes);
    expect(busy.pool.state()).toEqual(empty.pool.state());
    expect(tellsOf(busy.pool)).toEqual(tellsOf(empty.pool));
    expect(busy.pool.snapshot()).toEqual(bytes);
  });
});

describe("a move that waits for the host", () => {
  const HOST = { ...SMALL, applyMoves: "host", engines: ENGINES.slice(0, 3), minDecode: 2 } as const;

  /** The decode floor is short: a prefill engine is to move. */
  function proposed() {
    const made = poolFrom(0, { ...HOST });
    made.pool.pass();
    expect(made.pool.pendingMove).toEqual({ engine: "p1", from: "prefill", to: "decode" });
    return made;
  }

  it("is handed on, and answered there", () => {
    const { pool } = proposed();
    const taker = poolFrom(50, HOST);
    taker.pool.restore(pool.snapshot());
    expect(taker.pool.pendingMove).toEqual(pool.pendingMove);
    expect(taker.pool.moved("p1")).toEqual({ engine: "p1", from: "prefill", to: "decode" });
    expect(taker.pool.state().counters).toMatchObject({ moves: { "decode_floor:decode": 1 }, refusals: 0 });
    expect(taker.pool.state().demand_evidence.risk_events).toEqual({ first_token_timeout: 0, p_to_d_recovery: 1 });
  });

  it("is still an urgent one: once it is made, the queue is looked at again", () => {
    const options = { ...SMALL, applyMoves: "host", urgent: true, demandRiseTolerance: 9 } as const;
    const { pool, clock } = poolFrom(0, options);
    for (let second = 0; second < 6; second += 1) {
      serve(pool);
      clock.advance(1);
    }
    const waiting = queue(pool);
    expect(pool.urgent().decisions).toMatchObject([{ result: "proposed", urgentSignals: 3 }]);
    for (const request of waiting) request.cancel();
    const taker = poolFrom(50, options);
    taker.pool.restore(pool.snapshot());
    queue(taker.pool);
    expect(taker.pool.urgent().decisions).toMatchObject([{ result: "held", reason: "move_pending" }]);
    expect(taker.pool.urgentPending).toBe(false);
    taker.pool.moved(taker.pool.pendingMove?.engine as string);
    expect(taker.pool.urgentPending).toBe(true);
  });

  it.each([
    ["moves are applied at once", { ...HOST, applyMoves: "auto" as const }],
    ["its engine is unknown", { ...HOST, engines: ENGINES.slice(1) }],
  ])("is withdrawn where %s", (_, options) => {
    const taker = poolFrom(50, options);
    taker.pool.restore(proposed().pool.snapshot());
    expect(taker.pool.pendingMove).toBeNull();
    expect(taker.pool.state().counters).toMatchObject({
      refusals: 1,
      newest_refusals: [{ at_s: 0, target: "decode", by: "decode_floor", reason: "move_failed" }],
    });
  });
});

describe("arguments of a restore", () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "1" as never])("elapsedS must not be %s", (elapsedS) => {
    const { pool } = poolFrom(0);
    const bytes = pool.snapshot();
    const wanted = { code: "ERR_NARWHAL_ARGUMENT", field: "elapsedS", value: elapsedS };
    expect(() => pool.restore(bytes, { elapsedS })).toThrow(expect.objectContaining(wanted));
  });

  it.each([undefined, null, "NWHL", [78], new ArrayBuffer(99)])("a snapshot must be bytes: %s", (bytes) => {
    const wanted = { code: "ERR_NARWHAL_ARGUMENT", field: "bytes" };
    expect(() => poolFrom(0).pool.restore(bytes as never)).toThrow(expect.objectContaining(wanted));
  });

  it("the clock must tell a time", () => {
    const clock = manualClock(0);
    const { pool } = poolFrom(0, { clock });
    const bytes = pool.snapshot();
    const before = tellsOf(pool);
    for (const timeS of [Number.NaN, Number.NEGATIVE_INFINITY]) {
      clock.set(timeS);
      expect(() => pool.restore(bytes)).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_TIME" }));
      expect(() => pool.snapshot()).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_TIME" }));
    }
    clock.set(0);
    expect(tellsOf(pool)).toEqual(before);
  });

  it("bytes may lie anywhere in a buffer", () => {
    const bytes = poolFrom(3).pool.snapshot();
    const larger = new Uint8Array(bytes.length + 20);
    larger.set(bytes, 7);
    expect(poolFrom(0).pool.restore(larger.subarray(7, 7 + bytes.length)).takenAtS).toBe(3);
  });
});
