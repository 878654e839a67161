import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock } from "../../src/index";
import { memorySink } from "../../src/journal/sinks";
import { TrafficReader } from "../../src/regret/logged-traffic";
import { ReplayRun } from "../../src/replay/index";
import { at, engines } from "../simulation/fleet-helpers";
import { inputOf } from "./inputs";

function read(lines: readonly string[]) {
  const reader = new TrafficReader();
  for (const line of lines) reader.feed(line);
  return reader.traffic();
}

describe("the traffic of an event log", () => {
  it("is the trace of a replay, with its moves and what it kept", () => {
    const requests = Array.from({ length: 40 }, (_, i) => at(i / 2, 1024, 1 + (i % 5)));
    const input = inputOf("pdd", requests);
    const eventLog = memorySink();
    const run = new ReplayRun({ ...input, policy: "headroom", sinks: { eventLog } });
    run.run();
    const { attainment, moves } = run.report();
    const traffic = read(eventLog.rows);
    expect(traffic?.requests).toEqual(requests);
    expect(moves.length).toBeGreaterThan(0);
    expect(traffic?.moves).toEqual(moves.map(({ decidedS, engine, to }) => ({ atS: decidedS, engine, to })));
    expect(traffic).toMatchObject({ total: attainment.total, kept: attainment.bothMet, leftOut: 0 });
    expect(traffic?.engines.map(({ id, role }) => [id, role])).toEqual([
      ["p0", "prefill"],
      ["d1", "decode"],
      ["d2", "decode"],
    ]);
  });

  it("has moves by the host when they took effect", () => {
    const input = inputOf(
      "pdd",
      Array.from({ length: 40 }, (_, i) => at(i / 2, 1024, 1)),
      { moveS: 3 },
    );
    const eventLog = memorySink();
    const run = new ReplayRun({ ...input, policy: "headroom", sinks: { eventLog } });
    run.run();
    const [first] = run.report().moves;
    expect(first?.movedS).toBe((first?.decidedS ?? 0) + 3);
    expect(read(eventLog.rows)?.moves[0]).toEqual({ atS: first?.movedS, engine: first?.engine, to: first?.to });
  });

  it("leaves out what cannot be played again, and counts from the first request on", () => {
    const clock = manualClock(50);
    const eventLog = memorySink();
    const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 1 }, engines: engines("pd"), clock, eventLog });
    const [sizeless, cancelled, open, retried] = [pool.open(), pool.open(), pool.open(), pool.open()];
    cancelled.size(10, 10);
    cancelled.cancel();
    open.size(10, 10);
    sizeless.firstToken();
    sizeless.complete({ outputTokens: 3 });
    retried.size(20, 10);
    retried.reprice(30, 10, { cachedTokens: 8 });
    retried.firstToken();
    retried.token(5);
    retried.retry();
    clock.advance(0.5);
    retried.firstToken();
    retried.token(2);
    retried.complete();
    expect(read([...eventLog.rows, "", '{"type":"tor'])).toMatchObject({
      requests: [{ atS: 0, inputTokens: 30, outputTokens: 2, cachedTokens: 8 }],
      leftOut: 3,
      total: 2,
      kept: 2,
      moves: [],
    });
  });

  it.each([
    [["nonsense"], "line 1: is not a JSON object"],
    [['{"type":"pass","at_s":1}'], "line 1: the log must begin with its meta row"],
    [['{"type":"meta","config":{"ttft_slo_s":-1},"engines":[]}'], "line 1: meta: ttftSloS must be > 0"],
  ])("refuses %j", (lines, message) => {
    expect(() => read(lines)).toThrow(message);
  });

  it("is null of an empty log", () => {
    expect(read(["", " "])).toBeNull();
  });
});
