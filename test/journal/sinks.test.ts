import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { callbackSink, memorySink, type RowSink } from "../../src/index";
import { rowsOf, writingPool } from "./fixtures";
import { RandomRun, seededSteps } from "./random-run";

/** Fails at the rows for which `fails` says so (counted from 0), and keeps the others. */
function faultySink(fails: (row: number) => boolean): RowSink & { readonly rows: readonly string[] } {
  const kept = memorySink({ limit: Number.POSITIVE_INFINITY });
  let row = -1;
  return {
    get rows() {
      return kept.rows;
    },
    write(text) {
      row += 1;
      if (fails(row)) throw new Error(`row ${row} was refused`);
      kept.write(text);
    },
  };
}

describe("memorySink", () => {
  it("keeps the newest rows, at any moment", () => {
    const sink = memorySink({ limit: 3 });
    for (let row = 0; row < 20; row += 1) {
      sink.write(`${row}`);
      const first = Math.max(0, row - 2);
      expect(sink.rows).toEqual(Array.from({ length: row - first + 1 }, (_, i) => `${first + i}`));
    }
  });

  it("keeps 10 000 rows unless told otherwise", () => {
    const sink = memorySink();
    for (let row = 0; row < 10_001; row += 1) sink.write(`${row}`);
    expect([sink.rows.length, sink.rows[0]]).toEqual([10_000, "1"]);
  });

  it("gives a list that later rows do not change", () => {
    const sink = memorySink();
    sink.write("a");
    const { rows } = sink;
    sink.write("b");
    expect(rows).toEqual(["a"]);
  });
});

describe("callbackSink", () => {
  it("hands rows over as objects", () => {
    const rows: unknown[] = [];
    const { pool } = writingPool({ journal: callbackSink((row) => rows.push(row)) });
    pool.recordRisk("oom");
    expect(rows).toEqual([
      expect.objectContaining({ type: "meta", schema: "narwhal-slo/journal" }),
      { type: "risk", at_s: 100, kind: "oom" },
    ]);
  });
});

describe("a sink that throws", () => {
  it("is counted, and the pool goes on as without it", () => {
    const all = seededSteps(5, 1500);
    const plain = new RandomRun({ urgent: true }).run(all);
    const failing = faultySink(() => true);
    const faulty = new RandomRun({ urgent: true, journal: failing, eventLog: failing }).run(all);
    expect(faulty.decisions).toStrictEqual(plain.decisions);
    const { journal, event_log, ...state } = faulty.pool.state();
    expect({ ...state, journal: null, event_log: null }).toEqual(plain.pool.state());
    expect(journal).toMatchObject({ rows: 0, last_error: expect.stringMatching(/^row \d+ was refused$/) });
    expect(event_log?.failed).toBeGreaterThan(1500);
  });

  it("counts what it takes and what it does not", () => {
    const journal = faultySink((row) => row % 2 === 1);
    const { pool } = writingPool({ journal });
    for (const kind of ["a", "b", "c"]) pool.recordRisk(kind);
    expect(pool.state().journal).toEqual({ rows: 2, failed: 2, last_error: "row 3 was refused" });
  });

  it("has nothing to count where there is none", () => {
    const { pool } = new RandomRun({});
    expect(pool.state()).toMatchObject({ journal: null, event_log: null });
  });

  it("gets no row before the journal's meta row", () => {
    const journal = faultySink((row) => row < 2);
    const { pool } = writingPool({ journal });
    for (const kind of ["a", "b"]) pool.recordRisk(kind);
    expect(journal.rows.map((row) => JSON.parse(row).type)).toEqual(["meta", "risk"]);
    expect(rowsOf(journal)).toEqual([{ type: "risk", at_s: 100, kind: "b" }]);
    expect(pool.state().journal).toEqual({ rows: 2, failed: 2, last_error: "row 1 was refused" });
  });

  it("may throw what is no error, and any length of text", () => {
    const journal: RowSink = {
      write() {
        throw "x";
      },
      startPartsWith() {
        throw new Error("long ".repeat(100));
      },
    };
    expect(writingPool({ journal }).pool.state().journal).toMatchObject({ failed: 2, last_error: "long ".repeat(40) });
  });

  it("may fail later: its promise is looked after", async () => {
    const { pool } = writingPool({ journal: callbackSink(async () => Promise.reject(new Error("too late"))) });
    expect(pool.state().journal).toEqual({ rows: 1, failed: 0, last_error: null });
    await setImmediate();
    expect(pool.state().journal).toEqual({ rows: 0, failed: 1, last_error: "too late" });
  });
});
