import { describe, expect, it } from "vitest";
import packageJson from "../../package.json";
import { manualClock } from "../../src/clock";
import { memorySink } from "../../src/index";
import { EventReplayer, LogError, replayEvents } from "../../src/journal-entry";
import { createPoolSync } from "../../src/pool/create-pool";
import { RandomRun, seededSteps } from "../journal/random-run";

const { log, run } = (() => {
  const eventLog = memorySink({ limit: Number.POSITIVE_INFINITY });
  return { log: eventLog, run: new RandomRun({ urgent: true, eventLog }).run(seededSteps(2, 2500)) };
})();

/** The log with the first row that `finds` finds made another one by `change`; and its line. */
function tampered(finds: (row: string) => boolean, change: (row: string) => string): { lines: string[]; line: number } {
  const index = log.rows.findIndex(finds);
  return { lines: log.rows.map((row, i) => (i === index ? change(row) : row)), line: index + 1 };
}

/** The number of decisions on the lines before one. */
function decisionsBefore(line: number): number {
  return replayEvents(log.rows.slice(0, line - 1)).decisions.length;
}

const decides = (row: string) => row.includes('"decisions":[') && row.includes('"objective":');

describe("a tampered log", () => {
  it("shows a number that is one bit off", () => {
    const { lines, line } = tampered(decides, (row) => {
      const [decision] = JSON.parse(row).decisions;
      const { prefill_work } = decision;
      const next = new Float64Array([prefill_work]);
      new BigInt64Array(next.buffer)[0] = (new BigInt64Array(next.buffer)[0] ?? 0n) + 1n;
      return row.replace(`"prefill_work":${prefill_work}`, `"prefill_work":${next[0]}`);
    });
    const { difference, decisions } = replayEvents(lines);
    const before = decisionsBefore(line);
    expect(difference).toMatchObject({ line, decision: before + 1, field: "prefill_work" });
    expect(difference?.logged).not.toBe(difference?.replayed);
    expect(Math.abs((difference?.logged as number) - (difference?.replayed as number))).toBeLessThan(1e-15);
    expect(decisions).toStrictEqual(run.decisions.slice(0, before + 1));
  });

  it.each([
    ['"moves":[]', '"moves":[{"engine":"p9"}]', { field: "moves.0", logged: { engine: "p9" }, replayed: undefined }],
    ['"reason":"', '"reason":"not_', { field: "reason", logged: expect.stringMatching(/^not_/) }],
    ['"gate":"', '"gate":"not_', { field: "limit.gate", logged: expect.stringMatching(/^not_/) }],
    ['"decisions":[{', '"decisions":[{"luck":1,', { field: "luck", logged: 1, replayed: undefined }],
  ])("shows the first difference of %s made %s", (from, to, wanted) => {
    const { lines, line } = tampered(decides, (row) => row.replace(from, to));
    expect(replayEvents(lines).difference).toMatchObject({ line, ...wanted });
  });

  it("shows a decision that is not there, and one that should not be", () => {
    const gone = tampered(decides, (row) => row.replace(/,"decisions":.*]/, ""));
    const missing = replayEvents(gone.lines).difference;
    expect(missing).toMatchObject({ line: gone.line, field: "", logged: undefined });
    expect(missing?.replayed).toHaveProperty("reason");
    const idle = (row: string) => row.startsWith('{"type":"pass"') && !row.includes("decisions");
    const more = tampered(idle, (row) => row.replace("}", ',"decisions":[{"at":1}]}'));
    expect(replayEvents(more.lines).difference).toMatchObject({
      line: more.line,
      field: "",
      logged: { at: 1 },
      replayed: undefined,
    });
  });

  it("shows an input that was changed where it first decides", () => {
    const { lines } = tampered(
      (row) => row.includes('"type":"size"'),
      (row) => row.replace(/"input_tokens":\d+/, '"input_tokens":77'),
    );
    expect(replayEvents(lines).difference).toMatchObject({ logged: expect.anything(), replayed: expect.anything() });
  });

  it("is read no further than the first difference", () => {
    const { lines, line } = tampered(decides, (row) => row.replace('"reason":"', '"reason":"not_'));
    const replayer = new EventReplayer();
    const read = lines.map((text) => replayer.feed(text));
    expect(read.indexOf(false)).toBe(line - 1);
    expect(read.slice(line - 1)).not.toContain(true);
    expect(replayer.result()).toMatchObject({ rows: line, difference: { line } });
  });
});

describe("a log that a crash has cut off", () => {
  it.each([1, 20, 200])("gives what it has, and says so, with %i characters of a row", (length) => {
    const lines = log.rows.slice(0, 900);
    const torn = (log.rows.find(decides) ?? "").slice(0, length);
    const { difference, notes, decisions } = replayEvents([...lines, torn]);
    expect(difference).toBeNull();
    expect(notes).toEqual([{ line: 901, text: "is cut off and was left out" }]);
    expect(decisions).toStrictEqual(run.decisions.slice(0, decisionsBefore(901)));
  });

  it("may go on with another process", () => {
    const lines = [...log.rows.slice(0, 500), '{"type":"tok', ...log.rows];
    const { difference, notes, decisions, rows } = replayEvents(lines);
    expect({ difference, notes, rows }).toEqual({
      difference: null,
      notes: [{ line: 501, text: "is cut off and was left out" }],
      rows: 500 + log.rows.length,
    });
    expect(decisions).toHaveLength(decisionsBefore(501) + run.decisions.length);
  });

  it("is refused if the same process goes on", () => {
    const lines = [...log.rows.slice(0, 500), '{"type":"tok', ...log.rows.slice(500)];
    expect(() => replayEvents(lines)).toThrow(new LogError(501, "is not a JSON object"));
  });
});

