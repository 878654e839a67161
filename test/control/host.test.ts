import { describe, expect, it } from "vitest";
import { PROFILE, Scene, sceneAt8 } from "./fixtures";

const HOST = { applyMoves: "host" } as const;
const MOVE = { engine: "p0", from: "prefill", to: "decode" };

/** A pool whose host has been asked to move p0 to decode at 8 s. */
function asked(options = {}): Scene {
  const scene = sceneAt8("pppd", { decode: 2 }, { ...HOST, ...options });
  expect(scene.decide()).toMatchObject({ result: "proposed", reason: "improved", limit: null, moves: [MOVE] });
  return scene;
}

describe("a move that the host applies", () => {
  it("counts in its old role, and as no move, until the host has made it", () => {
    const scene = asked();
    expect(scene.pool.pendingMove).toEqual(MOVE);
    expect(scene.pool.split()).toEqual({ prefill: 3, decode: 1 });
    const before = scene.pool.state();
    expect(before).toMatchObject({
      pending_move: MOVE,
      counters: { moves: {}, decisions: { "reactive:proposed": 1 } },
    });
    expect(before.demand_evidence.risk_kind).toBeNull();
    scene.at(8.5);
    expect(scene.pool.moved("p0")).toEqual(MOVE);
    expect(scene.pool.split()).toEqual({ prefill: 2, decode: 2 });
    expect(scene.pool.pendingMove).toBeNull();
    expect(scene.pool.state()).toMatchObject({
      pending_move: null,
      counters: { moves: { "reactive:decode": 1 }, refusals: 0 },
      demand_evidence: { risk_kind: "p_to_d_recovery", risk_age_s: 0 },
    });
    expect(scene.pool.moved("p0")).toBeNull();
  });

  it("allows no second proposal meanwhile: move_pending", () => {
    const scene = asked();
    expect(scene.at(9).decide()).toMatchObject({
      prefill: 3,
      decode: 1,
      result: "held",
      reason: "move_pending",
      limit: { gate: "move_pending", value: 1, threshold: 0, clearsInS: null },
    });
    scene.pool.setAvailable("p2", false);
    expect(scene.at(10).decide().reason).toBe("move_pending");
    scene.pool.setAvailable("p2", true);
    scene.pool.moved("p0");
    expect(scene.at(11).decide().reason).not.toBe("move_pending");
  });

  it("starts cooldown and dwell when it is made, not when it was proposed", () => {
    const scene = asked({ cooldownS: 3, dwellS: 5 }).at(10);
    scene.pool.moved("p0");
    scene.demand({ decode: 3 });
    expect(scene.at(12).decide()).toMatchObject({
      reason: "cooldown",
      limit: { value: 2, threshold: 3, clearsInS: 1 },
    });
  });

  it("is withdrawn when the host cannot make it, counts as a refusal, and may be proposed again", () => {
    const scene = asked({ cooldownS: 3 });
    expect(scene.at(8.5).pool.moveFailed("p0")).toEqual(MOVE);
    expect(scene.pool.split()).toEqual({ prefill: 3, decode: 1 });
    expect(scene.pool.state()).toMatchObject({
      pending_move: null,
      counters: {
        moves: {},
        refusals: 1,
        newest_refusals: [{ at_s: 8.5, target: "decode", by: "reactive", reason: "move_failed" }],
      },
    });
    expect(scene.pool.moveFailed("p0")).toBeNull();
    expect(scene.at(9).decide()).toMatchObject({ result: "proposed", moves: [MOVE] });
  });

  it("is not what another engine's answer speaks of", () => {
    const scene = asked();
    expect([scene.pool.moved("p1"), scene.pool.moveFailed("p1"), scene.pool.moved("nobody")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(scene.pool.pendingMove).toEqual(MOVE);
    expect(scene.pool.state().counters.refusals).toBe(0);
  });

  it("is withdrawn with its engine", () => {
    const scene = asked();
    scene.pool.removeEngine("p0");
    expect(scene.pool.pendingMove).toBeNull();
    expect(scene.pool.moved("p0")).toBeNull();
    expect(scene.pool.state().counters).toMatchObject({ moves: {}, refusals: 1 });
    expect(scene.at(9).decide()).toMatchObject({ result: "proposed", moves: [{ engine: "p1" }] });
  });

  it("survives the removal of another engine", () => {
    const scene = asked();
    scene.pool.removeEngine("p1");
    expect(scene.pool.pendingMove).toEqual(MOVE);
  });
});

describe("a floor that the host restores", () => {
  it("of decode is proposed once, and counts when it is made", () => {
    const scene = new Scene("ppd", HOST).at(1);
    scene.pool.setAvailable("d2", false);
    expect(scene.decide()).toMatchObject({ by: "decode_floor", result: "proposed", moves: [MOVE] });
    expect(scene.at(2).decide()).toMatchObject({ by: "decode_floor", result: "held", reason: "move_pending" });
    scene.pool.moved("p0");
    expect(scene.pool.state()).toMatchObject({
      counters: { moves: { "decode_floor:decode": 1 }, decisions: { "decode_floor:proposed": 1 } },
      demand_evidence: { risk_kind: "p_to_d_recovery" },
    });
    expect(scene.at(3).decide().reason).toBe("fleet_unavailable");
  });

  it("of prefill is proposed once, also when another move is pending", () => {
    const scene = new Scene("pdddd", { ...HOST, minPrefill: 2 }).at(1);
    expect(scene.decide()).toMatchObject({ by: "floor_recovery", result: "proposed", moves: [{ engine: "d1" }] });
    expect(scene.at(2).decide()).toMatchObject({ by: "reactive", reason: "move_pending" });
    scene.pool.moveFailed("d1");
    expect(scene.at(2.25).decide()).toMatchObject({ by: "floor_recovery", result: "proposed" });
    scene.pool.moved("d1");
    expect(scene.pool.state().counters.moves).toEqual({ "floor_recovery:prefill": 1 });
  });
});

describe("an urgent move that the host applies", () => {
  /** Three requests wait for 1 s of work each, and the host has been asked for one more prefill engine. */
  function askedUrgently(): Scene {
    const scene = sceneAt8("pddd", {}, { ...HOST, urgent: true, demandRiseTolerance: 99 });
    for (let count = 0; count < 3; count += 1) scene.waiting(1);
    expect(scene.urgent()).toMatchObject({ result: "proposed", moves: [{ engine: "d1" }] });
    return scene;
  }

  it("is armed again when it is made, if the queue is still over", () => {
    const scene = askedUrgently();
    expect(scene.pool.urgentPending).toBe(false);
    scene.pool.moved("d1");
    expect(scene.pool.urgentPending).toBe(true);
    expect(scene.urgent()).toMatchObject({ result: "proposed", projectedTtftS: 2, urgentSignals: 1 });
  });

  it("is not armed again when it is made and the queue is short enough", () => {
    const scene = askedUrgently();
    scene.pool.addEngine({ id: "p4", role: "prefill", profile: { ...PROFILE, ttftB: 0 } });
    scene.pool.moved("d1");
    expect(scene.pool.urgentPending).toBe(false);
  });

  it("is not armed again when it failed", () => {
    const scene = askedUrgently();
    scene.pool.moveFailed("d1");
    expect(scene.pool.urgentPending).toBe(false);
  });

  it("holds the next urgent decision, which says what it saw: move_pending", () => {
    const scene = askedUrgently();
    scene.at(8.25).waiting(1, "late");
    expect(scene.urgent()).toMatchObject({ prefill: 2, reason: "move_pending", triggerId: "late", projectedTtftS: 4 });
  });

  it("alone is armed again: a move of the policy is not", () => {
    const scene = sceneAt8("pdd", { prefill: 2 }, { ...HOST, demandRiseTolerance: 99 });
    scene.waiting(2);
    expect(scene.decide()).toMatchObject({ result: "proposed", moves: [{ to: "prefill" }] });
    scene.pool.moved("d1");
    expect(scene.pool.urgentPending).toBe(false);
  });
});

describe("floor-while-asked", () => {
  /** A pool whose host has been asked to move a decode engine to prefill, and says nothing. */
  function unanswered(): Scene {
    const scene = sceneAt8("pddd", { prefill: 3 }, { ...HOST, minDecode: 2 });
    expect(scene.decide()).toMatchObject({ result: "proposed", moves: [{ engine: "d1", to: "prefill" }] });
    return scene;
  }

  it("a proposal that would break the decode floor is withdrawn, and what held it is recorded", () => {
    const scene = unanswered();
    scene.pool.setAvailable("d3", false);
    expect(scene.at(9).pool.pass().decisions[0]).toMatchObject({
      by: "reactive",
      result: "blocked",
      reason: "live_floor_decode",
      limit: { gate: "live_floor_decode", value: 1, threshold: 2 },
      prefill: 2,
      decode: 2,
      moves: [],
    });
    expect(scene.pool.pendingMove).toBeNull();
    expect(scene.pool.state().counters).toMatchObject({ refusals: 1, moves: {} });
    expect(scene.pool.moved("d1")).toBeNull();
  });

  it("a floor that cannot be restored is recorded each pass", () => {
    const scene = unanswered();
    for (const id of ["d2", "d3"]) scene.pool.removeEngine(id);
    for (let second = 9; second < 129; second += 1) {
      const decisions = scene.at(second).pool.pass().decisions;
      expect(decisions.at(-1)).toMatchObject({ by: "decode_floor", result: "blocked", reason: "last_live_engine" });
    }
    expect(scene.pool.state().counters.refusals).toBe(121);
  });

  it("the host's answer comes too late: the engines stay where they are", () => {
    const scene = unanswered();
    for (const id of ["d2", "d3"]) scene.pool.removeEngine(id);
    expect(scene.pool.moved("d1")).toBeNull();
    expect(scene.pool.split()).toEqual({ prefill: 1, decode: 1 });
    expect(scene.pool.state().counters.refusals).toBe(1);
  });

  it("a proposal of an engine that is not available breaks no floor", () => {
    const scene = unanswered();
    scene.pool.setAvailable("d1", false);
    expect(scene.at(9).decide()).toMatchObject({ result: "held", reason: "move_pending" });
    expect(scene.pool.pendingMove).toMatchObject({ engine: "d1" });
  });
});
