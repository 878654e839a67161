import { describe, expect, it } from "vitest";
import { ArgumentError, UnknownIdError } from "../../src/errors";
import { at, engines, prepare, type Recording } from "./fleet-helpers";

const ALONE_S = 5 / 64;

/** Runs to `timeS`, moves an engine, and runs to the end. */
function moveAt(timeS: number, engine: string, role: "prefill" | "decode", recording: Recording): Recording {
  recording.simulation.step(timeS);
  recording.simulation.setRole(engine, role);
  recording.simulation.run();
  return recording;
}

describe("a role move", () => {
  it("takes effect at once by default: new requests go elsewhere, residents finish where they are", () => {
    const requests = [at(0, 1024, 1), at(0.5, 1024, 1)];
    const { named } = moveAt(0.25, "p0", "decode", prepare({ requests, engines: engines("ppd") }));
    expect(named("moved")).toEqual([[0.25, -1, "p0", "decode"]]);
    expect(named("prefill")).toEqual([
      [0, 0, "p0"],
      [0.5, 1, "p1"],
    ]);
    expect(named("firstToken")[0]).toEqual([1, 0]);
  });

  it("takes effect after moveS; the old role counts until then", () => {
    const requests = [at(0, 1, 1), at(0.5, 1, 1), at(2, 1, 1)];
    const options = { moveS: 1, timeoutS: 4 };
    const { named } = moveAt(0.25, "p0", "decode", prepare({ requests, options }));
    expect(named("moved")).toEqual([[1.25, -1, "p0", "decode"]]);
    expect(named("prefill").map(([timeS]) => timeS)).toEqual([0, 0.5]);
    expect(named("expire")).toEqual([[6, 2]]);
  });

  it("serves those that waited for the role", () => {
    const waitingForPrefill = prepare({ requests: [at(0, 1024, 1)], engines: engines("dd") });
    expect(moveAt(1, "d1", "prefill", waitingForPrefill).of(0).slice(-4)).toEqual([
      [0, "wait"],
      [1, "prefill", "d1"],
      [2, "firstToken"],
      [2, "complete", 1],
    ]);
    const waitingForDecode = prepare({ requests: [at(0, 0, 2)], engines: engines("pp") });
    expect(moveAt(1, "p0", "decode", waitingForDecode).of(0).slice(-4)).toEqual([
      [0, "wait"],
      [1, "decode", "p0"],
      [1 + ALONE_S, "token"],
      [1 + ALONE_S, "complete", 2],
    ]);
  });

  it("is replaced by a later one, and taken back by one to the present role", () => {
    const recording = prepare({ requests: [at(9, 1, 1)], engines: engines("pp"), options: { moveS: 2 } });
    recording.simulation.setRole("p0", "decode");
    recording.simulation.step(1);
    recording.simulation.setRole("p0", "prefill");
    recording.simulation.setRole("p1", "decode");
    recording.simulation.step(1.5);
    recording.simulation.setRole("p1", "decode");
    recording.simulation.run();
    expect(recording.named("moved")).toEqual([[3.5, -1, "p1", "decode"]]);
  });

  it("may be asked for in a callback: it happens when the event is over", () => {
    const recording = prepare({
      requests: [at(0, 1024, 2), at(0, 1024, 2)],
      engines: engines("pp"),
      onPass: (timeS) => timeS === 1 && recording.simulation.setRole("p1", "decode"),
    });
    recording.simulation.run();
    expect(recording.named("decode").map(([timeS, , engine]) => [timeS, engine])).toEqual([
      [1, "p1"],
      [1, "p1"],
    ]);
  });

  it("refuses an engine or a role that it does not know", () => {
    const { simulation } = prepare({ requests: [] });
    expect(() => simulation.setRole("x", "decode")).toThrow(UnknownIdError);
    expect(() => simulation.setRole("p0", "both" as "decode")).toThrow(ArgumentError);
  });
});

describe("an engine with residents of both phases", () => {
  it("alternates, one prefill and one iteration, and prefill goes first", () => {
    // d1 decodes request 0 from 0 on and becomes a prefill engine during its first iteration. Requests 1 and 2 come
    // meanwhile and are served by it alone.
    const recording = prepare({
      requests: [at(0, 0, 4), at(1 / 32, 1024, 1), at(1 / 32, 2048, 1)],
      engines: engines("pd"),
    });
    recording.simulation.step(1 / 64);
    recording.simulation.setRole("d1", "prefill");
    recording.simulation.setRole("p0", "decode");
    recording.simulation.run();
    const { calls } = recording;
    const served = calls.filter(([, , name]) => name === "firstToken" || name === "token").slice(1);
    expect(served).toEqual([
      [ALONE_S, 0, "token"],
      [ALONE_S + 1, 1, "firstToken"],
      [2 * ALONE_S + 1, 0, "token"],
      [2 * ALONE_S + 3, 2, "firstToken"],
      [3 * ALONE_S + 3, 0, "token"],
    ]);
  });

  it("finishes its prefill residents before and between the iterations of its new role", () => {
    // p0 holds two prefills of 1 s; it decodes request 0 as soon as that is transferred to it.
    const recording = prepare({ requests: [at(0, 1024, 3), at(0, 1024, 1)], engines: engines("p") });
    recording.simulation.step(0.5);
    recording.simulation.setRole("p0", "decode");
    recording.simulation.run();
    expect(recording.calls.filter(([, , name]) => name === "firstToken" || name === "token")).toEqual([
      [1, 0, "firstToken"],
      [2, 1, "firstToken"],
      [2 + ALONE_S, 0, "token"],
      [2 + 2 * ALONE_S, 0, "token"],
    ]);
  });
});