describe("a log with a gap", () => {
  it("is replayed up to it", () => {
    const lines = [...log.rows.slice(0, 500), '{"type":"gap","rows":12}', ...log.rows.slice(512)];
    const { gap, difference, decisions } = replayEvents(lines);
    expect({ gap, difference }).toEqual({ gap: { line: 501, rows: 12 }, difference: null });
    expect(decisions).toHaveLength(decisionsBefore(501));
  });
});

describe("a log of another version", () => {
  it("is replayed, with a note", () => {
    const lines = [
      (log.rows[0] ?? "").replace(`"package_version":"${packageJson.version}"`, '"package_version":"0.0.7"'),
    ];
    expect(replayEvents(lines).notes).toEqual([
      { line: 1, text: `was written by version 0.0.7; this is ${packageJson.version}` },
    ]);
  });
});

describe("no event log", () => {
  const meta = log.rows[0] ?? "";
  const change = (fields: object) => JSON.stringify({ ...JSON.parse(meta), ...fields });

  it.each([
    ["a log without its first part", [log.rows[1] ?? ""], "must begin with its meta row, not with open"],
    [
      "a journal",
      [change({ schema: "narwhal-slo/journal" })],
      "must be narwhal-slo/events 1, is narwhal-slo/journal 1",
    ],
    ["a later version", [change({ version: 2 })], "must be narwhal-slo/events 1, is narwhal-slo/events 2"],
    [
      "a bad configuration",
      [change({ config: { ttft_slo_s: -1, tpot_slo_s: 1 } })],
      "meta: ttftSloS must be > 0 s, got -1",
    ],
    ["bad engines", [change({ engines: [7] })], "meta: role must be"],
    ["no engines", [change({ engines: {} })], "engines must be an array"],
    ["an unknown type", [meta, '{"type":"tokens","at_s":1}'], "type must be one that is known"],
    ["an unknown call of a request", [meta, ...opened("toString")], "type must be one that is known"],
    ["an unknown query", [meta, '{"type":"look","at_s":1,"query":"x"}'], "query must be one that is known"],
    ["a request that was not opened", [meta, '{"type":"wait","at_s":1,"request":1}'], "request 1 was not opened"],
    ["no time", [meta, '{"type":"open","request":1}'], "at_s must be a number, is undefined"],
    ["no type", [meta, '{"at_s":1}'], "type must be a string, is undefined"],
    [
      "an engine that is there",
      [meta, '{"type":"add_engine","at_s":1,"settings":{"id":"p0","role":"decode"}}'],
      "add_engine: id must be",
    ],
    ["a flag that is none", [meta, '{"type":"pinned","engine":"p0","pinned":1}'], "pinned must be true or false, is 1"],
    [
      "a profile that is none",
      [meta, '{"type":"profile","engine":"p0","profile":{"ttft_a":0}}'],
      "profile: profile of engine",
    ],
    ["an array", [meta, "[1]", meta], null],
  ])("%s", (_, lines, reason) => {
    if (reason === null) return expect(replayEvents(lines).notes).toHaveLength(1);
    expect(() => replayEvents(lines)).toThrow(LogError);
    expect(() => replayEvents(lines)).toThrow(`line ${lines.length}: `);
    expect(() => replayEvents(lines)).toThrow(reason);
  });

  it("is an empty one", () => {
    expect(replayEvents(["", "  "])).toEqual({
      rows: 0,
      decisions: [],
      difference: null,
      gap: null,
      notes: [],
      pool: null,
    });
  });
});

describe("decisions with infinite numbers", () => {
  it("are compared to the bit like any other", () => {
    const eventLog = memorySink();
    const clock = manualClock(-0);
    const pool = createPoolSync({
      slo: { ttftS: 1, tpotS: 0.05 },
      engines: ["a", "b"].map((id) => ({ id, role: "prefill" as const })),
      clock,
      eventLog,
    });
    const pass = pool.pass().decisions;
    expect(pass[0]?.at).toBe(-0);
    const replay = replayEvents(eventLog.rows);
    expect(replay.difference).toBeNull();
    expect(replay.decisions).toStrictEqual(pass);
    const plain = eventLog.rows.map((row) => row.replace('"at":{"f64":"-0"}', '"at":0'));
    expect(replayEvents(plain).difference).toMatchObject({ field: "at", logged: 0, replayed: -0 });
  });
});

/** Two rows: a request is opened, and called. */
function opened(type: string): string[] {
  return ['{"type":"open","at_s":1,"request":1}', `{"type":"${type}","at_s":1,"request":1}`];
}
