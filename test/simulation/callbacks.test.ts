import { describe, expect, it } from "vitest";
import { ReplayRun } from "../../src/replay";
import { checkConservation } from "../../src/schema-entry";
import { replay, shipped } from "../replay/replay-run-inputs";

const OPTIONS = { urgent: true, simulation: { speed: 2 } } as const;

describe("an onDecision that throws", () => {
  it("ends the step, and the next one goes on: the run comes to the same", () => {
    const wanted = replay(shipped("ppdd", OPTIONS));
    let thrown = 0;
    const onDecision = () => {
      thrown += 1;
      throw new Error(`decision ${thrown}`);
    };
    const run = new ReplayRun(shipped("ppdd", { ...OPTIONS, onDecision }));
    let caught = 0;
    while (!run.done) {
      try {
        run.run();
      } catch (error) {
        caught += 1;
        expect((error as Error).message).toBe(`decision ${thrown}`);
      }
    }
    expect([caught, caught > 50]).toEqual([thrown, true]);
    expect(wanted.moves.length).toBeGreaterThan(0);
    expect(run.report()).toEqual({ ...wanted, state: { ...wanted.state, hints: expect.anything() } });
    expect(checkConservation(run.pool.state())).toEqual([]);
  });
});

describe("a sink that throws", () => {
  it("changes nothing of a replay", () => {
    const sink = {
      write() {
        throw new Error("no space");
      },
    };
    const { state: wanted, ...report } = replay(shipped("pddd"));
    const { state, ...other } = replay(shipped("pddd", { sinks: { journal: sink, eventLog: sink } }));
    expect(other).toEqual(report);
    expect({ ...state, journal: null, event_log: null }).toEqual(wanted);
  });
});
