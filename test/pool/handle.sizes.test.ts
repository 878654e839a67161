import { describe, expect, it } from "vitest";
import { poolAt0 } from "./fixtures";

describe("cached tokens", () => {
  it("are no prefill work, and context of decode all the same", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    clock.set(8);
    request.size(1000, 50, { cachedTokens: 750 });
    // 250 tokens are 0.25 s of work, in the 8 s that the pool has seen.
    expect(pool.demand()).toMatchObject({ prefillDemand: 0.25 / 8, complete: true });
    request.wait();
    expect(pool.decisionSnapshot()).toMatchObject({
      queuedPrefillS: 0.25,
      pendingShapes: [[1000, 50, 250]],
      offeredInputs: [250, 250],
    });
    request.prefill("p");
    expect(pool.loads().prefill).toBe(0.125);
    request.firstToken();
    request.decode("d");
    expect(pool.state().fleet.engines[1]?.decode_tokens).toBe(1000);
    request.complete({ outputTokens: 30 });
    expect(pool.learned().outputs).toEqual([[1024, 30]]);
  });

  it("cost the same decode as a request without them", () => {
    const expected = (cachedTokens: number) => {
      const { pool, clock } = poolAt0({ strict: true });
      pool.open().size(1000, 50, { cachedTokens });
      clock.set(8);
      return pool.demand().expectedEngines;
    };
    expect(expected(0)).toBeGreaterThan(0);
    expect(expected(1000)).toBe(expected(0));
  });

  it("stay what they were when the input is repriced without them", () => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 50, { cachedTokens: 1000 });
    clock.set(8);
    expect(pool.demand().prefillDemand).toBe(0);
    request.reprice(1000);
    expect(pool.demand().prefillDemand).toBe(0);
    request.reprice(1000, 50, { cachedTokens: 0 });
    expect(pool.demand().prefillDemand).toBe(1 / 8);
    request.reprice(1000, 50, { cachedTokens: 500 });
    expect(pool.demand().prefillDemand).toBe(0.5 / 8);
  });
});

describe("the requested output", () => {
  it("is open-ended at 0, and counts as expected work once its length is learned", () => {
    const { pool, clock } = poolAt0({ strict: true });
    pool.open().size(1000, 0);
    clock.set(8);
    expect(pool.demand()).toMatchObject({ expectedEngines: 0, complete: false, gaps: ["output_unknown"] });
    const other = pool.open();
    other.size(1000, 0);
    other.complete({ outputTokens: 40 });
    expect(pool.demand()).toMatchObject({ complete: true, gaps: [] });
    expect(pool.learned()).toEqual({ inForce: true, ratios: [], outputs: [[1024, 40]] });
  });

  it("is no expected work where it is not known, and some from the moment that it is", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000);
    expect(pool.history()).toMatchObject({ arrivals: { observations: 1 }, expectedDecode: { observations: 0 } });
    request.reprice(1200);
    expect(pool.history()).toMatchObject({ arrivals: { observations: 1 }, expectedDecode: { observations: 0 } });
    request.reprice(1200, 64);
    expect(pool.history()).toMatchObject({ arrivals: { observations: 1 }, expectedDecode: { observations: 1 } });
    request.reprice(1300);
    request.wait();
    expect(pool.history()).toMatchObject({ expectedDecode: { cells: 1, observations: 1 } });
    expect(pool.decisionSnapshot()).toMatchObject({ pendingShapes: [[1300, 64, 1300]], offeredOutputs: [64, 64] });
  });
});

describe("the output length", () => {
  const completed = (finish: (request: ReturnType<ReturnType<typeof poolAt0>["pool"]["open"]>) => void) => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(1000, 0);
    request.firstToken();
    finish(request);
    return pool.learned().outputs;
  };

  it("is the number of tokens that were streamed, however they came", () => {
    const streamed = completed((request) => {
      request.token();
      request.token(3);
      request.token(1);
      request.complete();
    });
    expect(streamed).toEqual([[1024, 5]]);
  });

  it("is what complete says, if it says it", () => {
    const said = completed((request) => {
      request.token(3);
      request.complete({ outputTokens: 8 });
    });
    expect(said).toEqual([[1024, 8]]);
    const none = completed((request) => {
      request.complete({ outputTokens: 0 });
    });
    expect(none).toEqual([[1024, 0]]);
  });

  it("divides the time after the first token, of the streamed tokens or of what complete says", () => {
    const { pool } = poolAt0({ engines: [] });
    const finish = (options?: { outputTokens: number }) => {
      const request = pool.open({ at: 0 });
      request.firstToken({ at: 1 });
      request.token(5, { at: 1.25 });
      request.complete({ at: 3, ...options });
      return pool.state().attainment.tpot_met;
    };
    // 62.5 ms; 50 ms with a tail of 36 tokens that came by the end; 51 ms with one of 35; 62.5 ms again.
    const lengths = [undefined, { outputTokens: 41 }, { outputTokens: 40 }, { outputTokens: 1 }];
    expect(lengths.map(finish)).toEqual([0, 1, 1, 1]);
  });
});

describe("several tokens that came together", () => {
  it("are as many, evenly spaced, as one by one", () => {
    const together = poolAt0({ strict: true, decodeCorrectionMinSamples: 1 });
    const apart = poolAt0({ strict: true, decodeCorrectionMinSamples: 1 });
    const requests = [together, apart].map(({ pool, clock }) => {
      const request = pool.open({ at: 0 });
      clock.set(1);
      request.size(1000, 50);
      request.firstToken({ at: 1 });
      request.decode("d", { at: 1 });
      request.token(1, { at: 1 });
      return request;
    });
    requests[0]?.token(4, { at: 1.125 });
    for (const atS of [1.03125, 1.0625, 1.09375, 1.125]) requests[1]?.token(1, { at: atS });
    for (const { pool, clock } of [together, apart]) {
      clock.set(1.125);
      pool.pass();
    }
    expect(together.pool.state()).toEqual(apart.pool.state());
    expect(together.pool.state().fleet.engines[1]).toMatchObject({ decode_tokens: 1005, decode_requests: 1 });
    expect(together.pool.state().fleet.engines[1]?.decode_correction).toBeGreaterThan(1);
  });
});
