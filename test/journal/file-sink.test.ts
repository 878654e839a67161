import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJournal } from "../../src/journal-entry";
import { type FileSinkOptions, fileSink, logParts } from "../../src/node";
import { linesOf, rowsIn, scratchFolder } from "./file-fixtures";
import { writingPool } from "./fixtures";

const folder = scratchFolder();
let files = 0;

/** A path where nothing is, in a folder of its own. */
function newPath(): string {
  files += 1;
  mkdirSync(join(folder, `${files}`));
  return join(folder, `${files}`, "log.jsonl");
}

/** A sink that looks at its file at every row. */
function lookingSink(path: string, options: FileSinkOptions = {}) {
  return fileSink(path, { lookMs: 0, ...options });
}

function row(number: number): string {
  return JSON.stringify({ type: "row", number });
}

function numbersIn(path: string): (number | undefined)[] {
  return rowsIn(path).map(({ number }) => number);
}

describe("a file", () => {
  it("has every row in a line when its write returns", () => {
    const path = newPath();
    const sink = fileSink(path);
    for (const number of [1, 2, 3]) {
      sink.write(row(number));
      expect(readFileSync(path, "utf8")).toBe(`${[1, 2, 3].slice(0, number).map(row).join("\n")}\n`);
    }
  });

  it("goes on where it ended", () => {
    const path = newPath();
    for (const number of [1, 2]) {
      const sink = fileSink(path);
      sink.write(row(number));
      sink.close();
    }
    const closed = fileSink(path);
    closed.close();
    closed.write(row(3));
    expect(readFileSync(path, "utf8")).toBe(`${row(1)}\n${row(2)}\n${row(3)}\n`);
  });

  it("goes on in a new line after one that a crash has torn", () => {
    const path = newPath();
    writeFileSync(path, `${row(1)}\n{"type":"ro`);
    fileSink(path).write(row(2));
    const { whole, rest } = linesOf(path);
    expect([...whole, rest]).toEqual([row(1), '{"type":"ro', row(2), ""]);
    expect(readJournal(whole).skipped).toEqual([{ line: 2, text: '{"type":"ro' }]);
  });

  it("may be synced to the disk at each row", () => {
    const path = newPath();
    const sink = fileSink(path, { fsync: true, maxBytes: 60 });
    for (const number of [1, 2, 3]) sink.write(row(number));
    expect(numbersIn(path)).toEqual([1, 2, 3]);
  });
});

