import { describe, expect, it } from "vitest";
import { ArgumentError, TraceError } from "../../src/errors";
import { parseTrace, type TraceOptions } from "../../src/replay/index";

const row = (timestamp: number) => JSON.stringify({ timestamp, input_length: 10, output_length: 5, hash_ids: [0] });
const rows = (...timestamps: number[]) => timestamps.map(row).join("\n");
const timesOf = (text: string, options: TraceOptions = {}) => parseTrace(text, options).requests.map(({ atS }) => atS);

describe("trace-in-seconds", () => {
  it("a fraction gives seconds away in a Mooncake trace, whatever rows are skipped", () => {
    const reason =
      "timestamp has a fraction for a Mooncake trace, which has whole milliseconds, got 0.2: give the unit (--timestamp-unit s or ms)";
    for (const skipBadRows of [false, true]) {
      expect(() => parseTrace(rows(0, 0.2, 0.4), { file: "t", skipBadRows })).toThrow(new TraceError("t", 2, reason));
    }
  });

  it.each([1.7645472001e15, 1.7645472001002e18])("the size gives a smaller unit away: %s", (timestamp) => {
    expect(() => parseTrace(rows(timestamp))).toThrow(
      /timestamp is too large .*: give the unit \(--timestamp-unit us or ns\)/,
    );
  });

  it.each([
    ["s", 0.2],
    ["ms", 0.0002],
    ["us", 0.2 / 1e6],
    ["ns", 0.2 / 1e9],
  ] as const)("the unit may be given: %s", (timestampUnit, atS) => {
    expect(timesOf(rows(0, 0.2), { timestampUnit })).toEqual([0, atS]);
    expect(parseTrace(rows(0), { timestampUnit }).timestampUnit).toBe(timestampUnit);
  });

  it("without one the format says which it was", () => {
    expect(parseTrace(rows(0, 200))).toMatchObject({ timestampUnit: "ms", requests: [{ atS: 0 }, { atS: 0.2 }] });
  });

  it("an unknown unit is refused, and any unit for dates", () => {
    expect(() => parseTrace(rows(0), { timestampUnit: "min" as "s" })).toThrow(
      new ArgumentError("timestampUnit", "must be one of s, ms, us, ns", "min"),
    );
    const azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:01+00:00,6400,61\n";
    expect(() => parseTrace(azure, { timestampUnit: "s" })).toThrow(/the timestamps are dates, which have no unit/);
  });
});

describe("doubled-column", () => {
  it.each([
    ["TIMESTAMP,ContextTokens,GeneratedTokens,ContextTokens", "ContextTokens"],
    ["arrived_at,arrived_at,num_prefill_tokens,num_decode_tokens", "arrived_at"],
  ])("a header that names a column twice is refused: %s", (header, column) => {
    const reason = `the header must name ${column} once, got ${JSON.stringify(header)}`;
    expect(() => parseTrace(`${header}\n1,2,3,4\n`, { file: "t" })).toThrow(new TraceError("t", 1, reason));
  });

  it("a column that does not count may stand twice", () => {
    const text = "TIMESTAMP,x,ContextTokens,GeneratedTokens,x\n2024-05-10 00:00:01,1,2,3,4\n";
    expect(parseTrace(text).requests).toEqual([{ atS: 0, inputTokens: 2, outputTokens: 3 }]);
  });
});

describe("other-traces", () => {
  it.each([
    [
      "burstgpt",
      `Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
5,ChatGPT,472,18,490,Conversation log
45,ChatGPT,1087,230,1317,Conversation log
118,GPT-4,417,0,417,API log`,
      [
        [0, 472, 18],
        [40, 1087, 230],
        [113, 417, 0],
      ],
    ],
    [
      "burstgpt",
      `Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type
19440110.0,00000000-0000-4000-8000-000000000001,43,GPT-4,906,446,1352,Conversation log
19440161.0,,1,ChatGPT,40,0,40,API log`,
      [
        [0, 906, 446],
        [51, 40, 0],
      ],
    ],
    [
      "vidur",
      `arrived_at,num_prefill_tokens,num_decode_tokens,request_id
0.0,374,44,0
0.051,396.0,109,1`,
      [
        [0, 374, 44],
        [0.051, 396, 109],
      ],
    ],
    [
      "qwen",
      `{"chat_id": 301, "parent_chat_id": -1, "timestamp": 12.25, "input_length": 6955, "output_length": 52, "type": "text", "turn": 1}
{"chat_id": 302, "parent_chat_id": -1, "timestamp": 12.5, "input_length": 655, "output_length": 120, "type": "search", "turn": 1}`,
      [
        [0, 6955, 52],
        [0.25, 655, 120],
      ],
    ],
  ])("%s", (format, text, expected) => {
    const trace = parseTrace(text);
    expect(trace).toMatchObject({ format, timestampUnit: "s", skippedRows: 0 });
    expect(trace.requests.map(({ atS, inputTokens, outputTokens }) => [atS, inputTokens, outputTokens])).toEqual(
      expected,
    );
  });

  it.each(["-1", "", "abc", "NaN", "Infinity"])("refuse the time %j", (time) => {
    const text = `arrived_at,num_prefill_tokens,num_decode_tokens\n${time},1,1`;
    expect(() => parseTrace(text)).toThrow(`arrived_at must be a number of s >= 0, got ${JSON.stringify(time)}`);
  });

  it.each(["512.5", ".0", "1e2.0"])("a length is whole: %s is not, 512.0 is", (length) => {
    const text = (tokens: string) => `arrived_at,num_prefill_tokens,num_decode_tokens\n0,${tokens},1`;
    expect(parseTrace(text("512.0")).requests[0]?.inputTokens).toBe(512);
    expect(() => parseTrace(text(length))).toThrow(/num_prefill_tokens must be a whole number of tokens/);
  });

  it("a turn that follows the answer before it has no time", () => {
    const text = `${row(0)}\n{"session_id": "s1", "delay": 1500, "input_length": 420, "output_length": 35}`;
    expect(() => parseTrace(text)).toThrow(
      "the line has a delay after the answer before it, and no timestamp: turns of a session have no time",
    );
    expect(parseTrace(text, { skipBadRows: true })).toMatchObject({ skippedRows: 1, requests: [{ atS: 0 }] });
  });

  it("UTF-16 is not UTF-8", () => {
    const utf16 = Buffer.from("\ufeffTIMESTAMP,ContextTokens,GeneratedTokens\n", "utf16le");
    const text = new TextDecoder().decode(utf16);
    expect(() => parseTrace(text)).toThrow("the file is not UTF-8: it is binary, or UTF-16");
  });
});
