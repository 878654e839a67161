import { describe, expect, it } from "vitest";
import { anomaliesOf, poolAt0, SLO, view } from "./fixtures";

describe("reaper", () => {
  it("a request of 6 minutes is resident at 359 s, and released exactly once", () => {
    const { pool, clock } = poolAt0();
    const request = pool.open();
    request.size(1000, 50);
    request.firstToken();
    request.decode("d");
    for (let second = 1; second < 360; second += 1) {
      clock.set(second);
      request.token();
      pool.pass();
    }
    expect(pool.state().fleet.engines[1]).toMatchObject({ decode_requests: 1, decode_tokens: 1359 });
    clock.set(360);
    request.complete();
    expect(pool.state().fleet.engines[1]).toMatchObject({ decode_requests: 0, decode_tokens: 0 });
    const before = view(pool);
    request.complete();
    request.fail();
    request.token();
    expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, end: 2, token: 1 } });
    expect(request.state).toBe("completed");
  });

  it("an engine that is not known gets no work, and only a count tells of it", () => {
    const { pool } = poolAt0();
    const request = pool.open();
    request.size(1000, 50);
    request.firstToken();
    request.decode("unknown");
    request.token();
    expect(anomaliesOf(pool)).toEqual({ unknown_engine: 1 });
    expect(pool.state().fleet.engines.map((engine) => engine.decode_requests)).toEqual([0, 0]);
  });
});

describe("tpot-definition", () => {
  /** End to end 2.0 s, TTFT 1.0 s: the tokens come at the first one's time, but for the last. */
  const tpotMet = (tpotS: number, outputTokens: number) => {
    const { pool } = poolAt0({ engines: [], strict: true, slo: { ...SLO, tpotS } });
    const request = pool.open({ at: 0 });
    request.firstToken({ at: 1 });
    request.token(1, { at: 1 });
    if (outputTokens > 2) request.token(outputTokens - 2, { at: 1 });
    if (outputTokens > 1) request.token(1, { at: 2 });
    request.complete({ at: 2 });
    return pool.attainment().tpotMet === 1;
  };

  it("11 output tokens are a TPOT of 0.100 s, not 0.182 and not 0.0909", () => {
    expect(tpotMet(0.1, 11)).toBe(true);
    expect(tpotMet(0.0999, 11)).toBe(false);
  });

  it("is undefined for one output token, which counts as met", () => {
    expect(tpotMet(1e-9, 1)).toBe(true);
    expect(tpotMet(1, 2)).toBe(true);
    expect(tpotMet(0.999, 2)).toBe(false);
  });
});