describe("rotation", () => {
  it("begins a new file before one grows too large, and loses nothing", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 90 });
    const numbers = Array.from({ length: 100 }, (_, i) => i);
    for (const number of numbers) sink.write(row(number));
    const parts = logParts(path);
    expect(parts.slice(0, 2).map((part) => basename(part))).toEqual(["log.jsonl.1", "log.jsonl.2"]);
    expect(parts.at(-1)).toBe(path);
    for (const part of parts) expect(statSync(part).size).toBeLessThanOrEqual(90);
    for (const part of parts.slice(0, -1)) expect(statSync(part).size).toBeGreaterThan(90 - row(99).length - 1);
    expect(numbersIn(path)).toEqual(numbers);
  });

  it("fills a file to its last byte, and no further", () => {
    const bytes = row(1).length + 1;
    const sizes = (maxBytes: number) => {
      const path = newPath();
      const sink = fileSink(path, { maxBytes });
      for (const number of [1, 2, 3, 4]) sink.write(row(number));
      return logParts(path).map((part) => statSync(part).size / bytes);
    };
    expect(sizes(3 * bytes)).toEqual([3, 1]);
    expect(sizes(3 * bytes - 1)).toEqual([2, 2]);
  });

  it("counts bytes, not characters", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 40 });
    for (const _ of [1, 2]) sink.write('{"name":"ééééé"}');
    expect(logParts(path)).toHaveLength(2);
  });

  it("counts what the file held before", () => {
    const path = newPath();
    for (const number of [1, 2, 3]) fileSink(path, { maxBytes: 60 }).write(row(number));
    expect(logParts(path).map((part) => linesOf(part).whole.length)).toEqual([2, 1]);
  });

  it("gives a row that is larger than a file one of its own", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 10 });
    for (const number of [1, 2, 3]) sink.write(row(number));
    expect(logParts(path).map((part) => linesOf(part).whole)).toEqual([[row(1)], [row(2)], [row(3)]]);
  });

  it("keeps as many older files as are asked for", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 10, keep: 2 });
    for (let number = 1; number <= 12; number += 1) sink.write(row(number));
    expect(numbersIn(path)).toEqual([10, 11, 12]);
    expect(logParts(path).map((part) => basename(part))).toEqual(["log.jsonl.10", "log.jsonl.11", "log.jsonl"]);
    const none = fileSink(path, { maxBytes: 10, keep: 0 });
    none.write(row(13));
    expect(numbersIn(path)).toEqual([13]);
  });

  it("touches no other file", () => {
    const path = newPath();
    const others = [`${path}.0`, `${path}.01`, `${path}.gz`, `${path}.1.gz`, path.replace("log.", "blog.")];
    for (const other of others) writeFileSync(other, "mine");
    const sink = fileSink(path, { maxBytes: 10, keep: 1 });
    for (let number = 1; number <= 4; number += 1) sink.write(row(number));
    expect(others.map((other) => readFileSync(other, "utf8"))).toEqual(others.map(() => "mine"));
    expect(numbersIn(path)).toEqual([3, 4]);
  });

  it("begins every part with the row that it was told", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 60 });
    let made = 0;
    sink.write(row(0));
    sink.startPartsWith(() => {
      made += 1;
      return `{"made":${made}}`;
    });
    for (const number of [1, 2, 3]) sink.write(row(number));
    const parts = logParts(path).map((part) => linesOf(part).whole);
    expect(parts).toEqual([
      [row(0), row(1)],
      ['{"made":1}', row(2)],
      ['{"made":2}', row(3)],
    ]);
  });

  it("leaves no part with its first row alone, however small a part is", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 5 });
    sink.startPartsWith(() => "{}");
    for (const number of [1, 2, 3]) sink.write(row(number));
    const parts = logParts(path).map((part) => linesOf(part).whole);
    expect(parts).toEqual([1, 2, 3].map((number) => ["{}", row(number)]));
  });

  it("leaves the file as it is where it cannot be renamed", () => {
    const path = newPath();
    const sink = fileSink(path, { maxBytes: 10, lookMs: 1e9 });
    sink.write(row(1));
    rmSync(join(path, ".."), { recursive: true });
    expect(() => sink.write(row(2))).not.toThrow();
    expect(() => sink.write(row(3))).not.toThrow();
  });
});

