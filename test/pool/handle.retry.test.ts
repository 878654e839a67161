import { describe, expect, it } from "vitest";
import { poolAt0 } from "./fixtures";

describe("a retried request", () => {
  it("counts its last attempt's times, from its first arrival", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open({ at: 0 });
    request.size(1000, 50, { at: 0 });
    const attempt = (firstTokenS: number, lastTokenS: number) => {
      request.prefill("p", { at: firstTokenS });
      request.firstToken({ at: firstTokenS });
      request.decode("d", { at: firstTokenS });
      request.token(1, { at: firstTokenS });
      request.token(1, { at: lastTokenS });
    };
    attempt(0.5, 9);
    request.retry({ at: 9 });
    attempt(9.5, 9.53125);
    request.complete({ at: 9.53125 });
    // The first attempt would have met TTFT and missed TPOT.
    expect(pool.state().attainment).toMatchObject({ outcomes: 1, ttft_met: 0, tpot_met: 1 });
    expect(pool.learned().outputs).toEqual([[1024, 2]]);
  });

  it("is one offer, one request and one completion", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    const before = pool.history();
    for (const attemptS of [1, 2, 3]) {
      clock.set(attemptS);
      request.prefill("p");
      request.firstToken();
      request.decode("d");
      request.token(7);
      request.retry();
      expect(pool.history()).toEqual(before);
      expect(pool.state().requests).toMatchObject({ opened: 1, pending: 0, open: 1 });
      expect(pool.state().fleet).toMatchObject({ waiting: 1, engines: [{}, { decode_requests: 0, decode_tokens: 0 }] });
    }
    request.prefill("p");
    request.firstToken();
    request.decode("d");
    expect(pool.state().fleet.engines[1]?.decode_tokens).toBe(1000);
    request.complete({ outputTokens: 9 });
    expect(pool.state()).toMatchObject({
      requests: { opened: 1, pending: 0, open: 0, completed: 1 },
      offers: { offered: 1, sized: 1 },
      attainment: { outcomes: 1 },
      demand_history: { arrivals: { observations: 1 }, observed_decode: { observations: 1 } },
    });
  });

  it("keeps its size and the part of it that is cached", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50, { cachedTokens: 750 });
    request.prefill("p");
    request.firstToken();
    request.retry();
    expect(pool.decisionSnapshot()).toMatchObject({ queuedPrefillS: 0.25, pendingShapes: [[1000, 50, 250]] });
  });

  it("starts anew without a size, too", () => {
    const { pool } = poolAt0({ engines: [], strict: true });
    const request = pool.open({ at: 0 });
    request.firstToken({ at: 1 });
    request.token(4, { at: 5 });
    request.retry({ at: 5 });
    expect(request.state).toBe("pending");
    request.firstToken({ at: 6 });
    request.token(1, { at: 6 });
    request.token(1, { at: 6.03125 });
    request.complete({ at: 7 });
    expect(pool.state().attainment).toMatchObject({ outcomes: 1, ttft_met: 0, tpot_met: 1 });
    expect(pool.state().offers).toMatchObject({ offered: 1, lost: 1 });
  });

  it("of which no token was told since ended with its last one, not with one of before", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open({ at: 0 });
    request.firstToken({ at: 0.25 });
    request.token(1, { at: 0.5 });
    request.retry({ at: 0.5 });
    request.firstToken({ at: 1 });
    request.complete({ at: 3, outputTokens: 3 });
    expect(pool.state().attainment).toMatchObject({ outcomes: 1, ttft_met: 1, tpot_met: 0 });
  });

  it("fails before its first token, where only an earlier attempt had one", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    request.firstToken();
    request.retry();
    request.fail();
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 0, tpotMet: 1 });
  });
});
