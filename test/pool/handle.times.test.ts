import { describe, expect, it } from "vitest";
import { poolAt0, view } from "./fixtures";

/** A whole life, one move each 1/4 s; `at` says whether its times are given or the clock's. */
function life(given: boolean) {
  const { pool, clock } = poolAt0({ strict: true });
  let nowS = 0;
  const next = () => {
    nowS += 0.25;
    // Stamps are a little ahead of the clock.
    clock.set(given ? nowS - 0.25 : nowS);
    if (given) return { at: nowS };
    return {};
  };
  const request = pool.open(next());
  request.size(1000, 50, next());
  request.reprice(1100, 60, next());
  request.wait(next());
  request.prefill("p", next());
  request.firstToken(next());
  request.wait(next());
  request.decode("d", next());
  request.token(1, next());
  request.token(2, next());
  request.retry(next());
  request.prefill("p", next());
  request.firstToken(next());
  request.decode("d", next());
  request.token(1, next());
  request.complete({ ...next(), outputTokens: 12 });
  clock.set(nowS);
  pool.pass();
  return { pool, request };
}

describe("times", () => {
  it("that the router gives do what the clock's do", () => {
    const given = life(true);
    const stamped = life(false);
    expect(given.request.arrivedS).toBe(0.25);
    expect(view(given.pool)).toEqual(view(stamped.pool));
    expect(view(given.pool).state.attainment).toMatchObject({ outcomes: 1, ttft_met: 0 });
  });

  it("of a sizing may lie long after the arrival, which stays the time of the demand", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const early = pool.open({ at: 0 });
    clock.set(119);
    early.size(1000, 50);
    expect(pool.history().arrivals.observations).toBe(1);
    const tooOld = pool.open({ at: 0 });
    clock.set(121.5);
    tooOld.size(1000, 50);
    expect(pool.history().arrivals).toMatchObject({ cells: 0, observations: 0 });
    expect(pool.state().offers).toEqual({
      offered: 2,
      pending: 0,
      sized: 2,
      lost: 0,
      invalid_unsized: 0,
      timed_out: 0,
      late: 1,
    });
    tooOld.reprice(900);
    expect(pool.history().arrivals.cells).toBe(0);
  });

  it("of an end place its outcome", () => {
    const { pool, clock } = poolAt0({ strict: true });
    clock.set(100);
    const end = (at: number) => pool.open({ at: 0 }).fail({ at });
    for (const atS of [89, 90, 95, 100]) end(atS);
    expect([1, 5, 10, 11].map((windowS) => pool.attainment(windowS).total)).toEqual([1, 2, 3, 4]);
  });

  it("that step back harm nothing", () => {
    const { pool, clock } = poolAt0({ strict: true });
    clock.set(50);
    const request = pool.open();
    clock.set(40);
    request.size(1000, 50);
    request.prefill("p");
    clock.set(30);
    request.firstToken();
    request.decode("d");
    request.token();
    clock.set(20);
    request.token();
    request.complete();
    pool.pass();
    expect(pool.loads()).toEqual({ prefill: 0, decode: 0 });
    expect(pool.attainment()).toMatchObject({ total: 1, bothMet: 1 });
    expect(pool.state().requests).toMatchObject({ opened: 1, pending: 0, open: 0, completed: 1 });
  });
});
