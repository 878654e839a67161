import { type ManualClock, manualClock } from "../../src/clock";
import { type MemorySink, memorySink } from "../../src/index";
import type { JournalRow } from "../../src/journal-entry";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import { PROFILE } from "../fleet/fixtures";

/** Two engines of each role, `p0`, `p1`, `d0` and `d1`, all with `PROFILE`. */
export const ENGINES = ["p0", "p1", "d0", "d1"].map((id) => ({
  id,
  role: id.startsWith("p") ? ("prefill" as const) : ("decode" as const),
  profile: PROFILE,
}));

/** A pool with `ENGINES` on a clock that starts at 100 s, and all that it writes. */
export function writingPool(options: Partial<PoolOptions> = {}): {
  pool: Pool;
  clock: ManualClock;
  journal: MemorySink;
  eventLog: MemorySink;
} {
  const clock = manualClock(100);
  const journal = memorySink();
  const eventLog = memorySink();
  const pool = createPoolSync({
    slo: { ttftS: 1, tpotS: 0.05 },
    engines: ENGINES,
    clock,
    journal,
    eventLog,
    ...options,
  });
  return { pool, clock, journal, eventLog };
}

/** The rows of a sink as objects, the meta row left out. */
export function rowsOf<Row = JournalRow>(sink: Pick<MemorySink, "rows">): Row[] {
  return sink.rows.map((row) => JSON.parse(row)).filter(({ type }) => type !== "meta");
}
