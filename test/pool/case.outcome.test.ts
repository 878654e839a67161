import { describe, expect, it } from "vitest";
import { classifyOutcome } from "../../src/accounting/outcome";
import { fieldPool } from "./field";
import { anomaliesOf } from "./fixtures";

/** A request that has had its first token at 1000.5 s and is in decode; its pool and its clock. */
function streaming() {
  const scene = fieldPool();
  const request = scene.pool.open();
  request.size(1000, 400);
  scene.clock.advance(0.5);
  request.firstToken();
  request.decode("d");
  return { ...scene, request };
}

describe("silent-tail", () => {
  it("tokens that nobody told came by the end", () => {
    const { pool, clock, request } = streaming();
    request.token();
    clock.advance(20);
    request.complete({ outputTokens: 400 });
    expect(request.tpotS).toBe(20 / 399);
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 0 });
    expect(anomaliesOf(pool)).toEqual({});
  });

  it("a length below what was streamed is an anomaly, and the streamed tokens count", () => {
    const { pool, clock, request } = streaming();
    request.token();
    for (let n = 0; n < 100; n += 1) {
      clock.advance(0.04);
      request.token();
    }
    request.complete({ outputTokens: 2 });
    expect(request.tpotS).toBeCloseTo(0.04, 12);
    expect(pool.attainment()).toMatchObject({ total: 1, tpotMet: 1 });
    expect(pool.learned().outputs).toEqual([[1024, 101]]);
    expect(anomaliesOf(pool)).toEqual({ output_length: 1 });
  });

  it("strict mode refuses a length below what was streamed, and the request goes on", () => {
    const { pool } = fieldPool({ strict: true });
    const request = pool.open();
    request.firstToken();
    request.token(3);
    expect(() => request.complete({ outputTokens: 2 })).toThrow(
      "outputTokens must be at least the 3 streamed tokens, got 2",
    );
    expect([request.state, pool.attainment().total]).toEqual(["pending", 0]);
  });
});

describe("retry-in-stream", () => {
  it("the tokens of an attempt divide its time", () => {
    const { pool, clock, request } = streaming();
    request.token(40);
    clock.advance(2);
    request.retry();
    request.prefill("p");
    clock.advance(0.1);
    request.firstToken();
    request.decode("d");
    request.token();
    for (let n = 1; n < 60; n += 1) {
      clock.advance(0.055);
      request.token();
    }
    request.complete({ outputTokens: 100 });
    expect(request.tpotS).toBeCloseTo(0.055, 12);
    expect(pool.attainment()).toMatchObject({ total: 1, tpotMet: 0 });
    expect(pool.learned().outputs).toEqual([[1024, 100]]);
    expect(anomaliesOf(pool)).toEqual({});
  });

  it("an answer that was made anew has its whole length", () => {
    const { clock, request } = streaming();
    request.token(40);
    request.retry();
    request.prefill("p");
    request.firstToken();
    clock.advance(0.9);
    request.complete({ outputTokens: 31 });
    expect(request.tpotS).toBeCloseTo(0.03, 12);
  });
});

describe("late-told-token", () => {
  it("the last token is the latest one", () => {
    const { pool } = fieldPool();
    const request = pool.open({ at: 1000 });
    request.firstToken({ at: 1000.25 });
    for (const atS of [1000.25, 1001.25, 1000.75]) request.token(1, { at: atS });
    request.complete({ at: 1002 });
    expect(request.tpotS).toBe(0.5);
    expect(anomaliesOf(pool)).toEqual({ ahead_time: 3 - 1 });
  });

  it("one token told late among twenty does not hide that TPOT was missed", () => {
    const { pool, clock } = fieldPool();
    clock.advance(10);
    const request = pool.open({ at: 1000 });
    request.firstToken({ at: 1000.5 });
    const times = Array.from({ length: 20 }, (_, n) => 1000.5 + n * 0.125);
    const [tenth] = times.splice(9, 1);
    for (const atS of [...times, tenth]) request.token(1, { at: Number(atS) });
    request.complete();
    expect(request.tpotS).toBe(0.125);
    expect(pool.attainment().tpotMet).toBe(0);
  });
});

describe("negative-span", () => {
  it("a first token before the arrival came with it", () => {
    const { pool } = fieldPool();
    const request = pool.open({ at: 1000 });
    request.firstToken({ at: 999 });
    expect(request.ttftS).toBe(0);
    request.token(1, { at: 998 });
    request.complete({ at: 1000.5, outputTokens: 11 });
    expect(request.tpotS).toBe(0.05);
    expect(anomaliesOf(pool)).toEqual({ early_time: 2 });
  });

  it("an end before the first token came with it, and TPOT is unknown", () => {
    const { pool, clock } = fieldPool();
    clock.advance(10);
    const request = pool.open({ at: 1000 });
    request.firstToken({ at: 1000.5 });
    request.complete({ at: 999, outputTokens: 11 });
    expect([request.ttftS, request.tpotS]).toEqual([0.5, null]);
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 1 });
    expect(anomaliesOf(pool)).toEqual({ early_time: 1 });
  });

  it("the parts give no negative span either", () => {
    const request = { kind: "completed", arrivedS: 5, firstTokenS: 4, lastTokenS: 3, outputTokens: 3 } as const;
    expect(classifyOutcome(request, 1, 1)).toEqual({ ttftMet: true, tpotMet: true, ttftS: 0, tpotS: null });
  });
});

describe("no-first-token", () => {
  it("without a first token TTFT is missed and TPOT is unknown", () => {
    const { pool, clock } = fieldPool();
    const request = pool.open();
    clock.advance(10);
    request.complete({ outputTokens: 400 });
    expect([request.ttftS, request.tpotS]).toEqual([null, null]);
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 0, tpotMet: 1 });
  });

  it("of an answer that came at one moment TPOT is unknown, not 0", () => {
    const { pool, clock } = fieldPool();
    const request = pool.open();
    clock.advance(0.5);
    request.firstToken();
    request.complete({ outputTokens: 400 });
    expect([request.ttftS, request.tpotS]).toEqual([0.5, null]);
    expect(pool.attainment()).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 1 });
  });
});
