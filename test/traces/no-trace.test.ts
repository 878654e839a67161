import { describe, expect, it } from "vitest";
import { TraceError } from "../../src/errors";
import { parseTrace, readTrace } from "../../src/replay/index";

const VLLM = {
  date: "20261130-120000",
  backend: "vllm",
  model_id: "m",
  num_prompts: 3,
  input_lens: [1024, 1024],
  ttfts: [0.061, 0.058],
};
const BENCHMARK = "the file looks like a vLLM benchmark result, which has no arrival times";

async function reasonOf(chunks: readonly string[], skipBadRows = false): Promise<string> {
  try {
    await readTrace(
      (async function* () {
        yield* chunks;
      })(),
      { skipBadRows },
    );
  } catch (error) {
    if (error instanceof TraceError) return `${error.line}: ${error.reason}`;
  }
  throw new Error("not refused");
}

describe("a file that people take for a trace", () => {
  it("may be the result of a benchmark, in one line or in many", async () => {
    expect(await reasonOf([JSON.stringify(VLLM)])).toBe(`1: ${BENCHMARK}`);
    expect(await reasonOf([`\n${JSON.stringify(VLLM, null, 2)}`], true)).toBe(`2: ${BENCHMARK}`);
  });

  it("may be one of megabytes in a line, which is said before its length", async () => {
    const large = { ...VLLM, generated_texts: "x".repeat(2 ** 21) };
    expect(await reasonOf([JSON.stringify(large)])).toBe(`1: ${BENCHMARK}`);
    expect(await reasonOf([...(JSON.stringify(large).match(/.{1,65536}/g) ?? [])])).toBe(`1: ${BENCHMARK}`);
    expect(await reasonOf(["x".repeat(2 ** 21)])).toBe("1: the line is longer than 1048576 characters");
  });

  it.each([
    [{ metadata: {}, metrics: {}, error: null }, '"metadata", "metrics", "error"'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, '"a", "b", "c", "d", "e", ...'],
    [{ "\u001b[2J": 1 }, '"\\u001b[2J"'],
    [{}, "no field"],
  ])("may have other fields: %j", (row, shown) => {
    const reason = `the line must have timestamp, input_length, output_length, got ${shown}`;
    expect(() => parseTrace(JSON.stringify(row), { file: "t" })).toThrow(new TraceError("t", 1, reason));
  });

  it.each(["Metric,avg,min,max,p1,p50,p99,std"])("may have other columns: %s", (header) => {
    const needed = "the header must name TIMESTAMP, ContextTokens, GeneratedTokens (or each line be a JSON object)";
    expect(() => parseTrace(`${header}\n1,2,3\n`, { file: "t" })).toThrow(
      new TraceError("t", 1, `${needed}, got ${JSON.stringify(header)}`),
    );
  });
});
