import { describe, expect, it } from "vitest";
import { at, engines, record } from "./fleet-helpers";

describe("a fault", () => {
  it("fails the prefill residents, and the engine takes nothing until it is over", () => {
    const { calls, simulation } = record({
      requests: [at(0, 1024, 1), at(0, 1024, 1), at(1, 1024, 1)],
      options: { faults: [{ engine: "p0", fromS: 0.5, toS: 3 }] },
    });
    expect(calls.filter(([timeS]) => timeS > 0)).toEqual([
      [0.5, -1, "available", "p0", false],
      [0.5, 0, "fail"],
      [0.5, 1, "fail"],
      [1, 2, "open"],
      [1, 2, "size", 1024, 1],
      [1, 2, "reprice", 1024, 1],
      [1, 2, "wait"],
      [3, -1, "available", "p0", true],
      [3, 2, "prefill", "p0"],
      [4, 2, "firstToken"],
      [4, 2, "complete", 1],
    ]);
    // Before the first token: the TPOT counts as met.
    expect(simulation.results().attainment).toEqual({ total: 3, ttftMet: 0, tpotMet: 3, bothMet: 0 });
  });

  it("fails the decode residents: both SLOs are missed", () => {
    const { of, simulation } = record({
      requests: [at(0, 0, 100)],
      options: { faults: [{ engine: "d1", fromS: 0.25, toS: 1 }] },
    });
    expect(of(0).at(-1)).toEqual([0.25, "fail"]);
    expect(simulation.results().attainment).toEqual({ total: 1, ttftMet: 0, tpotMet: 0, bothMet: 0 });
    expect(simulation.snapshot().engines[1]).toMatchObject({ available: false, decodeResidents: 0, kvTokens: 0 });
  });

  it("voids the work that it interrupts, also when the engine is back before that would have ended", () => {
    const { of } = record({
      requests: [at(0, 2048, 1), at(1, 4096, 1)],
      options: { faults: [{ engine: "p0", fromS: 0.5, toS: 0.75 }] },
    });
    expect(of(0).at(-1)).toEqual([0.5, "fail"]);
    expect(of(1).at(-1)).toEqual([5, "complete", 1]);
  });

  it("overlaps with another one: the engine is back when both are over", () => {
    const { named } = record({
      requests: [at(0, 1, 1), at(5, 1, 1)],
      options: {
        faults: [
          { engine: "p0", fromS: 1, toS: 3 },
          { engine: "p0", fromS: 2, toS: 4 },
        ],
      },
    });
    expect(named("available")).toEqual([
      [1, -1, "p0", false],
      [4, -1, "p0", true],
    ]);
  });

  it("leaves a request in transit alone: it waits for the engine, or goes elsewhere", () => {
    const { named } = record({
      requests: [at(0, 0, 2)],
      engines: engines("pd"),
      options: { transferS: 1, faults: [{ engine: "d1", fromS: 0.5, toS: 2 }] },
    });
    expect(named("wait")).toEqual([[1, 0]]);
    expect(named("decode")).toEqual([[2, 0, "d1"]]);
  });

  it("sends new requests to the engines that are up", () => {
    const { named } = record({
      requests: [at(0, 1, 1)],
      engines: engines("pp"),
      options: { faults: [{ engine: "p0", fromS: 0, toS: 2 }] },
    });
    expect(named("prefill")).toEqual([[0, 0, "p1"]]);
  });
});
