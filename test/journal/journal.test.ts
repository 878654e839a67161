import { describe, expect, it } from "vitest";
import packageJson from "../../package.json";
import { decisionDocument } from "../../src/decision/decision-document";
import { memorySink } from "../../src/index";
import { decisionOf, type JournalRow, readJournal } from "../../src/journal-entry";
import type { Pool } from "../../src/pool/pool";
import { toWire } from "../../src/wire";
import { PROFILE } from "../fleet/fixtures";
import { ENGINES, rowsOf, writingPool } from "./fixtures";
import { RandomRun, seededSteps } from "./random-run";

/** A row without what its decision was made from. */
function gist(row: JournalRow) {
  if (row.type !== "decision") return row;
  const { type, at_s, by, reason, result } = row;
  return { type, at_s, by, reason, result };
}

/** Leaves prefill with one available engine of two, and decode with none. */
function breakFloors(pool: Pool): void {
  for (const id of ["p1", "d0", "d1"]) pool.setAvailable(id, false);
}

describe("the meta row", () => {
  it("comes first and has version, configuration and profiles", () => {
    const { pool, journal } = writingPool({ urgent: true, applyMoves: "host", minArrivals: 3 });
    pool.pass();
    expect(JSON.parse(journal.rows[0] ?? "")).toEqual({
      type: "meta",
      at_s: 100,
      schema: "narwhal-slo/journal",
      version: 1,
      package_version: packageJson.version,
      started_s: 100,
      options: { urgent: true, apply_moves: "host" },
      config: toWire(pool.config),
      engines: ENGINES.map(({ id, role }) => ({
        id,
        role,
        available: true,
        pinned: false,
        profile: toWire(PROFILE),
      })),
    });
  });

  it("shows the engines as they are when a part begins", () => {
    let firstRow = () => "";
    const startPartsWith = (row: () => string) => {
      firstRow = row;
    };
    const { pool, clock } = writingPool({ journal: { write: () => {}, startPartsWith } });
    pool.setPinned("d0", true);
    pool.setProfile("d1", null);
    pool.removeEngine("p0");
    clock.set(107);
    pool.recordRisk("oom");
    const { at_s, started_s, engines } = JSON.parse(firstRow());
    expect({ at_s, started_s }).toEqual({ at_s: 107, started_s: 100 });
    expect(engines.map(({ id, pinned, profile }: (typeof engines)[0]) => [id, pinned, profile !== null])).toEqual([
      ["p1", false, true],
      ["d0", true, true],
      ["d1", false, false],
    ]);
  });
});

describe("decisions", () => {
  it("are the records, in order, whatever the decisions were", () => {
    const journal = memorySink({ limit: Number.POSITIVE_INFINITY });
    const { decisions } = new RandomRun({ urgent: true, journal }).run(seededSteps(7, 4000));
    const { rows, skipped } = readJournal(journal.rows);
    const read = rows.flatMap((row) => (row.type === "decision" ? decisionOf(row) : []));
    expect(skipped).toEqual([]);
    expect(read.length).toBeGreaterThan(200);
    expect(read).toEqual(decisions.map(decisionDocument));
  });
});

