import { describe, expect, it } from "vitest";
import { Controller } from "../../src/control/controller";
import { ConfigError, manualClock, resolveConfig } from "../../src/index";
import { Accounting, Fleet } from "../../src/parts";
import { Scene, sceneAt8 } from "./fixtures";

/** The times at which passes decide. */
function decided(scene: Scene, timesS: readonly number[]): number[] {
  return timesS.flatMap((timeS) =>
    scene
      .at(timeS)
      .pool.pass()
      .decisions.map(({ at }) => at),
  );
}

describe("the cadence", () => {
  it("is a decision every `stepS` from the start, made in a pass", () => {
    expect(decided(new Scene("pd", { stepS: 3 }), [1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([3, 6, 9]);
    expect(decided(new Scene("pd", { stepS: 3 }), [2, 4, 6, 8, 10, 12])).toEqual([4, 8, 12]);
  });

  it("makes up for no step that was missed", () => {
    expect(decided(new Scene("pd", { stepS: 3 }), [1000, 1001, 1002, 1003])).toEqual([1000, 1003]);
  });

  it("goes on with the decisions that are held", () => {
    const scene = new Scene("ppd", { stepS: 3 });
    scene.pool.setAvailable("p0", false);
    expect(decided(scene, [3, 4, 5, 6])).toEqual([3, 6]);
  });
});

describe("a pass", () => {
  it("takes its residency sample before it decides", () => {
    const scene = new Scene("pd", { demandFloor: 0 }).at(1);
    for (let count = 0; count < 4; count += 1) scene.decoding("d1");
    // 4 tokens of the 65,536 that one engine can hold.
    expect(scene.decide().decodeWork).toBe(4 / 65_536);
  });

  it("ends the interval after it has decided", () => {
    const scene = new Scene("pd", { demandFloor: 0 }).at(1);
    const request = scene.prefilling("p0", 0.5);
    scene.at(2).arrivals(1);
    request.cancel();
    expect(scene.decide().observedPrefillRatio).toBe(0);
    // 1 of 2 s with 0.5 s of work.
    expect(scene.pool.loads().prefill).toBe(0.25);
  });

  it("decides from both horizons with what was learned at that moment", () => {
    const scene = sceneAt8("pdd", { prefill: 2, decode: 0.25 });
    const { evidenceShortDecodeEngines, evidenceLongDecodeEngines, decodeWork } = scene.decide();
    expect([evidenceShortDecodeEngines, evidenceLongDecodeEngines, decodeWork]).toEqual([0.25, 0.25, 0.25]);
  });
});

describe("what a decision has read", () => {
  it("is there from the first one on that priced demand", () => {
    const scene = sceneAt8("pdd", { prefill: 2, decode: 0.25 });
    expect(scene.pool.lastSnapshot).toBeNull();
    scene.decide();
    expect(scene.pool.lastSnapshot).toMatchObject({ atS: 8, demand: { decodeDemand: 0.25 }, prefillEngines: 1 });
    scene.pool.addEngine({ id: "down", role: "decode", available: false });
    expect(scene.at(9).decide().reason).toBe("fleet_unavailable");
    expect(scene.pool.lastSnapshot?.atS).toBe(8);
  });
});

describe("the state of a controller", () => {
  it("is nothing but its start before it has decided", () => {
    const config = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
    const controller = new Controller(new Accounting(config, manualClock(7)), new Fleet(config));
    expect(controller.exportState()).toMatchObject({
      lastStepS: 7,
      urgentMove: false,
      longDecodeEngines: 0,
      panicSteps: 0,
      confirmations: { proposal: null, count: 0 },
      urgent: null,
    });
  });
});

describe("the options of a controller", () => {
  const config = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
  const make = (options: object) => () =>
    new Controller(new Accounting(config, manualClock(0)), new Fleet(config), options);

  it("are checked", () => {
    expect(make({ applyMoves: "later" })).toThrow(new ConfigError("applyMoves", "must be auto or host", "later"));
    const rule = "must be hold or rebalance";
    expect(make({ whileUnavailable: "wait" })).toThrow(new ConfigError("whileUnavailable", rule, "wait"));
    expect(make({ applyMoves: "host", whileUnavailable: "rebalance" })).not.toThrow();
  });
});

describe("whileUnavailable: rebalance", () => {
  const rebalance = { whileUnavailable: "rebalance" } as const;

  it("splits the available engines alone", () => {
    const scene = sceneAt8("pppdd", { decode: 2 }, rebalance);
    scene.pool.setAvailable("p0", false);
    scene.pool.setAvailable("d3", false);
    // Of p1, p2 and d4: 2 engines of decode work on one, then on two.
    expect(scene.decide()).toMatchObject({
      result: "applied",
      currentPrefill: 2,
      currentDecode: 1,
      prefill: 1,
      decode: 2,
      objective: 1,
      objectiveDelta: 1,
      moves: [{ engine: "p1", from: "prefill", to: "decode" }],
    });
  });

  it("needs no profile of an engine that is down", () => {
    const scene = sceneAt8("ppd", { decode: 2 }, rebalance);
    scene.pool.addEngine({ id: "bare", role: "prefill", available: false });
    expect(scene.decide()).toMatchObject({ result: "applied", currentPrefill: 2, decodeProfileCovered: true });
  });

  it("keeps the floors, by the available engines", () => {
    const scene = sceneAt8("pppd", { decode: 2 }, { ...rebalance, minPrefill: 2 });
    scene.pool.setAvailable("p0", false);
    expect(scene.decide()).toMatchObject({
      reason: "floor_prefill",
      limit: { gate: "min_prefill", value: 1, threshold: 2 },
    });
  });

  it("restores the floors as ever", () => {
    const scene = new Scene("pppd", rebalance).at(1);
    scene.pool.setAvailable("p0", false);
    scene.pool.setAvailable("d3", false);
    expect(scene.decide()).toMatchObject({ by: "decode_floor", currentPrefill: 2, prefill: 1, decode: 1 });
    expect(scene.roles).toBe("pdpd");
  });
});
