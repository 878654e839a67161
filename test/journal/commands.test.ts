import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { explain } from "../../src/decision/explain";
import { memorySink } from "../../src/index";
import { narwhal, output, scratch } from "../cli/command";
import { writingPool } from "./fixtures";
import { RandomRun, seededSteps } from "./random-run";

const write = scratch();
const journal = memorySink({ limit: Number.POSITIVE_INFINITY });
const eventLog = memorySink({ limit: Number.POSITIVE_INFINITY });
const { decisions } = new RandomRun({ urgent: true, journal, eventLog }).run(seededSteps(2, 2500));
const events = `${eventLog.rows.join("\n")}\n`;
const allReproduced = `${decisions.length} decisions, all reproduced\n`;

describe("narwhal-slo verify", () => {
  it("says that all decisions were reproduced", () => {
    expect(output("verify", write("events.jsonl", events))).toBe(allReproduced);
    expect(output("verify", write("events.jsonl.gz", gzipSync(events)))).toBe(allReproduced);
  });

  it("reads the older parts first", () => {
    const rows = [...eventLog.rows];
    const part = (from: number, to?: number) => `${rows.slice(from, to).join("\n")}\n`;
    write("parts.jsonl.1", part(0, 700));
    write("parts.jsonl.2", gzipSync(part(700, 1900)));
    expect(output("verify", write("parts.jsonl", part(1900)))).toBe(allReproduced);
  });

  it("tolerates a last line that is cut off, with a note", () => {
    const path = write("cut.jsonl", `${events}{"type":"pass","at_s":12`);
    const note = `note: ${path}:${eventLog.rows.length + 1} is cut off and was left out\n`;
    expect(output("verify", path)).toBe(note + allReproduced);
  });

  it("shows the first difference, and ends with 1", () => {
    const rows = eventLog.rows.map((row) => row.replace(/"reason":"profile_uncovered"/, '"reason":"cooldown"'));
    const line = eventLog.rows.findIndex((row) => row.includes('"reason":"profile_uncovered"')) + 1;
    const number = decisions.findIndex(({ reason }) => reason === "profile_uncovered") + 1;
    write("tampered.jsonl.1", `${rows.slice(0, 10).join("\n")}\n`);
    const path = write("tampered.jsonl", `${rows.slice(10).join("\n")}\n`);
    const { status, stdout } = narwhal("verify", path);
    expect(status).toBe(1);
    expect(stdout.split("\n")).toEqual([
      `decision ${number} was not reproduced (${number - 1} before it were)`,
      `  row       ${path}:${line - 10}, at ${decisions[number - 1]?.at} s`,
      "  field     reason",
      '  logged    "cooldown"',
      '  replayed  "profile_uncovered"',
      "",
    ]);
  });

  it("shows a decision that the log lacks", () => {
    const first = eventLog.rows.findIndex((row) => row.includes('"decisions":'));
    const rows = eventLog.rows.map((row, i) => (i === first ? row.replace(/,"decisions":.*]/, "") : row));
    const { status, stdout } = narwhal("verify", write("lacking.jsonl", rows.join("\n")));
    expect(status).toBe(1);
    expect(stdout).toContain("decision 1 was not reproduced (0 before it were)");
    expect(stdout).toContain("  field     the whole decision\n  logged    nothing\n");
    expect(stdout).toContain(`  replayed  ${decisions[0]?.result}, ${decisions[0]?.reason}\n`);
  });

  it("tells of rows that could not be written, and ends with 1", () => {
    const rows = [...eventLog.rows.slice(0, 30), '{"type":"gap","rows":2}', ...eventLog.rows.slice(32)];
    const path = write("gap.jsonl", rows.join("\n"));
    const { status, stdout } = narwhal("verify", path);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^\d+ decisions? reproduced, until /);
    expect(stdout).toContain(`until ${path}:31 tells of 2 rows that could not be written\n`);
  });

  it.each([
    ["none.jsonl", null, "no such file"],
    ["empty.jsonl", "\n", ": is empty; it must be an event log (pool option eventLog)"],
    ["torn.jsonl", events.slice(0, 40), ": holds no whole row"],
    ["text.jsonl", "hello\n", ": is no log of a pool; it must be an event log (pool option eventLog)"],
    ["late.jsonl", eventLog.rows.slice(1).join("\n"), ":1: the log must begin with its meta row, not with "],
    ["other-version.jsonl", events.replace('"version":1', '"version":9'), "is narwhal-slo/events 9"],
    ["broken.jsonl", events.replace('{"type":"size"', '{"type"size"'), "is not a JSON object"],
    [
      "journal.jsonl",
      journal.rows.join("\n"),
      ": looks like a journal; it must be an event log (pool option eventLog)",
    ],
  ])("says in one line what is wrong with %s", (name, content, message) => {
    const path = content === null ? name : write(name, content);
    const { status, stdout, stderr } = narwhal("verify", path);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^narwhal-slo: [^\n]*\n$/);
    expect(stderr).toContain(path);
    expect(stderr).toContain(message);
  });
});

