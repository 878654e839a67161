import { describe, expect, it } from "vitest";
import { TraceError } from "../../src/errors";
import { parseTrace } from "../../src/replay/index";

const HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens";
const file = "azure.csv";
const azure = (...rows: string[]) => [HEADER, ...rows].join("\r\n");
const parse = (...rows: string[]) => parseTrace(azure(...rows), { file });

function refusal(text: string): TraceError {
  try {
    parseTrace(text, { file });
  } catch (error) {
    if (error instanceof TraceError) return error;
  }
  throw new Error("not refused");
}

describe("an Azure CSV", () => {
  it("is read to the last of its 7 digits, in seconds after the first row", () => {
    const { format, requests } = parse(
      "2023-11-16 18:15:46.6805900,374,44",
      "2023-11-16 18:15:46.6805901,396,109",
      "2023-11-16 18:15:50.9951690,879,55",
      "2023-11-17 00:00:00,91,16",
    );
    expect(format).toBe("azure");
    expect(requests).toEqual([
      { atS: 0, inputTokens: 374, outputTokens: 44 },
      { atS: 1e-7, inputTokens: 396, outputTokens: 109 },
      { atS: 4.314579, inputTokens: 879, outputTokens: 55 },
      { atS: 20653.31941, inputTokens: 91, outputTokens: 16 },
    ]);
  });

  it.each([
    ["fewer digits", "2023-11-16 18:15:46.68", "2023-11-16 18:15:47", 0.32],
    ["a T between date and time", "2023-11-16T18:15:46.5", "2023-11-16T18:15:47.0", 0.5],
    ["a Z", "2023-11-16 18:15:46Z", "2023-11-16 18:15:47Z", 1],
    ["an offset", "2023-11-16 19:15:46+01:00", "2023-11-16 13:45:47-04:30", 1],
    ["a leap day", "2024-02-28 23:59:59", "2024-02-29 00:00:01", 2],
    ["years between", "2000-01-01 00:00:00.0000001", "2023-01-01 00:00:00.0000003", 725846400.0000002],
  ])("takes times with %s", (_, first, second, atS) => {
    expect(parse(`${first},1,1`, `${second},1,1`).requests[1]?.atS).toBe(atS);
  });

  it.each([
    ["month 13", "2023-13-16 18:15:46.6805900"],
    ["day 30 of February", "2023-02-30 18:15:46"],
    ["day 29 of a common February", "2023-02-29 18:15:46"],
    ["day 0", "2023-11-00 18:15:46"],
    ["hour 24", "2023-11-16 24:00:00"],
    ["minute 60", "2023-11-16 18:60:46"],
    ["second 60", "2023-11-16 18:15:60"],
    ["8 fractional digits", "2023-11-16 18:15:46.68059001"],
    ["no time", "2023-11-16"],
    ["another order", "16/11/2023 18:15:46"],
    ["a number", "1700158546"],
    ["nothing", ""],
  ])("refuses %s", (_, timestamp) => {
    const error = refusal(azure("2023-11-16 18:15:46,1,1", `${timestamp},1,1`));
    expect(error).toMatchObject({ file, line: 3, code: "ERR_NARWHAL_TRACE" });
    expect(error.reason).toBe(
      `TIMESTAMP must be a UTC time like 2023-11-16 18:15:46.6805900, got ${JSON.stringify(timestamp)}`,
    );
    expect(error.message).toBe(`${file}:3: ${error.reason}`);
  });

  it.each(["-5", "1.5", "1e3", "0x10", "+1", "many", "", "4294967296", "99999999999999999999", "NaN"])(
    "refuses the length %j in either column",
    (length) => {
      const rule = `must be a whole number of tokens, 0 .. 4294967295, got ${JSON.stringify(length)}`;
      expect(refusal(azure(`2023-11-16 18:15:46,${length},1`)).reason).toBe(`ContextTokens ${rule}`);
      expect(refusal(azure(`2023-11-16 18:15:46,1,${length}`)).reason).toBe(`GeneratedTokens ${rule}`);
    },
  );

  it("takes lengths from 0 to 2^32 - 1", () => {
    const [request] = parse("2023-11-16 18:15:46,4294967295,0").requests;
    expect(request).toEqual({ atS: 0, inputTokens: 4294967295, outputTokens: 0 });
  });

  it.each(["2023-11-16 18:15:46,1", "2023-11-16 18:15:46,1,1,1", "2023-11-16 18:15:46"])(
    "refuses a row with another number of columns: %s",
    (row) => {
      expect(refusal(azure(row)).reason).toBe(
        `the row has ${row.split(",").length} columns, the header 3, got ${JSON.stringify(row)}`,
      );
    },
  );

  it("finds its columns by name", () => {
    const text = "Model,GeneratedTokens,TIMESTAMP,ContextTokens\nx,7,2023-11-16 18:15:46,5\n";
    expect(parseTrace(text).requests).toEqual([{ atS: 0, inputTokens: 5, outputTokens: 7 }]);
  });

  it("takes quoted fields and spaces around them", () => {
    const { requests } = parse('"2023-11-16 18:15:46", 5 ,"7"');
    expect(requests).toEqual([{ atS: 0, inputTokens: 5, outputTokens: 7 }]);
  });

  it.each([
    ["opened and not closed", '"2023-11-16 18:15:47,2,2'],
    ["closed too early", '"2023"-11-16 18:15:47,2,2'],
    ["in the middle of a field", '2023-11-16 "18:15:47",2,2'],
  ])("refuses a quote that is %s, and that row only", (_, row) => {
    const text = azure("2023-11-16 18:15:46,1,1", row, "2023-11-16 18:15:48,3,3", row, "2023-11-16 18:15:49,4,4");
    const { line, reason } = refusal(text);
    expect({ line, reason }).toEqual({ line: 3, reason: `the row has a misplaced quote, got ${JSON.stringify(row)}` });
    const { requests, skippedRows } = parseTrace(text, { skipBadRows: true });
    expect(skippedRows).toBe(2);
    expect(requests.map((request) => request.inputTokens)).toEqual([1, 3, 4]);
  });

  it.each([
    ["other names", "time,input,output", "TIMESTAMP, ContextTokens, GeneratedTokens"],
    ["a name in another case", "TIMESTAMP,contexttokens,GeneratedTokens", "ContextTokens"],
    ["no header", "2023-11-16 18:15:46.6805900,374,44", "TIMESTAMP, ContextTokens, GeneratedTokens"],
    ["a JSON array", "[1]", "TIMESTAMP, ContextTokens, GeneratedTokens"],
  ])("refuses %s for a header", (_, header, missing) => {
    const error = refusal(`\n${header}\n2023-11-16 18:15:46,1,1\n`);
    expect(error.line).toBe(2);
    expect(error.reason).toBe(
      `the header must name ${missing} (or each line be a JSON object), got ${JSON.stringify(header)}`,
    );
  });

  it("refuses a header with a misplaced quote", () => {
    expect(refusal('TIMESTAMP,Context"Tokens,GeneratedTokens').reason).toMatch(/^the header must name TIMESTAMP/);
  });
});
