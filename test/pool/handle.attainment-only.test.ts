import { describe, expect, it } from "vitest";
import { createPoolSync } from "../../src/pool/create-pool";
import { anomaliesOf, poolAt0, SLO } from "./fixtures";

describe("a pool without engines, of requests that are never sized", () => {
  it("tells attainment and arrivals", () => {
    const { pool, clock } = poolAt0({ engines: [], strict: true });
    for (const ttftS of [1, 2, 3]) {
      const request = pool.open();
      request.firstToken({ at: clock.now() + ttftS });
      request.token(10, { at: clock.now() + ttftS + 0.25 });
      clock.advance(4);
      request.complete();
    }
    expect(pool.attainment()).toEqual({
      total: 3,
      ttftMet: 2,
      tpotMet: 3,
      bothMet: 2,
      ttftRatio: 2 / 3,
      tpotRatio: 1,
      bothRatio: 2 / 3,
    });
    expect(pool.demand()).toMatchObject({
      arrivals: 3,
      prefillDemand: null,
      decodeDemand: null,
      complete: false,
      gaps: ["no_profiles", "unsized"],
    });
    expect(pool.loads()).toEqual({ prefill: null, decode: null });
    expect(pool.split()).toEqual({ prefill: 0, decode: 0 });
    expect(pool.scores()).toEqual([]);
    expect(pool.state().requests).toMatchObject({ opened: 3, pending: 0, open: 0, completed: 3 });
  });

  it("judges a whole answer that is told of only at its end", () => {
    const { pool } = poolAt0({ engines: [], strict: true });
    const complete = (atS: number, outputTokens: number) => {
      const request = pool.open({ at: 0 });
      request.firstToken({ at: 1 });
      request.complete({ at: atS, outputTokens });
    };
    complete(1.5, 11);
    expect(pool.state().attainment).toMatchObject({ outcomes: 1, tpot_met: 1 });
    complete(1.625, 11);
    expect(pool.state().attainment).toMatchObject({ outcomes: 2, tpot_met: 1 });
    complete(9, 1);
    expect(pool.state().attainment).toMatchObject({ outcomes: 3, tpot_met: 2 });
  });

  it("misses TTFT when a request completes without a first token", () => {
    const { pool } = poolAt0({ engines: [] });
    pool.open().complete();
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 0, tpotMet: 1 });
  });

  it("works on the monotonic clock by default", () => {
    const pool = createPoolSync({ slo: SLO, strict: true });
    const before = Date.now() / 1000;
    const request = pool.open();
    request.firstToken();
    request.token();
    request.complete();
    expect(Math.abs(request.arrivedS - before)).toBeLessThan(60);
    expect(pool.attainment()).toMatchObject({ total: 1, bothMet: 1 });
  });
});

describe("a request on no engine of the pool", () => {
  it("waits no longer once it has a first token, or another one", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    request.wait();
    expect(pool.state().fleet.waiting).toBe(1);
    request.firstToken();
    expect(pool.state().fleet.waiting).toBe(0);
    request.wait();
    expect(pool.state().fleet.waiting).toBe(1);
    request.token();
    expect(pool.state().fleet.waiting).toBe(0);
    expect(pool.decisionSnapshot().pendingShapes).toEqual([]);
  });

  it("may go to an engine for decode, and streams there only from then on", () => {
    const { pool } = poolAt0();
    const request = pool.open();
    request.size(1000, 50);
    request.firstToken();
    request.token(2);
    request.decode("d");
    request.token(3);
    expect(pool.state().fleet.engines[1]).toMatchObject({ decode_requests: 1, decode_tokens: 1003 });
    request.wait();
    request.token();
    expect(anomaliesOf(pool)).toEqual({ token: 1 });
    request.complete();
    expect(pool.learned().outputs).toEqual([[1024, 5]]);
  });
});
