import { describe, expect, it } from "vitest";
import { fieldPool, H100, load } from "./field";

describe("empty-fleet", () => {
  it("150 requests wait: loads and demand are absent, and a hint says so", () => {
    const { pool, clock } = fieldPool({ engines: [] });
    for (let n = 0; n < 150; n += 1) {
      const request = pool.open();
      request.size(1000, 100);
      request.wait();
    }
    clock.advance(10);
    expect(pool.demand()).toMatchObject({
      prefillDemand: null,
      decodeDemand: null,
      arrivals: 150,
      gaps: ["no_profiles"],
    });
    expect(pool.loads()).toEqual({ prefill: null, decode: null });
    expect(pool.state().loads).toEqual({ prefill: null, decode: null });
    expect(pool.state().hints).toEqual([
      "the pool has no engine, and 150 requests came or wait: add engines, or ask whatIf() what they need",
    ]);
  });

  it("whatIf with a profile prices a fleet that consists of what is added", () => {
    const empty = fieldPool({ engines: [] });
    const full = fieldPool();
    for (const scene of [empty, full]) load(scene, 30, 8, [1000, 20]);
    const asked = empty.pool.whatIf({ addPrefill: 1, addDecode: 2, addedProfile: H100 });
    expect(asked.demand).toEqual(full.pool.demand());
    expect(asked.scores).toEqual(full.pool.scores());
    expect(asked.current).toMatchObject({ prefill: 1, decode: 2 });
  });

  it("an empty fleet without requests has nothing to hint at", () => {
    expect(fieldPool({ engines: [] }).pool.state().hints).toEqual([]);
  });
});

describe("what-if-move", () => {
  it("an engine that one role gains and the other loses has moved: the scores are those of the splits", () => {
    const scene = fieldPool();
    load(scene, 30, 8, [1000, 20]);
    const resident = scene.pool.open();
    resident.size(2000, 400);
    resident.prefill("p");
    resident.firstToken();
    resident.decode("d");
    const scores = scene.pool.scores();
    const moved = scene.pool.whatIf({ addPrefill: 1, addDecode: -1 });
    expect(moved.scores).toEqual(scores);
    expect(moved.current).toEqual(scores.find(({ prefill }) => prefill === 2));
    expect([moved.prefill, moved.decode]).toEqual([2, 1]);
  });

  it("with one more that joins, only that one is added", () => {
    const { pool } = fieldPool();
    expect(pool.whatIf({ addPrefill: 2, addDecode: -1 }).scores).toEqual(pool.whatIf({ addPrefill: 1 }).scores);
    expect(pool.whatIf({ addPrefill: -1, addDecode: 1 }).current).toBeNull();
  });
});
