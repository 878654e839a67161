import { describe, expect, it } from "vitest";
import { poolAt0 } from "./fixtures";
import { ENDS, MOVES, type Move } from "./moves";

const LOST = (Object.keys(ENDS) as (keyof typeof ENDS)[]).filter((move) => move !== "invalid");

describe("a request that ended before its size was known", () => {
  it.each(LOST)("(%s) is an offer that was lost: an arrival, and demand that is not complete", (move) => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    clock.set(8);
    MOVES[move](request);
    expect(pool.state().offers).toEqual({
      offered: 1,
      pending: 0,
      sized: 0,
      lost: 1,
      invalid_unsized: 0,
      timed_out: 0,
      late: 0,
    });
    expect(pool.history()).toMatchObject({
      pending: 0,
      unsized: { cells: 1, observations: 1 },
      arrivals: { cells: 0 },
      expectedDecode: { cells: 0 },
      observedDecode: { cells: 0 },
    });
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 0, complete: false, gaps: ["unsized"] });
    clock.set(121.5);
    expect(pool.demand()).toMatchObject({ arrivals: 0, complete: true, gaps: [] });
  });

  it("as invalid leaves no trace in the demand", () => {
    const { pool } = poolAt0({ strict: true });
    pool.open().invalid();
    expect(pool.state().offers).toEqual({
      offered: 1,
      pending: 0,
      sized: 0,
      lost: 0,
      invalid_unsized: 1,
      timed_out: 0,
      late: 0,
    });
    expect(pool.history()).toMatchObject({ pending: 0, unsized: { cells: 0 }, arrivals: { cells: 0 } });
    expect(pool.demand()).toMatchObject({ arrivals: 0, complete: true });
  });
});

describe("a request that was sized", () => {
  it.each(Object.keys(ENDS) as Move[])("stays the demand that it was, however it ended (%s)", (move) => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50);
    clock.set(8);
    const { arrivals, expectedDecode } = pool.history();
    MOVES[move](request);
    expect(pool.history()).toMatchObject({ pending: 0, arrivals, expectedDecode, unsized: { cells: 0 } });
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 1 / 8, complete: true });
    expect(pool.state().offers).toEqual({
      offered: 1,
      pending: 0,
      sized: 1,
      lost: 0,
      invalid_unsized: 0,
      timed_out: 0,
      late: 0,
    });
  });
});

describe("what becomes an outcome", () => {
  const missed = { total: 1, ttftMet: 0, tpotMet: 1, bothMet: 0 };
  const none = { total: 0, ttftRatio: null, tpotRatio: null, bothRatio: null };
  it.each([
    ["fail", missed, { ...missed, tpotMet: 0 }],
    ["expire", missed, { ...missed, tpotMet: 0 }],
    ["refuse", missed, missed],
    ["complete", missed, { total: 1, ttftMet: 1, tpotMet: 1, bothMet: 1 }],
    ["reject", none, none],
    ["cancel", none, none],
    ["invalid", none, none],
  ] as const)("of %s, before and after the first token", (move, before, after) => {
    const early = poolAt0({ strict: true });
    MOVES[move](early.pool.open());
    expect(early.pool.attainment()).toMatchObject(before);
    const late = poolAt0({ strict: true });
    const request = late.pool.open();
    request.firstToken();
    MOVES[move](request);
    expect(late.pool.attainment()).toMatchObject(after);
  });
});
