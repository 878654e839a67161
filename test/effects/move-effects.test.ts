import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { OutcomeWindow } from "../../src/accounting/outcome-window";
import { resolveConfig } from "../../src/config";
import { MoveEffects } from "../../src/effects/move-effects";
import { Fleet, FleetRequest } from "../../src/fleet";
import { createPoolSync, manualClock, memorySink, type Policy } from "../../src/index";
import { journalRowSchema } from "../../src/journal/journal-schema";
import { stateSchema } from "../../src/pool/state-schema";
import { profile } from "../simulation/fleet-helpers";

/** A pool of four engines whose policy does as it is told. */
function poolOf(options: { readonly applyMoves?: "auto" | "host"; readonly policy?: "headroom" } = {}) {
  const clock = manualClock(0);
  const journal = memorySink();
  const wish: { prefill: number | null } = { prefill: null };
  const told: Policy = {
    name: "told",
    reasons: ["no_wish"],
    every: "pass",
    decide: () =>
      wish.prefill === null
        ? { action: "hold", reason: "no_wish" }
        : { action: "move", prefill: wish.prefill, confirmations: 1 },
  };
  const engines = ["a", "b", "c", "d"].map((id, i) => ({
    id,
    role: i < 2 ? ("prefill" as const) : ("decode" as const),
    profile,
  }));
  const { applyMoves = "auto", policy = told } = options;
  const slo = { ttftS: 1, tpotS: 1 };
  const pool = createPoolSync({ slo, engines, clock, journal, policy, applyMoves, cooldownS: 0 });
  const passes = (count: number) => {
    for (let pass = 0; pass < count; pass++) {
      clock.advance(1);
      pool.pass();
    }
  };
  const move = (prefill: number) => {
    wish.prefill = prefill;
    passes(1);
    wish.prefill = null;
  };
  const effects = () => journal.rows.map((row) => JSON.parse(row)).filter(({ type }) => type === "move_effect");
  /** Prefill that keeps an engine busy for good. */
  const work = (engine: string) => {
    const request = pool.open();
    request.size(1024, 1);
    request.prefill(engine);
    return request;
  };
  return { pool, clock, journal, passes, move, effects, work };
}

describe("the record of a move", () => {
  it("is completed after 30 s with what it gained", () => {
    const { pool, passes, move, effects, work } = poolOf();
    work("a");
    pool.open().fail();
    passes(10);
    move(3);
    work("b");
    passes(29);
    expect(effects()).toEqual([]);
    passes(1);
    const [row] = effects();
    expect(v.parse(journalRowSchema, row)).toEqual(row);
    expect(row).toEqual({
      type: "move_effect",
      at_s: 41,
      decided_s: 11,
      moved_s: 11,
      by: "told",
      engines: 1,
      // A custom policy names no work.
      predicted_load_unmoved: null,
      predicted_load_moved: null,
      // Two engines were at work: of two that would have been all.
      load_unmoved: 1,
      load_moved: 0.666667,
      load_before: 0.5,
      both_before_ratio: 0,
      both_after_ratio: null,
    });
    const { move_effects } = pool.state();
    expect(move_effects.told).toEqual({ moves: 0, predicted_gain: 0, gain: 0, slope: null });
    expect(v.parse(stateSchema, pool.state())).toBeDefined();
  });

  it("is completed by the next move, unless that comes too soon", () => {
    const { passes, move, effects } = poolOf();
    passes(5);
    move(3);
    passes(9);
    move(2);
    expect(effects().map(({ decided_s, at_s, engines }) => [decided_s, at_s, engines])).toEqual([[6, 16, 1]]);
    passes(3);
    move(3);
    expect(effects().length).toBe(1);
    passes(30);
    expect(effects().map(({ decided_s }) => decided_s)).toEqual([6, 20]);
  });

  it("has the work that the decision saw beside the work that came, and a slope", () => {
    const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 1 }));
    for (const id of ["a", "b"]) fleet.addEngine({ id, role: "prefill", profile }, 0);
    fleet.addEngine({ id: "c", role: "decode", profile }, 0);
    const effects = new MoveEffects(fleet, new OutcomeWindow({ bucketS: 1, retainedS: 100 }), { tpotSloS: 1 });
    expect(effects.pass(0)).toEqual([]);
    const facts = { prefillWork: 3, decodeWork: 0.5, result: "applied", by: "reactive", at: 0 } as const;
    const moves = [{ engine: "b", from: "decode", to: "prefill" }] as const;
    expect(effects.decided([{ ...facts, moves } as never], 0)).toEqual([]);
    const request = new FleetRequest({ inputTokens: 1024, requestedTokens: 1 }, 0);
    fleet.dispatch(fleet.engine("a"), request, "prefill", 0);
    for (let timeS = 1; timeS < 30; timeS++) expect(effects.pass(timeS)).toEqual([]);
    expect(effects.pass(30)).toMatchObject([
      { predicted: { unmoved: 3, moved: 1.5 }, measured: { unmoved: 1, moved: 0.5 }, loadBefore: 0 },
    ]);
    expect(effects.slopes().get("reactive")).toMatchObject({ moves: 1, predictedGain: 1.5, gain: 0.5, slope: 1 / 3 });
  });

  it("has what headroom saw", () => {
    const { clock, journal, pool } = poolOf({ policy: "headroom" });
    for (let second = 0; second < 60; second++) {
      for (let i = 0; i < 3; i++) {
        const request = pool.open();
        request.size(1024, 1);
        request.wait();
      }
      clock.advance(1);
      pool.pass();
    }
    const [row] = journal.rows.map((text) => JSON.parse(text)).filter(({ type }) => type === "move_effect");
    expect(row.by).toBe("headroom");
    expect(row.predicted_load_unmoved).toBeGreaterThan(row.predicted_load_moved);
    expect(row.load_unmoved).toBeGreaterThan(row.load_moved);
    expect(pool.state().move_effects.headroom?.slope).toBeGreaterThan(0);
  });

  it("begins when the host has made the move", () => {
    const { pool, clock, passes, move, effects } = poolOf({ applyMoves: "host" });
    passes(2);
    move(3);
    passes(5);
    clock.advance(0.5);
    expect(pool.moved("c")?.engine ?? pool.moved("d")?.engine).toBeDefined();
    passes(30);
    expect(effects()).toMatchObject([{ decided_s: 3, moved_s: 8.5, at_s: 38.5 }]);
  });

  it("is dropped where the move failed, or another pool's accounts were restored", () => {
    const host = poolOf({ applyMoves: "host" });
    host.move(3);
    expect(host.pool.moveFailed("c") ?? host.pool.moveFailed("d")).not.toBeNull();
    expect(host.pool.moved("c")).toBeNull();
    host.passes(40);
    expect(host.effects()).toEqual([]);
    const restored = poolOf();
    restored.move(3);
    restored.pool.restore(restored.pool.snapshot());
    restored.passes(40);
    expect(restored.effects()).toEqual([]);
    expect(restored.pool.state().move_effects).toEqual({});
  });
});
