import { describe, expect, it } from "vitest";
import { REQUEST_ENDS } from "../../src/replay/index";
import { at, engines, prepare, record } from "./fleet-helpers";

describe("buckets", () => {
  it("count arrivals and outcomes where they happen, and average queues and engines over time", () => {
    // p0 is busy from 0 to 3 s; the second request waits from 0.5 to 1, the third from 0.5 to 2.
    const { simulation } = record({
      requests: [at(0, 1024, 1), at(0.5, 1024, 1), at(0.5, 1024, 1)],
      options: { prefillSlots: 1, bucketS: 2, ttftSloS: 2 },
    });
    const common = { prefillEngines: 1, decodeEngines: 1, decodeQueue: 0, prefillUtilization: 1, decodeUtilization: 0 };
    expect(simulation.results().buckets).toEqual([
      { ...common, fromS: 0, toS: 2, arrivals: 3, outcomes: 1, ttftMet: 1, tpotMet: 1, bothMet: 1, prefillQueue: 1 },
      {
        ...common,
        fromS: 2,
        toS: 3,
        arrivals: 0,
        outcomes: 2,
        ttftMet: 1,
        tpotMet: 2,
        bothMet: 1,
        prefillQueue: 0,
      },
    ]);
  });

  it("average the decode queue and utilisation", () => {
    // The batch of 1 is busy from 1 s to 1 + 2 x 5/64 s; the second request waits for half of it.
    const { simulation } = record({
      requests: [at(1, 0, 2), at(1, 0, 2)],
      engines: engines("pd", { decodeMaxRequests: 1 }),
      options: { bucketS: 1 },
    });
    expect(simulation.results().buckets[1]).toMatchObject({ decodeQueue: 0.5, decodeUtilization: 1 });
    expect(simulation.results().buckets[0]).toMatchObject({ decodeQueue: 0, decodeUtilization: 0 });
  });

  it("have no utilisation of a role that no available engine has", () => {
    const { simulation } = record({
      requests: [at(0, 0, 1), at(3, 1024, 1)],
      engines: engines("p"),
      options: { bucketS: 1, faults: [{ engine: "p0", fromS: 0.5, toS: 2 }] },
    });
    const { buckets } = simulation.results();
    expect(buckets.map((bucket) => bucket.prefillEngines)).toEqual([0.5, 0, 1, 1, 0]);
    expect(buckets.map((bucket) => bucket.prefillUtilization)).toEqual([0, null, 0, 1, null]);
    expect(buckets[0]?.decodeUtilization).toBeNull();
  });

  it("are there for a moment of no length", () => {
    const { simulation } = prepare({ requests: [at(0, 1, 1)] });
    simulation.step(0);
    expect(simulation.results().buckets).toMatchObject([{ fromS: 0, toS: 0, arrivals: 1, prefillQueue: 0 }]);
  });
});

describe("records", () => {
  it("show requests that are on their way as open", () => {
    const { simulation } = prepare({ requests: [at(0, 1024, 1), at(0, 2048, 1), at(9, 1, 1)] });
    simulation.step(2);
    const { ends, opened, requests } = simulation.results();
    expect(ends).toEqual({ open: 1, completed: 1, failed: 0, expired: 0, refused: 0, rejected: 0, cancelled: 0 });
    expect(opened).toBe(2);
    expect([...requests.end].map((end) => REQUEST_ENDS[end])).toEqual(["completed", "open", "open"]);
    expect([...requests.ttftS]).toEqual([1, Number.NaN, Number.NaN]);
  });

  it("are a copy", () => {
    const { simulation } = record({ requests: [at(0, 1024, 1)] });
    simulation.results().requests.endS[0] = 77;
    expect(simulation.results().requests.endS[0]).toBe(1);
  });

  it("judge a TPOT that is exactly the SLO, and a TTFT too, as met", () => {
    const { simulation } = record({ requests: [at(0, 1024, 2)], options: { ttftSloS: 1, tpotSloS: 5 / 64 } });
    expect(simulation.results().attainment).toEqual({ total: 1, ttftMet: 1, tpotMet: 1, bothMet: 1 });
    const tight = record({ requests: [at(0, 1024, 2)], options: { ttftSloS: 0.99, tpotSloS: 0.07 } });
    expect(tight.simulation.results().attainment).toEqual({ total: 1, ttftMet: 0, tpotMet: 0, bothMet: 0 });
  });
});
