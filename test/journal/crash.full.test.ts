import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readJournal } from "../../src/journal-entry";
import { fileSink, logParts } from "../../src/node";
import { buildChild, buildWriter, linesOf, rowsIn, runWriter, scratchFolder } from "./file-fixtures";

const folder = scratchFolder();
const writer = buildWriter(folder);

it("a process that is killed at any moment, again and again, leaves every row that was acknowledged", async () => {
  const path = join(folder, "journal.jsonl");
  const acknowledged: number[] = [];
  const kills = 30;
  for (let kill = 0; kill < kills; kill += 1) {
    const rowsUntilKill = (kill * kill * 7) % 600;
    const job = { path, first: 1_000_000 * (kill + 1), last: Number.MAX_SAFE_INTEGER, maxBytes: 2000 };
    const rows = await runWriter(writer, job, {
      watch: (child, said) => {
        if (said.length >= 11 * rowsUntilKill) child.kill("SIGKILL");
      },
    });
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["ok"]));
    acknowledged.push(...rows.map(({ number }) => number));
  }
  expect(acknowledged.length).toBeGreaterThan(kills * 200);
  const numbers = rowsIn(path).flatMap(({ number }) => number ?? []);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const kept = new Set(numbers);
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  const parts = logParts(path);
  expect(parts.length).toBeGreaterThan(100);
  for (const part of parts) {
    const { whole, rest } = linesOf(part);
    const { rows, skipped } = readJournal(rest === "" ? whole : [...whole, rest]);
    // The last kill can have come when the file was made and its first row was not written yet.
    expect([rows[0]?.type ?? part]).toContain(rows.length === 0 ? path : "meta");
    // What a crash tore is the last line of its file, or the last before another process went on.
    expect(skipped.length).toBeLessThanOrEqual(kills);
  }
});

it("a folder that may not be written fails every row until it may be", async () => {
  const readOnly = join(folder, "read-only");
  mkdirSync(readOnly);
  // For the sake of a user who is not this one.
  for (const path of [folder, readOnly]) chmodSync(path, 0o755);
  if (process.getuid?.() !== 0) chmodSync(readOnly, 0o555);
  const path = join(readOnly, "journal.jsonl");
  const job = { path, first: 1, last: 3, maxBytes: 2000 };
  const outcomes = await runWriter(writer, job, { unprivileged: true });
  expect(outcomes).toEqual([1, 2, 3].map((number) => ({ outcome: "EACCES", number })));
  chmodSync(readOnly, 0o777);
  const later = await runWriter(writer, job, { unprivileged: true });
  expect(later).toEqual([1, 2, 3].map((number) => ({ outcome: "ok", number })));
  expect(rowsIn(path)).toMatchObject([{ type: "meta" }, { number: 1 }, { number: 2 }, { number: 3 }]);
});

it("a disk that gets full in the middle of a row leaves no part of it", async () => {
  const path = join(folder, "full.jsonl");
  const job = { path, first: 1, last: 400, maxBytes: 2 ** 20 };
  const rows = await runWriter(writer, job, { limitKiB: 8 });
  const failed = rows.filter(({ outcome }) => outcome !== "ok");
  expect(new Set(failed.map(({ outcome }) => outcome))).toEqual(new Set(["EFBIG"]));
  expect(failed.length).toBeGreaterThan(100);
  const { whole, rest } = linesOf(path);
  expect(rest).toBe("");
  expect(whole.map((line) => JSON.parse(line).number)).toEqual([
    undefined,
    ...rows.filter(({ outcome }) => outcome === "ok").map(({ number }) => number),
  ]);
  // The space that comes free is used.
  fileSink(path).write('{"type":"row","number":401}');
  expect(rowsIn(path).at(-1)?.number).toBe(401);
});

it("a process without descriptors goes on, tells of it, and grows its journal where there can be no new file", () => {
  const program = buildChild("crowded", folder);
  const crowded = join(folder, "crowded");
  mkdirSync(crowded);
  const args = ["-c", 'ulimit -n 64; exec "$@"', "bash", process.execPath, program, crowded];
  const said = JSON.parse(execFileSync("bash", args, { encoding: "utf8" }));
  expect(said.same).toBe(true);
  expect(said.journal).toMatchObject({ failed: 0, last_error: null });
  expect(said.event_log.last_error).toMatch(/^EMFILE: /);
  expect(said.faults.map(({ log, failing }: { log: string; failing: boolean }) => [log, failing])).toEqual([
    ["event_log", true],
    ["event_log", false],
  ]);
  const journal = rowsIn(join(crowded, "journal.jsonl")).filter(({ type }) => type !== "meta");
  // The row from before the pool, and all of the pool's but for its meta row.
  expect(journal).toHaveLength(said.journal.rows);
  const events = rowsIn(join(crowded, "events.jsonl"));
  expect(events).toHaveLength(said.event_log.rows);
  expect(events[0]).toEqual({ type: "gap", rows: said.event_log.failed });
});
