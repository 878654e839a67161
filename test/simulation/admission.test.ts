import { describe, expect, it } from "vitest";
import { at, engines, record } from "./fleet-helpers";

describe("dispatch to prefill", () => {
  it("prefers the engine with the fewest resident prefill seconds, and of equals the first", () => {
    const { named } = record({
      requests: [at(0, 1024, 1), at(0, 512, 1), at(0, 256, 1), at(0, 1024, 1)],
      engines: engines("pp"),
    });
    expect(named("prefill")).toEqual([
      [0, 0, "p0"],
      [0, 1, "p1"],
      [0, 2, "p1"],
      [0, 3, "p1"],
    ]);
  });

  it("serves one at a time, in order", () => {
    const { named } = record({ requests: [at(0, 1024, 1), at(0, 512, 1), at(0, 256, 1)] });
    expect(named("firstToken")).toEqual([
      [1, 0],
      [1.5, 1],
      [1.75, 2],
    ]);
  });

  it("fills `prefillSlots`, then lets requests wait, first in, first out", () => {
    const { named } = record({
      requests: [at(0, 1024, 1), at(0, 1024, 1), at(0, 4096, 1), at(0, 1, 1)],
      options: { prefillSlots: 2 },
    });
    expect(named("wait")).toEqual([
      [0, 2],
      [0, 3],
    ]);
    expect(named("prefill")).toEqual([
      [0, 0, "p0"],
      [0, 1, "p0"],
      [1, 2, "p0"],
      [2, 3, "p0"],
    ]);
  });

  it("does not call wait for a request that finds a slot at once", () => {
    expect(record({ requests: [at(0, 1, 1)] }).named("wait")).toEqual([]);
  });
});

describe("expiry", () => {
  it("takes those that wait for prefill `timeoutS` after their arrival", () => {
    const { named, simulation } = record({
      requests: [at(0, 5 * 1024, 1), at(1, 1024, 1), at(2, 1024, 1)],
      options: { prefillSlots: 1, timeoutS: 3.5 },
    });
    expect(named("expire")).toEqual([[4.5, 1]]);
    expect(named("firstToken")).toEqual([
      [5, 0],
      [6, 2],
    ]);
    expect(simulation.results().attainment).toEqual({ total: 3, ttftMet: 0, tpotMet: 3, bothMet: 0 });
  });

  it("does not take those that are served", () => {
    const { named } = record({ requests: [at(0, 5 * 1024, 3)], options: { timeoutS: 1 } });
    expect(named("complete")).toHaveLength(1);
  });

  it("takes at once who would begin to wait too late", () => {
    const { of } = record({
      requests: [at(0, 1024, 1), at(0, 1024, 1)],
      options: { prefillSlots: 1, timeoutS: 0.5, tokenizationDelayS: 0.75 },
    });
    expect(of(1).at(-1)).toEqual([0.75, "expire"]);
    expect(of(1).some((call) => call[1] === "wait")).toBe(false);
  });

  it("takes those that wait for decode room: after their first token, so TPOT is missed too", () => {
    const { of, simulation } = record({
      requests: [at(0, 1, 1000), at(0, 1023, 2)],
      engines: engines("pd", { decodeMaxRequests: 1 }),
      options: { timeoutS: 4 },
    });
    expect(of(1).slice(-2)).toEqual([
      [1, "wait"],
      [4, "expire"],
    ]);
    expect(simulation.results().attainment).toMatchObject({ total: 2, ttftMet: 1 });
    expect(simulation.results().buckets[0]).toMatchObject({ outcomes: 1, ttftMet: 0, tpotMet: 0 });
  });
});

describe("refusal", () => {
  // Two engines with 1 s of work each, 1 s of one's own: a TTFT of 2 s is projected.
  const requests = [at(0, 1024, 1), at(0, 1024, 1), at(0, 1024, 1)];

  it("refuses what would miss the SLO by more than the margin", () => {
    const options = { refuse: true, ttftSloS: 1.5, refuseMargin: 0.25 };
    const { named, simulation } = record({ requests, engines: engines("pp"), options });
    expect(named("refuse")).toEqual([[0, 2]]);
    expect(simulation.results().attainment).toEqual({ total: 3, ttftMet: 2, tpotMet: 3, bothMet: 2 });
  });

  it("spares what misses it by the margin", () => {
    const options = { refuse: true, ttftSloS: 1.6, refuseMargin: 0.25 };
    expect(record({ requests, engines: engines("pp"), options }).named("refuse")).toEqual([]);
  });

  it("is off by default", () => {
    expect(record({ requests, engines: engines("pp"), options: { ttftSloS: 0.1 } }).named("refuse")).toEqual([]);
  });

  it("counts the line, each on the engine with the least work then", () => {
    // p0: 1 s resident, then 2 s of the line. p1: 2 s resident. The third starts on p1, at 2 s.
    const { named } = record({
      requests: [at(0, 1024, 1), at(0, 2048, 1), at(0, 2048, 1), at(0, 1024, 1), at(0, 1025, 1)],
      engines: engines("pp"),
      options: { refuse: true, prefillSlots: 1, ttftSloS: 3, refuseMargin: 0 },
    });
    expect(named("wait").map((call) => call[1])).toEqual([2, 3]);
    expect(named("refuse")).toEqual([[0, 4]]);
  });

  it("counts the time since arrival", () => {
    const options = { refuse: true, ttftSloS: 1, refuseMargin: 0, tokenizationDelayS: 0.5 };
    expect(record({ requests: [at(0, 513, 1)], options }).named("refuse")).toEqual([[0.5, 0]]);
    expect(record({ requests: [at(0, 512, 1)], options }).named("refuse")).toEqual([]);
  });

  it("refuses everything while no prefill engine is available", () => {
    const { named } = record({ requests: [at(0, 1, 1)], engines: engines("d"), options: { refuse: true } });
    expect(named("refuse")).toEqual([[0, 0]]);
  });
});

describe("oversize", () => {
  it("rejects what fits no engine, whatever its role, and does not block the line", () => {
    const [small, large] = [engines("pd", { decodeMaxKvTokens: 100 }), engines("pd", { decodeMaxKvTokens: 200 })];
    const { named, simulation } = record({
      requests: [at(0, 199, 1), at(0, 200, 1), at(0, 10, 1)],
      engines: [small[1] ?? [], large[0] ?? []].flat(),
    });
    expect(named("reject")).toEqual([[0, 1]]);
    expect(named("complete").map((call) => call[1])).toEqual([0, 2]);
    expect(simulation.results().ends).toMatchObject({ completed: 2, rejected: 1 });
    expect(simulation.results().attainment.total).toBe(2);
  });
});
