import { describe, expect, it } from "vitest";
import { poolAt0 } from "./fixtures";

// PROFILE: 1000 tokens take 1 s of prefill; a request of 1000 tokens alone has a token interval of 12 ms. The TTFT
// objective is 2 s, the TPOT objective 50 ms. Times are multiples of 1/64 s: every sum of them is exact.

describe("a request from its first byte to its end", () => {
  it("is an offer of unknown size at first, and no demand", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    expect(request.arrivedS).toBe(0);
    expect(pool.history()).toMatchObject({ pending: 1, arrivals: { observations: 0 }, expectedDecode: { cells: 0 } });
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 0, complete: false, gaps: ["pending"] });
  });

  it("is demand at its arrival once it is sized, and another one once it is repriced", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    clock.set(8);
    request.size(1000, 50);
    // 1 s of work in the 8 s that the pool has seen.
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 1 / 8, complete: true });
    request.reprice(2000, 60);
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 2 / 8, complete: true });
    request.reprice(500);
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 0.5 / 8, complete: true });
    expect(pool.history()).toMatchObject({
      arrivals: { cells: 1, observations: 1 },
      expectedDecode: { cells: 1, observations: 1 },
    });
    clock.set(121.5);
    expect(pool.demand()).toMatchObject({ arrivals: 0, prefillDemand: 0 });
  });

  it("loads the queue, then its prefill engine, then its decode engine", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    request.wait();
    expect(pool.decisionSnapshot()).toMatchObject({ queuedPrefillS: 1, pendingShapes: [[1000, 50, 1000]] });
    expect(pool.loads()).toEqual({ prefill: 0, decode: 0 });
    request.prefill("p");
    expect(pool.decisionSnapshot()).toMatchObject({ queuedPrefillS: 0, residentPrefillS: 1 });
    expect(pool.loads()).toEqual({ prefill: 0.5, decode: 0 });
    clock.set(1);
    request.firstToken();
    expect(pool.decisionSnapshot()).toMatchObject({ residentPrefillS: 0, pendingShapes: [] });
    expect(pool.loads()).toEqual({ prefill: 0, decode: 0 });
    request.decode("d");
    request.token();
    clock.set(1 + 1 / 32);
    request.token();
    expect(pool.decisionSnapshot()).toMatchObject({ residentDecodeTokens: 1002, residentDecodeRequests: 1 });
    clock.set(2);
    pool.pass();
    // Of the interval, 1 s of 2 had 1 s of prefill work. The newest gap is open for
    // 968.75 ms, of which an idle engine needs 10.
    expect(pool.loads().prefill).toBe(0.25);
    expect(pool.loads().decode).toBeCloseTo((2 - 1.03125 - 0.01) / 0.04, 12);
  });

  it("has no prefill work left when it waits for decode", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    request.prefill("p");
    request.firstToken();
    request.wait();
    expect(pool.decisionSnapshot()).toMatchObject({ queuedPrefillS: 0, pendingShapes: [[1000, 50, 1000]] });
    request.retry();
    expect(pool.decisionSnapshot()).toMatchObject({ queuedPrefillS: 1, pendingShapes: [[1000, 50, 1000]] });
  });

  it("leaves its engine and its outcome when it completes", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    request.prefill("p");
    clock.set(2);
    request.firstToken();
    request.decode("d");
    for (const at of [2, 2 + 1 / 32, 2 + 3 / 32]) request.token(1, { at });
    clock.set(3);
    request.complete();
    expect(pool.state().fleet.engines[1]).toMatchObject({ decode_requests: 0, decode_tokens: 0 });
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 1, bothMet: 1 });
    expect(pool.learned()).toEqual({ inForce: true, ratios: [], outputs: [[1024, 3]] });
    expect(pool.history().observedDecode.observations).toBe(1);
  });

  it("misses TTFT one step after the objective, and TPOT likewise", () => {
    const { pool } = poolAt0({ strict: true });
    const finish = (firstTokenS: number, lastTokenS: number) => {
      const request = pool.open({ at: 0 });
      request.firstToken({ at: firstTokenS });
      request.token(1, { at: firstTokenS });
      request.token(1, { at: lastTokenS });
      request.complete({ at: 4 });
    };
    finish(2, 2 + 3 / 64);
    finish(2 + 1 / 64, 2 + 4 / 64);
    finish(2, 2 + 4 / 64);
    expect(pool.state().attainment).toMatchObject({ outcomes: 3, ttft_met: 2, tpot_met: 2, both_met: 1 });
  });
});
