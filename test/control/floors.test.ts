import { describe, expect, it } from "vitest";
import { Scene, sceneAt8 } from "./fixtures";

describe("the decode floor", () => {
  it("is restored at once, whatever the cooldown, and nothing else is decided", () => {
    const scene = sceneAt8("ppd", { prefill: 3 }, { cooldownS: 100 }).at(8.25);
    scene.pool.setAvailable("d2", false);
    expect(scene.decide()).toEqual({
      at: 8.25,
      prefill: 1,
      decode: 2,
      currentPrefill: 2,
      currentDecode: 1,
      by: "decode_floor",
      reason: "restore_decode_floor",
      result: "applied",
      moves: [{ engine: "p0", from: "prefill", to: "decode" }],
      limit: null,
    });
    const { counters, demand_evidence, demand_history } = scene.pool.state();
    expect(counters).toMatchObject({
      decisions: { "decode_floor:applied": 1 },
      moves: { "decode_floor:decode": 1 },
      refusals: 0,
    });
    expect(demand_evidence).toMatchObject({ risk_kind: "p_to_d_recovery", risk_age_s: 0 });
    expect(demand_history.residency.observations).toBe(1);
  });

  it("is restored at any pass, and leaves the cadence alone", () => {
    const scene = sceneAt8("ppd", {}, { stepS: 3 });
    expect(scene.decide().reason).toBe("insufficient_history");
    scene.at(9).pool.setAvailable("d2", false);
    expect(scene.decide().reason).toBe("restore_decode_floor");
    expect(scene.at(10).pool.pass().decisions).toEqual([]);
    expect(scene.at(11).decide().reason).toBe("fleet_unavailable");
  });

  it("starts the cooldown of other moves to decode", () => {
    const scene = sceneAt8("pppd", { decode: 3 }, { cooldownS: 4 });
    scene.pool.setAvailable("d3", false);
    expect(scene.decide().reason).toBe("restore_decode_floor");
    scene.at(9).pool.setAvailable("d3", true);
    expect(scene.decide()).toMatchObject({
      result: "blocked",
      reason: "cooldown",
      limit: { gate: "cooldown", value: 1, threshold: 4, clearsInS: 3 },
    });
  });

  it("waits for the dwell of the only engine that could move", () => {
    const scene = sceneAt8("ppdd", { prefill: 3 }, { dwellS: 30 });
    expect(scene.decide().moves).toEqual([{ engine: "d2", from: "decode", to: "prefill" }]);
    scene.at(9).pool.setAvailable("d3", false);
    for (const engine of ["p0", "p1"]) scene.pool.setPinned(engine, true);
    expect(scene.decide()).toMatchObject({
      by: "decode_floor",
      result: "blocked",
      reason: "dwell",
      limit: { value: 1, threshold: 30, clearsInS: 29 },
    });
    expect(scene.at(38).decide()).toMatchObject({ result: "applied", moves: [{ engine: "d2" }] });
  });

  it("is not restored with the last engine of prefill, nor below its floor; every try is a refusal", () => {
    const last = new Scene("pd").at(1);
    last.pool.setAvailable("d1", false);
    const blocked = { by: "decode_floor", result: "blocked", prefill: 0, decode: 2, currentPrefill: 1, moves: [] };
    const limit = { gate: "last_live_engine", value: 1, threshold: 2, clearsInS: null };
    for (const timeS of [1, 2]) {
      expect(last.at(timeS).decide()).toMatchObject({ ...blocked, reason: "last_live_engine", limit });
    }
    expect(last.pool.state().counters).toMatchObject({
      decisions: { "decode_floor:blocked": 2 },
      refusals: 2,
      newest_refusals: [
        { at_s: 1, target: "decode", by: "decode_floor", reason: "last_live_engine" },
        { at_s: 2, target: "decode", by: "decode_floor", reason: "last_live_engine" },
      ],
    });
    const floor = new Scene("ppd", { minPrefill: 2 }).at(1);
    floor.pool.setAvailable("d2", false);
    expect(floor.decide()).toMatchObject({
      reason: "live_floor_prefill",
      limit: { gate: "live_floor_prefill", value: 1, threshold: 2, clearsInS: null },
    });
  });

  it("without any engine proposes no split that cannot be", () => {
    expect(new Scene("").at(1).decide()).toMatchObject({ prefill: 0, decode: 0, reason: "last_live_engine" });
    const scene = new Scene("dd", { minDecode: 2 }).at(1);
    scene.pool.setAvailable("d1", false);
    expect(scene.decide()).toMatchObject({ prefill: 0, decode: 2, limit: { value: 0, threshold: 2 } });
  });

  it("is enough at its own number", () => {
    const scene = sceneAt8("pdd", {}, { minDecode: 1 });
    scene.pool.setAvailable("d2", false);
    expect(scene.decide().by).toBe("reactive");
  });
});

