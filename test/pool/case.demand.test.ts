import { describe, expect, it } from "vitest";
import type { Pool } from "../../src/pool/pool";
import { poolAt0 } from "./fixtures";

/** Opens and sizes so many requests now. */
function offer(pool: Pool, count: number, inputTokens: number, requestedTokens = 64): void {
  for (let i = 0; i < count; i += 1) pool.open().size(inputTokens, requestedTokens);
}

/** One request that completes at once with so many output tokens. */
function complete(pool: Pool, inputTokens: number, requestedTokens: number, outputTokens: number): void {
  const request = pool.open();
  request.size(inputTokens, requestedTokens);
  request.firstToken();
  request.complete({ outputTokens });
}

describe("stale-prompts", () => {
  it("the demand of 20 offers of 100 tokens is theirs alone, 10 minutes after 50 of 32,000", () => {
    const { pool, clock } = poolAt0({ strict: true });
    offer(pool, 50, 32_000);
    clock.set(600);
    offer(pool, 20, 100);
    const fresh = poolAt0({ strict: true });
    fresh.clock.set(600);
    offer(fresh.pool, 20, 100);
    // 20 times 0.1 s of work in a window of 120 s.
    expect(pool.demand()).toMatchObject({ arrivals: 20, prefillDemand: 2 / 120, complete: true });
    expect(pool.demand()).toEqual(fresh.pool.demand());
    expect(pool.decisionSnapshot()).toMatchObject({ offeredInputs: [100, 100] });
  });
});

describe("completed-is-not-offered", () => {
  it("10 offers/s and 2 completions/s are an offered rate of 10", () => {
    const { pool, clock } = poolAt0({ strict: true });
    for (let second = 0; second < 120; second += 1) {
      clock.set(second);
      offer(pool, 8, 1000);
      for (let i = 0; i < 2; i += 1) complete(pool, 1000, 64, 32);
    }
    clock.set(120);
    expect(pool.demand().arrivals / pool.config.windowS).toBe(10);
    expect(pool.demand().outputObservations).toBe(240);
    // Each of the 1200 offers is 1 s of prefill, completed or not.
    expect(pool.demand().prefillDemand).toBeCloseTo(10, 12);
    expect(pool.state().requests).toMatchObject({ opened: 1200, open: 960, completed: 240 });
  });
});

describe("long-cap-short-answer", () => {
  const expectedOutput = (pool: Pool) => pool.decisionSnapshot().pendingShapes[0]?.[1];

  it("30 answers of 317 tokens to requests of 4,096 price the next one at 317", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const waiting = pool.open();
    waiting.size(1000, 4096);
    waiting.wait();
    expect(expectedOutput(pool)).toBe(4096);
    for (let second = 0; second < 30; second += 1) {
      clock.set(second);
      complete(pool, 1000, 4096, 317);
    }
    expect(expectedOutput(pool)).toBe(317);
    expect(pool.learned()).toEqual({ inForce: true, ratios: [[1024, 4096, 317 / 4096]], outputs: [[1024, 317]] });
    expect(pool.state().learned_outputs).toEqual({ in_force: true, overflow_share: 0, returns_in_s: null });
  });

  it("while the output history holds an overflow it is 4,096 again, and the state says so", () => {
    const { pool, clock } = poolAt0({ strict: true, maxShapes: 2 });
    for (let i = 0; i < 7; i += 1) complete(pool, 1000, 4096, 317);
    const waiting = pool.open();
    waiting.size(1000, 4096);
    waiting.wait();
    expect(expectedOutput(pool)).toBe(317);
    clock.set(10);
    for (const outputTokens of [1, 2, 3]) complete(pool, 1000, 4096, outputTokens);
    expect(expectedOutput(pool)).toBe(4096);
    expect(pool.learned()).toEqual({ inForce: false, ratios: [], outputs: [] });
    expect(pool.state()).toMatchObject({
      learned_outputs: { in_force: false, overflow_share: 0.1, returns_in_s: 480 },
      demand_history: { observed_decode: { observations: 10, overflow_observations: 1 } },
    });
    clock.set(10 + 481);
    complete(pool, 1000, 4096, 300);
    expect(pool.learned()).toMatchObject({ inForce: true, outputs: [[1024, 300]] });
  });
});
