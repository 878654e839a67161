import { expect, test } from "vitest";
import { parseTable, readTable, requireColumns, TableError } from "../../tools/validation/table";
import { hasVllmRuns, readVllmRuns } from "../../tools/validation/vllm-runs";

const HEADER =
  "experiment,prefill_engines,decode_engines,input_tokens,output_tokens,request_rate,max_concurrency,completed,request_throughput,median_ttft_ms,median_tpot_ms";
const ROW = "e,1,2,256,64,10,32,100,5,140,18.5";

function refusal(act: () => unknown): { code: string; column: string | null; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof TableError) return { code: error.code, column: error.column, message: error.message };
  }
  throw new Error("nothing was refused");
}

const readRow = (row: string, header = HEADER) => readVllmRuns(parseTable("f.csv", `${header}\n${row}\n`));

test("a run is read from a row", () => {
  expect(readRow(ROW)).toEqual([
    {
      experiment: "e",
      prefillEngines: 1,
      decodeEngines: 2,
      inputTokens: 256,
      outputTokens: 64,
      requestRate: 10,
      maxConcurrency: 32,
      requests: 100,
      requestThroughput: 5,
      medianTtftS: 0.14,
      medianTpotS: 0.0185,
    },
  ]);
});

test("line ends of Windows, a byte order mark, another order and more columns change nothing", () => {
  const turn = (line: string) => line.split(",").reverse().join(",");
  const text = `\uFEFF${turn(HEADER)},note\r\n${turn(ROW)},fine\r\n`;
  expect(readVllmRuns(parseTable("f.csv", text))).toEqual(readRow(ROW));
});

test("an empty measurement is null, and so is a TPOT of 0; no concurrency is no bound; rates may be infinite", () => {
  const [run] = readRow("e,1,1,256,1,inf,,100,,,0");
  expect(run).toMatchObject({ requestThroughput: null, medianTtftS: null, medianTpotS: null, maxConcurrency: 0 });
  expect(run?.requestRate).toBe(Number.POSITIVE_INFINITY);
});

test("a file with a header alone has no runs", () => {
  expect(hasVllmRuns(parseTable("f.csv", HEADER))).toBe(true);
  expect(readVllmRuns(parseTable("f.csv", HEADER))).toEqual([]);
});

test.each([
  ["an unreadable file", () => readTable("/nowhere.csv"), null, "/nowhere.csv: cannot be read: ENOENT"],
  ["an empty file", () => parseTable("f.csv", ""), null, "f.csv: has no header"],
  ["a doubled column", () => parseTable("f.csv", "a,b,a\n"), "a", "f.csv: column a is there twice"],
  ["a short row", () => parseTable("f.csv", "a,b\n1\n"), null, "f.csv: line 2 must have 2 fields, got 1"],
  ["a broken quote", () => parseTable("f.csv", 'a,b\n1,"2\n'), null, "f.csv: cannot be parsed: "],
  [
    "a missing column",
    () => requireColumns(parseTable("f.csv", "a\n1\n"), ["a", "b"]),
    "b",
    "f.csv: column b is missing",
  ],
  [
    "a text for a number",
    () => readRow("e,1,2,256,64,10,32,100,5,fast,18"),
    "median_ttft_ms",
    'f.csv: column median_ttft_ms must have a number >= 0, got "fast" in line 2',
  ],
  [
    "an empty count",
    () => readRow("e,1,2,,64,10,32,100,5,140,18"),
    "input_tokens",
    'f.csv: column input_tokens must have a whole number >= 1, got "" in line 2',
  ],
  [
    "a rate of 0",
    () => readRow("e,1,2,256,64,0,32,100,5,140,18"),
    "request_rate",
    'f.csv: column request_rate must have a rate > 0, got "0" in line 2',
  ],
])("%s is refused by file and column", (_, act, column, message) => {
  const error = refusal(act);
  expect(error).toMatchObject({ code: "invalid_table", column });
  expect(error.message).toContain(message);
});