describe("narwhal-slo explain", () => {
  /** A pool that holds three times for one reason, moves an engine, and holds once more. */
  function told() {
    const made = writingPool({ stepS: 1, monitorIntervalS: 1, cooldownS: 0, whileUnavailable: "rebalance" });
    const pass = (timeS: number) => {
      made.clock.set(timeS);
      return made.pool.pass().decisions;
    };
    const held = [101, 102, 103].flatMap(pass);
    for (const id of ["d0", "d1"]) made.pool.setAvailable(id, false);
    const moved = pass(161);
    for (const id of ["d0", "d1"]) made.pool.setAvailable(id, true);
    const after = pass(162);
    return { ...made, held, moved, after };
  }

  const { held, moved, after, journal: small } = told();
  const path = write("small.jsonl", `${small.rows.join("\n")}\n`);
  const lines = [
    `1:41 - 1:43  2+2  held 3 times  ${explain(held[2] as never)}`,
    `2:41  1+1  applied  ${explain(moved[0] as never)}`,
    `2:42  1+3  held  ${explain(after[0] as never)}`,
  ];

  it("prints each decision in a line, and those held in a row for one reason in one", () => {
    expect([held, moved, after].map(({ length }) => length)).toEqual([3, 1, 1]);
    expect(output("explain", path).split("\n")).toEqual([...lines, ""]);
  });

  it.each([
    [["--result", "applied"], [lines[1]]],
    [["--reason", "restore_decode_floor"], [lines[1]]],
    [["--last", "2"], lines.slice(1)],
    [["--last", "1", "--result", "applied"], [lines[1]]],
  ])("chooses by %j", (flags, wanted) => {
    expect(output("explain", path, ...flags)).toBe(wanted.map((line) => `${line}\n`).join(""));
  });

  it("says in one line that there is nothing to print", () => {
    expect(output("explain", path, "--reason", "cooldown")).toBe(
      `note: no decision in ${path} has the reason cooldown\n`,
    );
    expect(output("explain", path, "--reason", "cooldown", "--result", "blocked", "--last", "3")).toBe(
      `note: no decision in ${path} has the reason cooldown and the result blocked\n`,
    );
    const none = write("none.jsonl", `${small.rows.filter((row) => !row.includes('"decision"')).join("\n")}\n`);
    expect(output("explain", none)).toBe(`note: ${none} holds no decisions\n`);
    expect(output("explain", none, "--result", "held")).toBe(`note: ${none} holds no decisions\n`);
  });

  it("prints times of the epoch as dates", () => {
    const rows = small.rows.map((row) => row.replace('"at_s":161', '"at_s":1767225661.25'));
    const dated = output("explain", write("dated.jsonl", rows.join("\n")), "--result", "applied");
    expect(dated).toMatch(/^2026-01-01T00:01:01Z {2}1\+1 {2}applied {2}\S/);
  });

  it("names the lines that it leaves out", () => {
    const cut = write("cut-journal.jsonl", `${small.rows.join("\n")}\n{"type":"dec`);
    expect(output("explain", cut, "--last", "1").split("\n")).toEqual([
      `note: ${cut}:${small.rows.length + 1} is cut off or no row, and was left out`,
      lines[2],
      "",
    ]);
  });

  it.each([
    ["none", null, "no such file"],
    ["nothing", "", ": is empty; it must be a journal (pool option journal)"],
    ["blank", "\n \n", ": is empty; it must be a journal (pool option journal)"],
    ["no-journal", "a\nb\n", ": is no log of a pool; it must be a journal (pool option journal)"],
    ["an-event-log", events, ": looks like an event log; it must be a journal (pool option journal)"],
    ["late", small.rows.slice(1).join("\n"), ": must begin with its meta row (are older parts missing?)"],
    ["torn", small.rows[0]?.slice(0, 40) ?? "", ": must begin with its meta row (are older parts missing?)"],
    [
      "of-a-later-schema",
      '{"type":"meta","schema":"narwhal-slo/diary"}',
      ': must be narwhal-slo/journal, is "narwhal-slo/diary"',
    ],
    ["binary", new Uint8Array(1000), ": looks like a binary file; it must be a journal (pool option journal)"],
    ["broken.gz", new Uint8Array([0x1f, 0x8b, 1, 2, 3]), ": cannot be decompressed"],
  ])("says in one line what is wrong with %s", (name, content, message) => {
    const { status, stdout, stderr } = narwhal("explain", content === null ? name : write(name, content));
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^narwhal-slo: [^\n]*\n$/);
    expect(stderr).toContain(message);
  });

  it.each([
    ["--reason", "bored"],
    ["--result", "done"],
    ["--last", "0"],
    ["--last", "many"],
  ])("refuses %s %s", (...flags) => {
    const { status, stderr } = narwhal("explain", path, ...flags);
    expect(status).toBe(2);
    expect(stderr).toContain(flags[0]);
  });
});
