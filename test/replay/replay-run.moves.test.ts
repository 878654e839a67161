import { describe, expect, test } from "vitest";
import { ReplayRun } from "../../src/replay/index";
import { at } from "../simulation/fleet-helpers";
import { countsOf, movesOf, replay, shipped, small } from "./replay-run-inputs";

/** The engine of that name, as the simulated fleet has it. */
function engineOf(run: ReplayRun, id: string) {
  return run.snapshot().engines.find((engine) => engine.id === id);
}

/** Role of each engine, as the pool and as the simulated fleet have it. */
function rolesOf(run: ReplayRun) {
  const known = run.pool.state().fleet.engines.map(({ id, role }) => [id, role]);
  const simulated = run.snapshot().engines.map(({ id, role }) => [id, role]);
  return { known, simulated };
}

describe("a move", () => {
  test("gives the engine work of its new role, while its residents stay", () => {
    const run = new ReplayRun(shipped("pddd"));
    run.step(69.999);
    expect(engineOf(run, "engine-3")).toMatchObject({ role: "decode", prefillResidents: 0, decodeResidents: 2 });
    run.step(70);
    expect(engineOf(run, "engine-3")).toMatchObject({ role: "prefill", prefillResidents: 4, decodeResidents: 2 });
  });

  test("brings no resident of the old role any more", () => {
    const run = new ReplayRun(shipped("pddd"));
    run.step(70);
    let residents = engineOf(run, "engine-3")?.decodeResidents ?? 0;
    while (!run.done) {
      run.step(run.timeS + 0.25);
      const left = engineOf(run, "engine-3")?.decodeResidents ?? 0;
      expect(left).toBeLessThanOrEqual(residents);
      residents = left;
    }
    expect(residents).toBe(0);
  });

  test.each([
    ["at once", {}],
    ["after 10 s", { simulation: { moveS: 10 } }],
    ["in urgency", { urgent: true }],
    ["with faults", { simulation: { faults: [{ engine: "engine-0", fromS: 60, toS: 90 }] } }],
  ])("is the same to the pool and to the fleet: %s", (_, changes) => {
    const run = new ReplayRun(shipped("pddd", changes));
    while (!run.done) {
      run.step(run.timeS + 0.5);
      const { known, simulated } = rolesOf(run);
      expect(known).toEqual(simulated);
    }
    expect(run.report().moves.length).toBeGreaterThan(0);
  });
});

describe("a move that takes 10 s", () => {
  const report = replay(shipped("pddd", { simulation: { moveS: 10 } }));

  test("is proposed, and counts when it has taken effect", () => {
    expect(movesOf(report)).toEqual([
      [70, 80, "engine-3", "decode -> prefill"],
      [110, 120, "engine-2", "decode -> prefill"],
    ]);
    expect(countsOf(report)).toMatchObject({ "proposed:improved": 2, "held:move_pending": 2 });
    expect(report.state.counters.moves).toEqual({ "reactive:prefill": 2 });
    expect(report.rows.filter(({ moves }) => moves > 0).map(({ toS }) => toS)).toEqual([90, 120]);
  });

  test("leaves the old role until then", () => {
    const run = new ReplayRun(shipped("pddd", { simulation: { moveS: 10 } }));
    run.step(79.999);
    expect(engineOf(run, "engine-3")?.role).toBe("decode");
    expect(run.pool.pendingMove).toEqual({ engine: "engine-3", from: "decode", to: "prefill" });
    run.step(80);
    expect(engineOf(run, "engine-3")?.role).toBe("prefill");
    expect(run.pool.pendingMove).toBeNull();
  });

  test("is open at the end of a run that it outlasts", () => {
    const endless = replay(shipped("pddd", { simulation: { moveS: 10_000 } }));
    expect(movesOf(endless)).toEqual([[70, null, "engine-3", "decode -> prefill"]]);
    expect(endless.rows.every(({ moves }) => moves === 0)).toBe(true);
    expect(endless.attainment).toEqual(replay(shipped("pddd", { control: "off" })).attainment);
  });
});

describe("the urgent path", () => {
  const report = replay(shipped("pddd", { urgent: true }));

  test("decides between passes, and again at once while the queue is too long", () => {
    expect(movesOf(report)).toEqual([
      [61.940687000000004, 61.940687000000004, "engine-2", "decode -> prefill"],
      [61.940687000000004, 61.940687000000004, "engine-3", "decode -> prefill"],
    ]);
    expect(report.moves.every(({ decision }) => decision.decisionBasis === "projected_ttft_recovery")).toBe(true);
  });

  test("is counted apart", () => {
    expect(report.decisions.reduce((sum, { urgent }) => sum + urgent, 0)).toBe(657);
    expect(report.decisions.find(({ result }) => result === "applied")).toMatchObject({ count: 2, urgent: 2 });
  });
});

describe("faults", () => {
  const faults = [{ engine: "engine-1", fromS: 100, toS: 130 }];

  test("reach the pool, whose controller holds meanwhile", () => {
    const run = new ReplayRun(shipped("pddd", { simulation: { faults } }));
    const available = () => run.pool.state().fleet.engines.map((engine) => engine.available);
    run.step(100);
    expect(available()).toEqual([true, false, true, true]);
    run.step(130);
    expect(available()).toEqual([true, true, true, true]);
    run.run();
    const report = run.report();
    // The steps at 100, 105, .. 125 s.
    expect(countsOf(report)["held:fleet_unavailable"]).toBe(6);
    expect(report.requests).toMatchObject({ completed: 1994, failed: 6 });
  });

  test("that leave decode without an engine bring one from prefill in the next pass", () => {
    const requests = Array.from({ length: 60 }, (_, second) => at(second, 64, 32));
    const report = replay(
      small("pppd", requests, { simulation: { faults: [{ engine: "engine-3", fromS: 9.5, toS: 20 }] } }),
    );
    expect(movesOf(report)).toEqual([[10, 10, "engine-1", "prefill -> decode"]]);
    expect(countsOf(report)["applied:restore_decode_floor"]).toBe(1);
    expect(report.requests).toMatchObject({ completed: 56, failed: 4 });
  });
});
