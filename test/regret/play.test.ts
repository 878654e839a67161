import { describe, expect, it } from "vitest";
import { play } from "../../src/regret/play";
import { ReplayRun } from "../../src/replay/index";
import { at } from "../simulation/fleet-helpers";
import { burst, inputOf } from "./inputs";

describe("a schedule that is played", () => {
  it("keeps what a replay without control keeps", () => {
    const input = inputOf("pd", burst());
    const replay = new ReplayRun({ ...input, control: "off" });
    replay.run();
    const { kept, total } = play(input, []);
    expect([kept, total]).toEqual([2, 10]);
    expect(replay.report().attainment).toMatchObject({ bothMet: kept, total });
  });

  it("moves engines at its times, in each mode of moves", () => {
    const requests = Array.from({ length: 8 }, (_, i) => at(10 + Math.floor(i / 2), 2048, 1));
    const moves = [{ atS: 8, engine: "d1", to: "prefill" as const }];
    expect(play(inputOf("pdd", requests), []).kept).toBe(1);
    expect(play(inputOf("pdd", requests), moves)).toEqual({ kept: 2, total: 8, moves });
    expect(play(inputOf("pdd", requests, { moveMode: "offline", restartS: 1 }), moves).kept).toBe(2);
    expect(play(inputOf("pdd", requests, { moveMode: "offline", restartS: 30 }), moves).kept).toBe(1);
  });

  it("moves at the first event or pass at a time or after it", () => {
    const requests = [at(0, 1024, 1), at(0.25, 2048, 1), at(0.25, 2048, 1)];
    const input = inputOf("pdd", requests);
    expect(play(input, [{ atS: 0.25, engine: "d1", to: "prefill" }]).kept).toBe(2);
  });

  it("has no prefill work with what was cached, whether or not the line knows of it", () => {
    const cached = burst().map((request) => ({ ...request, cachedTokens: 2048 }));
    expect(play(inputOf("pd", cached), []).kept).toBe(10);
    const half = burst().map((request) => ({ ...request, cachedTokens: 512 }));
    expect(play(inputOf("pd", half), []).kept).toBe(10);
    expect(play(inputOf("pd", half, { lateLane: true }), []).kept).toBe(10);
    expect(() => play(inputOf("pd", [{ ...at(0, 1, 1), cachedTokens: -1 }]), [])).toThrow("requests.0.cachedTokens");
  });

  it("knows which requests are late, for the late lane", () => {
    expect(play(inputOf("pd", burst(), { lateLane: true }), []).kept).toBe(7);
    const down = [{ engine: "p0", fromS: 20, toS: 21 }];
    expect(play(inputOf("pd", burst(), { lateLane: true, faults: down }), []).kept).toBe(7);
  });
});