describe("floors", () => {
  it("are breached and restored in one pass, with the move and its risk between", () => {
    const { pool, clock, journal } = writingPool({ cooldownS: 0 });
    pool.setAvailable("d0", false);
    pool.setAvailable("d1", false);
    clock.set(101.25);
    pool.pass();
    const floor = { at_s: 101.25, role: "decode", floor: 1 };
    expect(rowsOf(journal).map(gist)).toEqual([
      { type: "floor_breach", ...floor, available: 0 },
      { type: "decision", at_s: 101.25, by: "decode_floor", reason: "restore_decode_floor", result: "applied" },
      {
        type: "move",
        at_s: 101.25,
        engine: "p0",
        from: "prefill",
        to: "decode",
        by: "decode_floor",
        result: "applied",
      },
      { type: "risk", at_s: 101.25, kind: "p_to_d_recovery" },
      { type: "floor_recovery", ...floor, available: 1, breached_s: 0 },
    ]);
  });

  it("are told of once, until they hold again", () => {
    const { pool, clock, journal } = writingPool({ minPrefill: 2 });
    breakFloors(pool);
    for (const timeS of [101, 102, 103]) {
      clock.set(timeS);
      pool.pass();
    }
    for (const { id } of ENGINES) pool.setAvailable(id, true);
    clock.set(104);
    pool.pass();
    const floors = rowsOf(journal).filter(({ type }) => type.startsWith("floor"));
    expect(floors).toEqual([
      { type: "floor_breach", at_s: 101, role: "prefill", available: 1, floor: 2 },
      { type: "floor_breach", at_s: 101, role: "decode", available: 0, floor: 1 },
      { type: "floor_recovery", at_s: 104, role: "prefill", available: 2, floor: 2, breached_s: 3 },
      { type: "floor_recovery", at_s: 104, role: "decode", available: 2, floor: 1, breached_s: 3 },
    ]);
  });
});

describe("moves by the host", () => {
  /** Decode is short: the pool asks the host for `p0`. */
  function proposing() {
    const made = writingPool({ applyMoves: "host" });
    made.pool.setAvailable("d0", false);
    made.pool.setAvailable("d1", false);
    made.clock.set(101);
    made.pool.pass();
    made.clock.set(103.5);
    return made;
  }

  const move = { type: "move", at_s: 103.5, engine: "p0", from: "prefill", to: "decode", by: "decode_floor" };

  it("are written when the host confirms them, with the risk event that they are", () => {
    const { pool, journal } = proposing();
    expect(rowsOf(journal).map(({ type }) => type)).toEqual(["floor_breach", "decision"]);
    pool.moved("p0");
    const risk = { type: "risk", at_s: 103.5, kind: "p_to_d_recovery" };
    expect(rowsOf(journal).slice(2)).toEqual([{ ...move, result: "applied" }, risk]);
  });

  it.each(["moveFailed", "removeEngine"] as const)("are written as failed after %s", (call) => {
    const { pool, journal } = proposing();
    pool[call]("p0");
    expect(rowsOf(journal).slice(2)).toEqual([{ ...move, result: "failed" }]);
  });

  it("are not written where none was proposed", () => {
    const { pool, journal } = proposing();
    pool.moved("p1");
    pool.moveFailed("d0");
    pool.removeEngine("p1");
    expect(rowsOf(journal)).toHaveLength(2);
  });
});

describe("risk events", () => {
  it("are written by kind, as they are counted", () => {
    const { pool, clock, journal } = writingPool();
    pool.recordRisk("first_token_timeout");
    clock.set(100.0000004);
    pool.recordRisk("first_token_timeout");
    for (let kind = 0; kind < 31; kind += 1) pool.recordRisk(`kind ${kind}`);
    const kinds = rowsOf(journal).map((row) => (row.type === "risk" ? row.kind : row.type));
    expect(kinds.slice(0, 3)).toEqual(["first_token_timeout", "first_token_timeout", "kind 0"]);
    expect(kinds.slice(-2)).toEqual(["kind 29", "other"]);
    expect(rowsOf(journal)[1]).toEqual({ type: "risk", at_s: 100, kind: "first_token_timeout" });
  });
});

describe("a pool", () => {
  it("decides the same with and without what it writes", () => {
    const all = seededSteps(3, 1500);
    const plain = new RandomRun({ urgent: true }).run(all);
    const writing = new RandomRun({ urgent: true, journal: memorySink(), eventLog: memorySink() }).run(all);
    expect(writing.decisions).toStrictEqual(plain.decisions);
    const { journal: _, event_log: __, ...state } = writing.pool.state();
    expect({ ...state, journal: null, event_log: null }).toEqual(plain.pool.state());
  });
});
