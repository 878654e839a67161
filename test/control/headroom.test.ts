import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/control/decision";
import { Scene } from "./fixtures";

/**
 * A prefill load of `prefill` engines: one request a second of so much work, which is over at once. Such an even load
 * has no spread but the least, 0.15 engines.
 */
function served(scene: Scene, prefill: number, seconds: number): Scene {
  for (let second = 0; second < seconds; second += 1) {
    scene.at(second + 0.5);
    const request = scene.pool.open();
    request.size(prefill * 1024);
    request.cancel();
  }
  return scene.at(seconds);
}

function headroom(roles: string, options = {}): Scene {
  return new Scene(roles, { policy: "headroom", ...options });
}

describe("the headroom policy", () => {
  it("holds without profiles, and with less than 5 whole seconds of history", () => {
    const bare = headroom("pd");
    for (const engine of ["p0", "d1"]) bare.pool.setProfile(engine, null);
    bare.at(1).pool.sample();
    expect(bare.at(9).decide()).toMatchObject({
      by: "headroom",
      reason: "profiles_missing",
      limit: { gate: "profiles_complete", value: 0, threshold: 1 },
    });
    expect(served(headroom("pd"), 1, 4).decide()).toMatchObject({
      reason: "history_short",
      limit: { gate: "history_s", value: 4, threshold: 5, clearsInS: 1 },
    });
  });

  it("holds where floors leave no split", () => {
    expect(served(headroom("pd", { minPrefill: 2 }), 1, 5).decide()).toMatchObject({
      reason: "no_candidate",
      limit: { gate: "candidates", value: 0, threshold: 1 },
    });
  });

  it("moves as many engines at once as the best split needs, whatever the step", () => {
    // z(p) = min((p - 2.5) / 0.15, (6 - p) / 0.15): of 4 prefill engines 10, of the present one -10.
    const scene = served(headroom("pddddd", { stepS: 100, cooldownS: 100 }), 2.5, 5);
    const decision = scene.decide();
    expect(decision).toMatchObject({
      result: "applied",
      reason: "improved",
      prefill: 4,
      decode: 2,
      currentPrefill: 1,
      offeredHistoryS: 5,
      prefillLoadEngines: 2.5,
      prefillSpreadEngines: 0.15,
      decodeLoadEngines: 0,
      headroomCurrent: -10,
      headroomBest: 10,
      headroomBestPrefill: 4,
      limit: null,
    } satisfies Partial<Decision>);
    expect(decision.moves.map(({ engine }) => engine)).toEqual(["d1", "d2", "d3"]);
    expect(scene.roles).toBe("ppppdd");
    expect(scene.decide()).toMatchObject({
      result: "held",
      reason: "headroom_ample",
      limit: { gate: "headroom", value: 10, threshold: 3 },
    });
  });

  it("counts a backlog as if it had to be gone in 3 s", () => {
    const scene = served(headroom("pd"), 0.25, 5);
    scene.prefilling("p0", 3);
    expect(scene.decide()).toMatchObject({ prefillBacklogS: 3, prefillLoadEngines: (0.25 * 5) / 5 + 3 / 3 });
  });

  it("holds where the present split is the best, or a better one gains too little", () => {
    expect(served(headroom("pd"), 0.75, 5).decide()).toMatchObject({
      reason: "headroom_best",
      limit: { gate: "headroom_gain", value: 0, threshold: 1 },
    });
    // Three engines, and a load of prefill alone: z(1) = -0.5 / 0.15; z(2) = 0.5 / 0.15.
    expect(served(headroom("pdd"), 1.5, 5).decide()).toMatchObject({ result: "applied", prefill: 2 });
  });

  it("keeps floors and pins, and names what stops the rest of a move", () => {
    expect(served(headroom("pdddd", { minDecode: 3 }), 2.5, 5).decide()).toMatchObject({ prefill: 2, decode: 3 });
    const pinned = headroom("pdddd");
    for (const engine of ["d1", "d2", "d3"]) pinned.pool.setPinned(engine, true);
    expect(served(pinned, 2.5, 5).decide()).toMatchObject({ prefill: 2, moves: [{ engine: "d4" }] });
    const guarded = headroom("pdddd", { flipResidentGuard: 1 });
    for (const engine of ["d2", "d3", "d4"]) for (let i = 0; i < 2; i += 1) guarded.decoding(engine);
    expect(served(guarded, 2.5, 5).decide()).toMatchObject({
      result: "applied",
      prefill: 2,
      decode: 3,
      moves: [{ engine: "d1" }],
      limit: { gate: "resident_guard", value: 2, threshold: 1 },
    });
  });

  it("cools down between moves to decode, and dwells", () => {
    const cooling = served(headroom("pppd", { cooldownS: 20 }), 0.25, 10);
    for (let i = 0; i < 8; i += 1) cooling.decoding("d3");
    cooling.pool.open().size(0, 4096);
    for (let i = 0; i < 30; i += 1) cooling.pool.open().size(0, 4096);
    expect(cooling.at(13).decide()).toMatchObject({ result: "blocked", reason: "cooldown" });
  });

  it("asks the host for one engine at a time", () => {
    const scene = served(headroom("pddddd", { applyMoves: "host" }), 2.5, 5);
    expect(scene.decide()).toMatchObject({ result: "proposed", prefill: 2, decode: 4, moves: [{ engine: "d1" }] });
    expect(scene.at(6).decide()).toMatchObject({ reason: "move_pending" });
    scene.at(35).pool.moved("d1");
    expect(scene.decide()).toMatchObject({ lastMoveS: 30 });
  });

  it("holds where the profiles do not cover the work, or KV memory has no room", () => {
    const scene = served(headroom("pddddd"), 2.5, 5);
    scene.pool.setProfile("d5", null);
    expect(scene.decide()).toMatchObject({
      reason: "profile_uncovered",
      prefill: 4,
      limit: { gate: "profile_coverage" },
    });
  });

  it("only proposes in advisory mode", () => {
    expect(served(headroom("pddddd", { advisory: true }), 2.5, 5).decide()).toMatchObject({
      result: "advisory",
      prefill: 4,
      moves: [],
    });
  });
});
