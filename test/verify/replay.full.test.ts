import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memorySink } from "../../src/index";
import { readJournal, replayEvents } from "../../src/journal-entry";
import type { PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import { writingPool } from "../journal/fixtures";
import { RandomRun, type Step, seededSteps, steps } from "../journal/random-run";

const FLEETS: readonly Partial<PoolOptions>[] = [
  { urgent: true },
  { urgent: true, applyMoves: "host", whileUnavailable: "rebalance" },
  { advisory: true, flipResidentGuard: 1, panicRatio: 0.5, dwellS: 3 },
  { minPrefill: 2, minDecode: 2, whileUnavailable: "rebalance", urgent: true },
];

function logged(options: Partial<PoolOptions>, all: readonly Step[]) {
  const log = memorySink({ limit: Number.POSITIVE_INFINITY });
  const run = new RandomRun({ ...options, eventLog: log }).run(all);
  return { run, log };
}

/** The state but for the counts of written rows, and for jumps of the clock: a log has the times that they came to. */
function stateOf(pool: Pool | null) {
  const { event_log: _, journal: __, hints = [], anomalies, ...state } = pool?.state() ?? {};
  const { clock_back: ___, clock_ahead: ____, ...others } = anomalies ?? {};
  return { ...state, anomalies: others, hints: hints.filter((hint) => !hint.startsWith("the clock")) };
}

describe("a logged run", () => {
  it.each(FLEETS)("is made again to the bit, by a fleet with %j", (options) => {
    fc.assert(
      fc.property(steps, (all) => {
        const { run, log } = logged(options, all);
        // It is a look, and logged: the replay's clock ends where this one does.
        const state = stateOf(run.pool);
        const rows = [...log.rows];
        const replay = replayEvents(rows);
        expect(replay).toMatchObject({ difference: null, gap: null, notes: [], rows: rows.length });
        expect(replay.decisions).toStrictEqual(run.decisions);
        expect(stateOf(replay.pool)).toStrictEqual(state);
      }),
      { numRuns: 50 },
    );
  });

  it("is made again to the bit, however long and whatever it decides", () => {
    const seen = new Set<string>();
    for (const options of FLEETS) {
      const { run, log } = logged(options, seededSteps(2, 10_000));
      const replay = replayEvents(log.rows);
      expect(replay.difference).toBeNull();
      expect(replay.decisions).toStrictEqual(run.decisions);
      for (const { result, reason } of run.decisions) seen.add(`${result} ${reason}`);
    }
    const wanted = [
      "applied improved",
      "applied restore_decode_floor",
      "applied restore_prefill_floor",
      "proposed improved",
      "advisory improved",
      "blocked last_live_engine",
      "blocked resident_guard",
      "held fleet_unavailable",
      "held urgent_no_improvement",
      "held evidence_risk",
      "held evidence_trend",
      "held move_pending",
      "held movement_margin",
      "held profile_uncovered",
    ];
    expect([...seen]).toEqual(expect.arrayContaining(wanted));
  });
});

describe("a restored pool", () => {
  /** What a process hands on, and another one that goes on with it. */
  function handedOn(seed: number) {
    const bytes = new RandomRun({ urgent: true }).run(seededSteps(seed, 600)).pool.snapshot();
    const log = memorySink({ limit: Number.POSITIVE_INFINITY });
    const journal = memorySink({ limit: Number.POSITIVE_INFINITY });
    const run = new RandomRun({ urgent: true, eventLog: log, journal });
    run.pool.restore(bytes, { elapsedS: 1 / 3 });
    return { log, journal, run: run.run(seededSteps(seed + 1, 900)) };
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("is made again to the bit (seed %i)", (seed) => {
    const { log, run } = handedOn(seed);
    const state = stateOf(run.pool);
    const replay = replayEvents(log.rows);
    expect(replay.difference).toBeNull();
    expect(replay.decisions).toStrictEqual(run.decisions);
    expect(stateOf(replay.pool)).toStrictEqual(state);
  });

  it("begins its journal anew, and tells of no risk event twice", () => {
    const { journal, run } = handedOn(1);
    const { rows } = readJournal(journal.rows);
    expect(rows.slice(0, 2).map(({ type }) => type)).toEqual(["meta", "meta"]);
    expect(rows[1]?.at_s).toBeGreaterThan(rows[0]?.at_s as number);
    const told = rows.filter(({ type }) => type === "risk").length;
    const before = new RandomRun({ urgent: true }).run(seededSteps(1, 600)).pool.state();
    const counted = (state: typeof before) =>
      Object.values(state.demand_evidence.risk_events).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    expect(told).toBe(counted(run.pool.state()) - counted(before));
    expect(told).toBeGreaterThan(0);
  });
});

describe("a query between passes", () => {
  it("loses nothing where the clock steps back after it, and is replayed", () => {
    const { pool, clock, eventLog } = writingPool({ windowS: 20, evidenceSpanS: 10, evidenceMaxSpanS: 20, stepS: 1 });
    clock.set(200);
    pool.demand();
    clock.set(101);
    // The query has moved the windows past this time: the pool's time goes on from there.
    for (let i = 0; i < 20; i += 1) pool.open().size(500, 10);
    clock.set(110);
    const { decisions } = pool.pass();
    expect(decisions[0]?.arrivals).toBe(20);
    expect(replayEvents(eventLog.rows).difference).toBeNull();
  });
});
