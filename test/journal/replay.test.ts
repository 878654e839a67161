import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memorySink, replayEvents } from "../../src/journal";
import type { Pool, PoolOptions } from "../../src/pool/pool";
import { writingPool } from "./fixtures";
import { RandomRun, type Step, seededSteps, steps } from "./random-run";

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

/** The state but for what became of the log's rows. */
function stateOf(pool: Pool | null) {
  const { event_log: _, ...state } = pool?.state() ?? {};
  return state;
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

describe("a query between passes", () => {
  it("has its part in what is decided when the clock steps back: it is replayed too", () => {
    const { pool, clock, eventLog } = writingPool({ windowS: 20, evidenceSpanS: 10, evidenceMaxSpanS: 20, stepS: 1 });
    clock.set(200);
    pool.demand();
    clock.set(101);
    // The query has moved the windows past this time.
    for (let i = 0; i < 20; i += 1) pool.open().size(500, 10);
    clock.set(110);
    const { decisions } = pool.pass();
    expect(decisions[0]?.arrivals).toBe(0);
    expect(replayEvents(eventLog.rows).difference).toBeNull();
    const withoutLooks = eventLog.rows.filter((row) => !row.includes('"look"'));
    expect(replayEvents(withoutLooks).difference).toMatchObject({ line: withoutLooks.length });
  });
});
