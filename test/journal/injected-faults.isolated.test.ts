import type * as fs from "node:fs";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fileSink, logParts, saveSnapshot } from "../../src/node";
import { Random } from "../../src/random/random";
import { rowsIn, scratchFolder } from "./file-fixtures";
import { RandomRun, seededSteps } from "./random-run";

/** Calls that may fail. */
const CALLS = vi.hoisted(
  () =>
    [
      "openSync",
      "writeSync",
      "fstatSync",
      "statSync",
      "renameSync",
      "readdirSync",
      "rmSync",
      "fsyncSync",
      "ftruncateSync",
      "readSync",
    ] as const,
);
/** What the system says to the next of them. */
const plan = vi.hoisted(() => ({ errorOf: (_: string): string | null => null, shortWrites: false }));

vi.mock("node:fs", async (load) => {
  const real = await load<typeof fs>();
  const faulty = (call: Call) =>
    ((...args: unknown[]) => {
      const code = plan.errorOf(call);
      if (code !== null) throw Object.assign(new Error(`${code}: injected`), { code });
      // What is on the disk matters in a power cut only, and waiting for it takes long.
      if (call === "fsyncSync") return;
      const [descriptor, data, from] = args as [number, string | Uint8Array, number | undefined];
      if (call !== "writeSync" || !plan.shortWrites) return (real[call] as (...all: unknown[]) => unknown)(...args);
      // As a disk that is nearly full: half of it is taken.
      const bytes = Buffer.from(data as string).subarray(from ?? 0);
      return real.writeSync(descriptor, bytes, 0, Math.ceil(bytes.length / 2));
    }) as never;
  return { ...real, ...Object.fromEntries(CALLS.map((call) => [call, faulty(call)])) };
});

const folder = scratchFolder();
let files = 0;

function newPath(): string {
  files += 1;
  mkdirSync(join(folder, `${files}`));
  return join(folder, `${files}`, "log.jsonl");
}

function failing(call: Call, code = "EIO"): void {
  plan.errorOf = (made) => (made === call ? code : null);
}

function heal(): void {
  plan.errorOf = () => null;
  plan.shortWrites = false;
}

type Call = (typeof CALLS)[number];

beforeEach(heal);

const row = (number: number) => JSON.stringify({ type: "row", number });
const numbersIn = (path: string) => rowsIn(path).map(({ number }) => number);

describe("whatever the system refuses", () => {
  it.each([false, true])("every acknowledged row is in the file, once and in order (fsync %s)", (fsync) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = new Random(seed);
      const path = newPath();
      const sink = fileSink(path, { maxBytes: 400, lookMs: 0, fsync });
      sink.startPartsWith(() => '{"type":"meta"}');
      const acknowledged: number[] = [];
      for (let number = 1; number <= 200; number += 1) {
        const broken = random.uniform() < 0.5;
        plan.errorOf = () => (broken && random.uniform() < 0.3 ? "EIO" : null);
        plan.shortWrites = random.uniform() < 0.3;
        try {
          sink.write(row(number));
          acknowledged.push(number);
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe("EIO");
        }
      }
      heal();
      const kept = numbersIn(path).filter((number) => number !== undefined);
      expect(acknowledged.length).toBeGreaterThan(50);
      expect(acknowledged.length).toBeLessThan(200);
      expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      const all = new Set(kept);
      expect(acknowledged.filter((number) => !all.has(number))).toEqual([]);
    }
  });

  it.each(CALLS)("the router goes on: %s", (call) => {
    const steps = seededSteps(3, 400);
    const path = newPath();
    const plain = new RandomRun({ urgent: true }).run(steps);
    const sinks = { journal: fileSink(path, { maxBytes: 2000 }), eventLog: fileSink(`${path}.events`, { lookMs: 0 }) };
    const run = new RandomRun({ urgent: true, ...sinks }).run(steps.slice(0, 100));
    failing(call);
    run.run(steps.slice(100));
    heal();
    expect(run.decisions).toStrictEqual(plain.decisions);
    expect({ ...run.pool.state(), journal: null, event_log: null }).toEqual(plain.pool.state());
  });
});

describe("a file that is full", () => {
  it("grows on, in its place, where there can be no new one", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 60, lookMs: 0 });
    for (const number of [1, 2]) sink.write(row(number));
    failing("openSync", "EMFILE");
    for (const number of [3, 4]) sink.write(row(number));
    expect(logParts(path)).toEqual([path]);
    heal();
    sink.write(row(5));
    expect(logParts(path)).toEqual([`${path}.1`, path]);
    expect(numbersIn(path)).toEqual([1, 2, 3, 4, 5]);
  });

  it("loses no row where the new one cannot take the old one's place back either", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 60, lookMs: 1e9 });
    for (const number of [1, 2]) sink.write(row(number));
    let renames = 0;
    plan.errorOf = (call) => (call === "openSync" || (call === "renameSync" && renames++ > 0) ? "EMFILE" : null);
    for (const number of [3, 4]) sink.write(row(number));
    heal();
    expect(numbersIn(path)).toEqual([1, 2, 3, 4]);
  });

  it("is followed by a new one where the oldest parts cannot be dropped", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 10, keep: 1, lookMs: 0 });
    failing("rmSync", "EACCES");
    for (const number of [1, 2, 3, 4]) sink.write(row(number));
    expect(numbersIn(path)).toEqual([1, 2, 3, 4]);
    heal();
    sink.write(row(5));
    expect(numbersIn(path)).toEqual([4, 5]);
  });
});

describe("saveSnapshot", () => {
  const before = Uint8Array.of(1, 2, 3);
  const after = new Uint8Array(100_000).fill(7);

  it("writes all, however little is taken at once", () => {
    const path = newPath();
    plan.shortWrites = true;
    saveSnapshot(path, after);
    expect(new Uint8Array(readFileSync(path))).toEqual(after);
  });

  it.each(["openSync", "writeSync", "fsyncSync", "renameSync"] as const)(
    "leaves the old file where %s fails",
    (call) => {
      const path = newPath();
      saveSnapshot(path, before);
      failing(call, "ENOSPC");
      expect(() => saveSnapshot(path, after)).toThrow("ENOSPC");
      expect(new Uint8Array(readFileSync(path))).toEqual(before);
      heal();
      expect(logParts(path)).toEqual([path]);
      saveSnapshot(path, after);
      expect(new Uint8Array(readFileSync(path))).toEqual(after);
    },
  );

  it("says why it could not be written, even where what was written cannot be removed", () => {
    const path = newPath();
    plan.errorOf = (call) => ({ writeSync: "ENOSPC", rmSync: "EROFS" })[call] ?? null;
    expect(() => saveSnapshot(path, after)).toThrow("ENOSPC");
  });

  it("leaves the old file where only a part could be written", () => {
    const path = newPath();
    saveSnapshot(path, before);
    let writes = 0;
    plan.errorOf = (call) => (call === "writeSync" && writes++ > 0 ? "ENOSPC" : null);
    plan.shortWrites = true;
    expect(() => saveSnapshot(path, after)).toThrow("ENOSPC");
    expect(new Uint8Array(readFileSync(path))).toEqual(before);
  });

  it("throws below what is no folder", () => {
    const path = newPath();
    writeFileSync(path, "");
    expect(() => saveSnapshot(join(path, "pool.snapshot"), before)).toThrow("ENOTDIR");
  });
});
