import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LogFault, RowSink } from "../../src/index";
import { seriesNow } from "../metrics/fixtures";
import { writingPool } from "./fixtures";

/** A journal that fails while it is told to, and what its pool told of that. */
function faulty() {
  const told: LogFault[] = [];
  const state = { fails: false };
  const journal: RowSink = {
    write() {
      if (state.fails) throw new Error("no space");
    },
  };
  const { pool } = writingPool({ journal, onLogFault: (fault) => told.push(fault) });
  return { pool, told, state };
}

describe("onLogFault", () => {
  it("is told when the sink begins to fail, and when it works again, after the call and once each", async () => {
    const { pool, told, state } = faulty();
    pool.recordRisk("a");
    await setImmediate();
    expect(told).toEqual([]);
    state.fails = true;
    pool.recordRisk("b");
    expect(told).toEqual([]);
    await setImmediate();
    for (const kind of ["c", "d"]) pool.recordRisk(kind);
    await setImmediate();
    state.fails = false;
    pool.recordRisk("e");
    await setImmediate();
    expect(told).toEqual([
      { log: "journal", failing: true, rows: 2, failed: 1, lastError: "no space" },
      { log: "journal", failing: false, rows: 3, failed: 3, lastError: "no space" },
    ]);
    const series = await seriesNow(pool);
    expect(series.get('narwhal_log_rows_total{log="journal",result="failed"}')).toBe(3);
    expect(pool.state().journal).toEqual({ rows: 3, failed: 3, last_error: "no space" });
  });

  it("is told once of a fault that was over before it could be told", async () => {
    const { pool, told, state } = faulty();
    state.fails = true;
    pool.recordRisk("a");
    state.fails = false;
    pool.recordRisk("b");
    await setImmediate();
    expect(told).toEqual([{ log: "journal", failing: false, rows: 2, failed: 1, lastError: "no space" }]);
  });

  it("names the event log", async () => {
    const told: LogFault[] = [];
    writingPool({
      eventLog: {
        write() {
          throw new Error("no space");
        },
      },
      onLogFault: (fault) => told.push(fault),
    });
    await setImmediate();
    expect(told).toEqual([{ log: "event_log", failing: true, rows: 0, failed: 1, lastError: "no space" }]);
  });

  it("is told of rows that fail later, and not of ones that are never answered", async () => {
    const answers: ((error: Error) => void)[] = [];
    const told: LogFault[] = [];
    const journal = { write: () => new Promise((_, reject) => answers.push(reject)) as never };
    const { pool } = writingPool({ journal, onLogFault: (fault) => told.push(fault) });
    pool.recordRisk("a");
    await setImmediate();
    expect(told).toEqual([]);
    answers[1]?.(new Error("too late"));
    await setImmediate();
    expect(told).toEqual([{ log: "journal", failing: true, rows: 1, failed: 1, lastError: "too late" }]);
  });

  it("is told that an async sink works again when it has answered, not before", async () => {
    const answers = [true, false, true];
    const told: boolean[] = [];
    const journal = { write: async () => (answers.shift() ? undefined : Promise.reject(new Error("no"))) as never };
    const { pool } = writingPool({ journal, onLogFault: ({ failing }) => told.push(failing) });
    pool.recordRisk("a");
    await setImmediate();
    expect(told).toEqual([true]);
    pool.recordRisk("b");
    await setImmediate();
    expect(told).toEqual([true, false]);
  });

  it("may call the pool, whose rows may fail again: it is not told for ever", async () => {
    let row = 0;
    let told = 0;
    const { pool } = writingPool({
      journal: {
        write() {
          row += 1;
          if (row % 2 === 0) throw new Error("every other row");
        },
      },
      onLogFault() {
        told += 1;
        pool.recordRisk("log");
        pool.pass();
      },
    });
    for (let i = 1; i <= 3; i += 1) {
      pool.recordRisk("a");
      await setImmediate();
    }
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(3);
  });

  it.each([
    ["throws", () => Promise.resolve().constructor(0)],
    ["rejects", async () => Promise.reject(new Error("listener"))],
    ["is no function", "listener" as never],
  ])("breaks nothing where it %s", async (_, onLogFault) => {
    const { pool } = writingPool({
      journal: {
        write() {
          throw new Error("no space");
        },
      },
      onLogFault,
    });
    pool.recordRisk("a");
    await setImmediate();
    expect(pool.state().journal).toMatchObject({ rows: 0, failed: 2 });
  });
});
