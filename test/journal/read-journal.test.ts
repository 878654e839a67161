import { describe, expect, it } from "vitest";
import { readJournal } from "../../src/journal-entry";
import { writingPool } from "./fixtures";

describe("readJournal", () => {
  it("gives every row", () => {
    const { pool, journal } = writingPool();
    pool.recordRisk("oom");
    const { rows, skipped } = readJournal(journal.rows);
    expect(rows.map(({ type }) => type)).toEqual(["meta", "risk"]);
    expect(rows).toEqual(journal.rows.map((row) => JSON.parse(row)));
    expect(skipped).toEqual([]);
  });

  it("leaves out, and names, what a crash has torn, and what is no row", () => {
    const lines = [
      '{"type":"risk","kind":"a"}',
      "",
      '{"type":"ri',
      '{"type":"risk","kind":"b"}',
      "7",
      "{}",
      "null",
      '{"t',
    ];
    const { rows, skipped } = readJournal(lines);
    expect(rows.map((row) => row.type === "risk" && row.kind)).toEqual(["a", "b"]);
    expect(skipped).toEqual([
      { line: 3, text: '{"type":"ri' },
      { line: 5, text: "7" },
      { line: 6, text: "{}" },
      { line: 7, text: "null" },
      { line: 8, text: '{"t' },
    ]);
  });
});
