import { describe, expect, it } from "vitest";
import type { SimulationOptionsInput } from "../../src/replay/index";
import { at, engines, prepare } from "./fleet-helpers";

/** One long decode on d1, and a move of it to prefill at 2 s. */
function moved(options: SimulationOptionsInput) {
  const recording = prepare({
    requests: [at(0, 1024, 33), at(9, 1024, 1)],
    engines: engines("pdd"),
    onMoveFailed: (engine) => recording.calls.push([recording.simulation.timeS, -1, "moveFailed", engine]),
    options,
  });
  recording.simulation.step(2);
  recording.simulation.setRole("d1", "prefill");
  recording.simulation.run();
  return recording;
}

// 32 iterations of one resident from 1 s on.
const emptyS = 1 + 32 * (2 ** -4 + 2 ** -6);

describe("move modes", () => {
  it("label: the new role is there at once, and residents stay", () => {
    const { named } = moved({});
    expect(named("moved")).toEqual([[2, -1, "d1", "prefill"]]);
    expect(named("complete")[0]).toEqual([emptyS, 0, 33]);
  });

  it("drain: the engine is empty first, and switches then", () => {
    const { named } = moved({ moveMode: "drain", switchToPrefillS: 0.25 });
    expect(named("moved")).toEqual([[emptyS + 0.25, -1, "d1", "prefill"]]);
  });

  it("drain: the measured switch is the default", () => {
    expect(moved({ moveMode: "drain" }).named("moved")).toEqual([[emptyS + 0.0131, -1, "d1", "prefill"]]);
  });

  it("offline: the engine is empty first, and restarts then", () => {
    expect(moved({ moveMode: "offline", restartS: 4 }).named("moved")).toEqual([[emptyS + 4, -1, "d1", "prefill"]]);
  });

  it("takes nothing while it leaves its role", () => {
    const recording = prepare({
      requests: [at(0, 1024, 200), at(3, 1024, 2)],
      engines: engines("pdd"),
      options: { moveMode: "drain" },
    });
    recording.simulation.step(2);
    recording.simulation.setRole("d2", "prefill");
    recording.simulation.step(2.5);
    expect(recording.simulation.snapshot().engines.map(({ role }) => role)).toEqual(["prefill", "decode", "prefill"]);
    recording.simulation.setRole("d1", "prefill");
    recording.simulation.step(5);
    expect(recording.simulation.snapshot().decodeQueue).toBe(1);
    // Back to the old role: the plan is off, and whoever waits is served.
    recording.simulation.setRole("d1", "decode");
    recording.simulation.run();
    expect(recording.named("moved")).toEqual([[2.0131, -1, "d2", "prefill"]]);
    expect(recording.named("decode").at(-1)?.slice(1)).toEqual([1, "d1"]);
  });

  it("waits for KV that is on its way", () => {
    const recording = prepare({
      requests: [at(0, 1024, 2), at(20, 1, 1)],
      engines: engines("ppd"),
      options: { moveMode: "drain", transferS: 5, switchToDecodeS: 0 },
    });
    recording.simulation.step(2);
    recording.simulation.setRole("p0", "decode");
    recording.simulation.run();
    expect(recording.named("moved")).toEqual([[6, -1, "p0", "decode"]]);
  });
});

describe("moves that go wrong", () => {
  it("fail and say so", () => {
    const { named, simulation } = moved({ moveFailShare: 1 });
    expect(named("moved")).toEqual([]);
    expect(named("moveFailed")).toEqual([[2, -1, "d1"]]);
    expect(simulation.snapshot().engines[1]?.role).toBe("decode");
  });

  it("lie: they say that they succeeded", () => {
    const { named, simulation } = moved({ moveLieShare: 1 });
    expect(named("moved")).toEqual([[2, -1, "d1", "prefill"]]);
    expect(simulation.snapshot().engines[1]?.role).toBe("decode");
  });
});

describe("a cold engine", () => {
  it("takes longer for its first step in the new role only", () => {
    const recording = prepare({
      requests: [at(0, 0, 1), at(3, 1024, 1), at(4, 1024, 1)],
      engines: engines("dd", {}).concat(engines("p")),
      options: { coldS: 0.5 },
    });
    recording.simulation.setRole("d0", "prefill");
    recording.simulation.setRole("p0", "decode");
    recording.simulation.run();
    // The first prefill of all has no tokens: it takes the half second alone.
    expect([...recording.simulation.results().requests.ttftS]).toEqual([0.5, 1, 1]);
  });
});
