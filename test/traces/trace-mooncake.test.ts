import { describe, expect, it } from "vitest";
import { TraceError } from "../../src/errors";
import { parseTrace } from "../../src/replay/index";

const file = "mooncake.jsonl";
const hashIds = Uint32Array.of(0, 1);
const line = (timestamp: unknown, input: unknown, output: unknown) =>
  JSON.stringify({ timestamp, input_length: input, output_length: output, hash_ids: [0, 1] });

function refusal(...lines: string[]): TraceError {
  try {
    parseTrace(lines.join("\n"), { file });
  } catch (error) {
    if (error instanceof TraceError) return error;
  }
  throw new Error("not refused");
}

describe("Mooncake JSON lines", () => {
  it("are read in milliseconds after the first", () => {
    const { format, requests } = parseTrace([line(3000, 6758, 500), line(3000, 7322, 0), line(6001, 1, 2)].join("\n"));
    expect(format).toBe("mooncake");
    expect(requests).toEqual([
      { atS: 0, inputTokens: 6758, outputTokens: 500, hashIds },
      { atS: 0, inputTokens: 7322, outputTokens: 0, hashIds },
      { atS: 3.001, inputTokens: 1, outputTokens: 2, hashIds },
    ]);
  });

  it.each([["abc"], [[-1]], [[0.5]], [["1"]], [null]])("leave hashes out that are %j", (hashes) => {
    const text = JSON.stringify({ timestamp: 0, input_length: 1, output_length: 2, hash_ids: hashes });
    expect(parseTrace(text).requests).toEqual([{ atS: 0, inputTokens: 1, outputTokens: 2 }]);
  });

  it.each([
    ["a string", "1", '"1"'],
    ["a negative number", -1, "-1"],
    ["null", null, "null"],
    ["nothing", undefined, "undefined"],
  ])("refuse %s for a timestamp", (_, timestamp, shown) => {
    const error = refusal(line(0, 1, 1), line(timestamp, 1, 1));
    expect(error).toMatchObject({ file, line: 2 });
    expect(error.reason).toBe(`timestamp must be a number of milliseconds >= 0, got ${shown}`);
  });

  it("refuse a timestamp beyond every number", () => {
    expect(refusal('{"timestamp": 1e999, "input_length": 1, "output_length": 1}').reason).toMatch(/got Infinity$/);
  });

  it.each([
    [-1, "-1"],
    [1.5, "1.5"],
    [2 ** 32, "4294967296"],
    ["7", '"7"'],
    [null, "null"],
    [undefined, "undefined"],
    [[1], "an array"],
  ])("refuse the length %j in either field", (length, shown) => {
    const rule = `must be a whole number of tokens, 0 .. 4294967295, got ${shown}`;
    expect(refusal(line(0, length, 1)).reason).toBe(`input_length ${rule}`);
    expect(refusal(line(0, 1, length)).reason).toBe(`output_length ${rule}`);
  });

  it.each(['{"timestamp": 1', "null", "7", "nonsense"])("refuse a line that is no object: %s", (bad) => {
    const { reason, line: number } = refusal(line(0, 1, 1), bad);
    expect(reason).toMatch(/^the line must be a JSON object, got /);
    expect(number).toBe(2);
  });

  it("echo no more than the start of a long line", () => {
    expect(refusal(`{${"x".repeat(1e6)}`).message.length).toBeLessThan(200);
  });
});