describe("a file that fails", () => {
  it("works again, with its first row, once its folder is back", () => {
    const path = newPath();
    const sink = lookingSink(path);
    sink.startPartsWith(() => row(0));
    sink.write(row(1));
    rmSync(join(path, ".."), { recursive: true });
    for (const number of [2, 3]) expect(() => sink.write(row(number))).toThrow("ENOENT");
    mkdirSync(join(path, ".."));
    sink.write(row(4));
    expect(numbersIn(path)).toEqual([0, 4]);
  });

  it("is made anew when it was deleted", () => {
    const path = newPath();
    const sink = lookingSink(path);
    sink.write(row(1));
    rmSync(path);
    sink.write(row(2));
    expect(numbersIn(path)).toEqual([2]);
  });

  it("that somebody else has renamed is left alone, and begun anew", () => {
    const path = newPath();
    const sink = lookingSink(path);
    sink.startPartsWith(() => row(0));
    sink.write(row(1));
    renameSync(path, `${path}-2026-11-30`);
    sink.write(row(2));
    expect(numbersIn(path)).toEqual([0, 2]);
    expect(numbersIn(`${path}-2026-11-30`)).toEqual([0, 1]);
  });

  it("that somebody else has renamed is written to until it is looked at: no row is lost", () => {
    const path = newPath();
    const sink = fileSink(path, { lookMs: 1e9 });
    sink.write(row(1));
    renameSync(path, `${path}.1`);
    sink.write(row(2));
    sink.close();
    sink.write(row(3));
    expect(numbersIn(path)).toEqual([1, 2, 3]);
  });

  it("that somebody else has replaced is the one to go on with", () => {
    const path = newPath();
    const sink = lookingSink(path);
    sink.write(row(1));
    rmSync(path);
    writeFileSync(path, `${row(7)}\n`);
    sink.write(row(2));
    expect(numbersIn(path)).toEqual([7, 2]);
  });

  it.each([0, 10])("that somebody else has cut to %i bytes goes on in a line of its own", (bytes) => {
    const path = newPath();
    const sink = lookingSink(path);
    sink.startPartsWith(() => row(0));
    for (const number of [1, 2]) sink.write(row(number));
    truncateSync(path, bytes);
    sink.write(row(3));
    const { whole } = linesOf(path);
    expect(whole).toEqual(bytes === 0 ? [row(0), row(3)] : [row(0).slice(0, bytes), row(3)]);
  });

  it("that is a device is never set aside", () => {
    const path = newPath();
    symlinkSync("/dev/null", path);
    const sink = lookingSink(path, { maxBytes: 10 });
    for (const number of [1, 2, 3]) sink.write(row(number));
    expect(logParts(path)).toEqual([path]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  it.each([
    ["ENOTDIR", (path: string) => writeFileSync(join(path, ".."), ""), (path: string) => rmSync(join(path, ".."))],
    [
      "EISDIR",
      (path: string) => mkdirSync(path, { recursive: true }),
      (path: string) => rmSync(path, { recursive: true }),
    ],
  ])("throws %s as long as it cannot be opened", (code, obstruct, clear) => {
    const path = newPath();
    rmSync(join(path, ".."), { recursive: true });
    obstruct(path);
    const sink = lookingSink(path);
    for (const number of [1, 2]) expect(() => sink.write(row(number))).toThrow(expect.objectContaining({ code }));
    clear(path);
    mkdirSync(join(path, ".."), { recursive: true });
    sink.write(row(3));
    expect(numbersIn(path)).toEqual([3]);
  });

  it("throws what a full disk says", () => {
    const sink = lookingSink("/dev/full");
    for (const number of [1, 2]) {
      expect(() => sink.write(row(number))).toThrow(expect.objectContaining({ code: "ENOSPC" }));
    }
  });

  it("is not tried again before it is time to look", () => {
    const path = newPath();
    const sink = fileSink(path, { lookMs: 1e9 });
    rmSync(join(path, ".."), { recursive: true });
    expect(() => sink.write(row(1))).toThrow("ENOENT");
    mkdirSync(join(path, ".."));
    expect(() => sink.write(row(2))).toThrow("ENOENT");
    expect(logParts(path)).toEqual([]);
  });

  it("does not stop the pool, which counts", () => {
    const path = newPath();
    rmSync(join(path, ".."), { recursive: true });
    const { pool } = writingPool({ journal: lookingSink(path), eventLog: lookingSink(`${path}.events`) });
    pool.recordRisk("a");
    expect(pool.pass().decisions).toEqual([]);
    expect(pool.state()).toMatchObject({
      journal: { rows: 0, failed: 2, last_error: expect.stringContaining("ENOENT") },
      event_log: { rows: 0, failed: 4 },
    });
    mkdirSync(join(path, ".."));
    pool.recordRisk("b");
    expect(rowsIn(path)).toMatchObject([{ type: "meta" }, { type: "meta" }, { type: "risk", kind: "b" }]);
  });
});

describe("a journal in files", () => {
  it("can be read from any of them on", () => {
    const path = newPath();
    const { pool } = writingPool({ journal: fileSink(path, { maxBytes: 5000 }) });
    for (let i = 0; i < 300; i += 1) pool.recordRisk("oom");
    const parts = logParts(path);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const types = readJournal(linesOf(part).whole).rows.map(({ type }) => type);
      expect(types.slice(0, 2)).toEqual(["meta", "risk"]);
      expect(types.lastIndexOf("meta")).toBe(0);
    }
    expect(rowsIn(path).filter(({ type }) => type === "risk")).toHaveLength(300);
  });
});

describe("options out of range", () => {
  it.each([{ maxBytes: 0 }, { maxBytes: Number.NaN }, { keep: -1 }, { lookMs: Number.NaN }])("%o", (options) => {
    const [field] = Object.keys(options);
    expect(() => fileSink("x", options)).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_CONFIG", field }));
  });
});