describe("the prefill floor", () => {
  const floor = { minPrefill: 2, stepS: 3 };

  it("is restored at any pass, with the decode engine that has the fewest residents of both phases", () => {
    const scene = new Scene("pdddd", { ...floor, cooldownS: 100 }).at(1);
    scene.decoding("d1");
    scene.prefilling("d2", 0.25);
    scene.prefilling("d3", 0.25);
    scene.decoding("d4");
    scene.pool.setPinned("d1", true);
    expect(scene.decide()).toEqual({
      at: 1,
      prefill: 2,
      decode: 3,
      currentPrefill: 1,
      currentDecode: 4,
      by: "floor_recovery",
      reason: "restore_prefill_floor",
      result: "applied",
      moves: [{ engine: "d2", from: "decode", to: "prefill" }],
      limit: null,
    });
    expect(scene.pool.state().demand_evidence.risk_kind).toBeNull();
  });

  it("restarts the cadence", () => {
    const scene = new Scene("pddd", floor).at(2);
    expect(scene.decide().by).toBe("floor_recovery");
    expect(scene.at(4).pool.pass().decisions).toEqual([]);
    expect(scene.at(5).decide().by).toBe("reactive");
  });

  it("is restored with an engine that has just moved", () => {
    const scene = new Scene("ppdd", { dwellS: 100, minPrefill: 2 }).at(1);
    for (const engine of ["d2", "d3"]) scene.pool.setAvailable(engine, false);
    // The floor of decode first, then that of prefill is short and decode may not give.
    expect(scene.decide()).toMatchObject({ result: "blocked", reason: "live_floor_prefill" });
    scene.pool.addEngine({ id: "p4", role: "prefill" });
    expect(scene.at(2).decide()).toMatchObject({ by: "decode_floor", moves: [{ engine: "p0" }] });
    scene.pool.setAvailable("p1", false);
    scene.pool.setPinned("d2", true);
    scene.pool.setPinned("d3", true);
    for (const engine of ["d2", "d3"]) scene.pool.setAvailable(engine, true);
    expect(scene.at(3).decide()).toMatchObject({ by: "floor_recovery", moves: [{ engine: "p0" }] });
  });

  it("is no higher than what the decode floor leaves", () => {
    const scene = new Scene("pddd", { minPrefill: 3, minDecode: 3 }).at(1);
    expect(scene.decide().by).toBe("reactive");
    scene.pool.addEngine({ id: "d4", role: "decode" });
    expect(scene.at(2).decide()).toMatchObject({ by: "floor_recovery", moves: [{ engine: "d1" }] });
    expect(scene.at(3).decide().by).toBe("reactive");
  });

  it("stays short when all that could help are pinned, and the step goes on", () => {
    const scene = new Scene("pddd", floor).at(3);
    for (const engine of ["d1", "d2", "d3"]) scene.pool.setPinned(engine, true);
    expect(scene.decide()).toMatchObject({ by: "reactive", reason: "insufficient_history" });
  });

  it("keeps the resident guard, the last gate of every move", () => {
    const scene = new Scene("pdd", { minPrefill: 2, flipResidentGuard: 1 }).at(1);
    for (const engine of ["d1", "d1", "d1", "d2", "d2"]) scene.decoding(engine);
    expect(scene.decide()).toMatchObject({
      by: "floor_recovery",
      result: "blocked",
      reason: "resident_guard",
      limit: { gate: "resident_guard", value: 2, threshold: 1, clearsInS: null },
    });
  });
});

describe("advisory mode", () => {
  const advisory = {
    result: "advisory",
    moves: [],
    limit: { gate: "advisory", value: 1, threshold: 0, clearsInS: null },
  };

  it("proposes what would restore a floor, pass by pass, and moves nothing", () => {
    const decode = new Scene("ppd", { advisory: true }).at(1);
    decode.pool.setAvailable("d2", false);
    const prefill = new Scene("pddd", { advisory: true, minPrefill: 2 }).at(1);
    for (const timeS of [1, 2, 3]) {
      expect(decode.at(timeS).decide()).toMatchObject({
        ...advisory,
        by: "decode_floor",
        reason: "restore_decode_floor",
        prefill: 1,
      });
      expect(prefill.at(timeS).decide()).toMatchObject({
        ...advisory,
        by: "floor_recovery",
        reason: "restore_prefill_floor",
        prefill: 2,
      });
    }
    for (const { pool } of [decode, prefill]) {
      expect(pool.state().counters).toMatchObject({ moves: {}, refusals: 3 });
      expect(pool.state().demand_evidence.risk_events).toEqual({ first_token_timeout: 0, p_to_d_recovery: 0 });
    }
    expect([decode.roles, prefill.roles]).toEqual(["ppd", "pddd"]);
  });

  it("proposes the policy's move, and is no risk event, cooldown or dwell", () => {
    const scene = sceneAt8("ppd", { decode: 2 }, { advisory: true, cooldownS: 2, dwellS: 100 });
    for (const timeS of [8, 9]) {
      expect(scene.at(timeS).decide()).toMatchObject({ ...advisory, reason: "improved", prefill: 1, decode: 2 });
    }
    expect(scene.roles).toBe("ppd");
    expect(scene.pool.state().demand_evidence.risk_kind).toBeNull();
  });
});
