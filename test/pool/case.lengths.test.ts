import { describe, expect, it } from "vitest";
import { prefillS } from "../../src/profile";
import { fieldPool, H100, load } from "./field";
import { anomaliesOf } from "./fixtures";

describe("cached-whole", () => {
  it("a prompt that is wholly cached costs no prefill, and demand stays complete", () => {
    const scene = fieldPool();
    load(scene, 120, 8, [4000, 100]);
    const before = scene.pool.demand();
    scene.pool.open().size(4000, 100, { cachedTokens: 4000 });
    const after = scene.pool.demand();
    expect(after).toMatchObject({ arrivals: before.arrivals + 1, complete: true, gaps: [] });
    expect(after.prefillDemand).toBeCloseTo(Number(before.prefillDemand), 12);
    expect(after.decodeDemand).toBeGreaterThan(Number(before.decodeDemand));
  });

  it("one each 110 s delays no move", () => {
    const movedAtS = (cached: boolean) => {
      const scene = fieldPool();
      for (let lap = 0; lap < 3; lap += 1) {
        if (cached) scene.pool.open().size(4000, 10, { cachedTokens: 4000 });
        load(scene, 100, 8, [4000, 10]);
      }
      return scene.pool.newestDecisions.find(({ result }) => result === "applied")?.at;
    };
    expect(movedAtS(false)).toBe(1065);
    expect(movedAtS(true)).toBe(1060);
  });

  it("a prompt of no tokens costs nothing either", () => {
    const { pool, clock } = fieldPool();
    pool.open().size(0, 10);
    clock.advance(8);
    expect(pool.demand()).toMatchObject({ prefillDemand: 0, complete: true });
  });

  it("a remainder below the least measured length is priced at that length", () => {
    const { pool, clock } = fieldPool({}, { ...H100, prefillMinTokens: 128 });
    const request = pool.open();
    request.size(4000, 100, { cachedTokens: 3900 });
    clock.advance(8);
    const demand = pool.demand();
    expect(demand).toMatchObject({ complete: true, gaps: [] });
    expect(demand.prefillDemand).toBeCloseTo(prefillS(H100, 128) / 8, 12);
    request.prefill("p");
    expect(pool.scores().map(({ decodeProfileCovered }) => decodeProfileCovered)).toEqual([true, true]);
  });
});

describe("max-tokens-0", () => {
  it("completions of no output are learned from: such requests need no decode", () => {
    const { pool, clock } = fieldPool();
    pool.open().size(512, 0);
    clock.advance(8);
    expect(pool.demand()).toMatchObject({ complete: false, gaps: ["output_unknown"] });
    const request = pool.open();
    request.size(512, 0);
    request.complete({ outputTokens: 0 });
    expect(pool.learned().outputs).toEqual([[512, 0]]);
    expect(pool.demand()).toMatchObject({ complete: true, gaps: [], decodeDemand: 0 });
  });

  it("one that waits is no pending decode work", () => {
    const { pool } = fieldPool();
    const done = pool.open();
    done.size(512, 0);
    done.complete({ outputTokens: 0 });
    const waiting = pool.open();
    waiting.size(512, 0);
    waiting.wait();
    pool.demand();
    expect(pool.decisionSnapshot()).toMatchObject({ pendingShapes: [], profilesComplete: true });
    expect(pool.scores()[0]).toMatchObject({ decodeProfileCovered: true, pendingDecodeRequests: 0 });
  });

  it("half a token, the median of no output and one, is one", () => {
    const { pool } = fieldPool();
    for (const outputTokens of [0, 1]) {
      const request = pool.open();
      request.size(512, 0);
      request.complete({ outputTokens });
    }
    expect(pool.learned().outputs).toEqual([[512, 0.5]]);
    expect(pool.demand()).toMatchObject({ complete: true });
    expect(pool.demand().decodeDemand).toBeGreaterThan(0);
  });

  it("a completion whose length nobody told teaches nothing", () => {
    const { pool } = fieldPool();
    const request = pool.open();
    request.size(512, 0);
    request.complete();
    expect(pool.learned().outputs).toEqual([]);
    expect(pool.demand()).toMatchObject({ outputObservations: 0, gaps: ["output_unknown"] });
  });
});

describe("cached-above-estimate", () => {
  it("counts as all of the input; it is one anomaly, and the request goes on", () => {
    const { pool } = fieldPool();
    const request = pool.open();
    request.size(100, 10, { cachedTokens: 112 });
    expect(request.state).toBe("sized");
    expect(pool.demand()).toMatchObject({ arrivals: 1, prefillDemand: 0, complete: true });
    request.prefill("p");
    request.firstToken();
    request.complete({ outputTokens: 10 });
    expect(anomaliesOf(pool)).toEqual({ cached_length: 1 });
  });

  it("is thrown in strict mode, and changes nothing then", () => {
    const request = fieldPool({ strict: true }).pool.open();
    expect(() => request.size(100, 10, { cachedTokens: 112 })).toThrow(
      "cachedTokens must be at most inputTokens 100, got 112",
    );
    expect(request.state).toBe("pending");
  });
});

describe("reprice-keeps-cached", () => {
  it("what is left out stays", () => {
    const { pool, clock } = fieldPool();
    const request = pool.open();
    request.size(1000, 100, { cachedTokens: 900 });
    request.reprice(1010, 100);
    clock.advance(8);
    expect(pool.demand().prefillDemand).toBeCloseTo(prefillS(H100, 110) / 8, 12);
  });

  it("a shorter prompt is cached whole at most", () => {
    const { pool, clock } = fieldPool();
    const request = pool.open();
    request.size(1000, 100, { cachedTokens: 900 });
    request.reprice(800);
    clock.advance(8);
    expect(pool.demand().prefillDemand).toBe(0);
    expect(anomaliesOf(pool)).toEqual({});
  });
});
