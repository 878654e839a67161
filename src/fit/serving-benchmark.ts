import * as v from "valibot";
import type { BenchmarkRequest, BenchmarkRun } from "./benchmark-request";
import { MeasurementError } from "./measurements";

const numbers = v.array(v.number());

/** A result of `vllm bench serve --save-result --save-detailed` or `sglang.bench_serving --output-details`: seconds. */
const schema = v.object({
  max_concurrency: v.nullish(v.number()),
  input_lens: numbers,
  output_lens: numbers,
  ttfts: numbers,
  itls: v.array(numbers),
  latencies: v.optional(numbers),
  start_times: v.optional(numbers),
  errors: v.optional(v.array(v.nullish(v.string()))),
});

type Result = v.InferOutput<typeof schema>;

/** The requests of one result that have completed. @throws MeasurementError for one without details */
export function servingRun(result: unknown, file: string): BenchmarkRun {
  const parsed = v.safeParse(schema, result);
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? "";
    const how = "run vllm bench serve with --save-result --save-detailed, sglang.bench_serving with --output-details";
    throw new MeasurementError(file, `holds a summary or is damaged (${field}): ${how}`);
  }
  const starts = startsOf(parsed.output, file);
  return parsed.output.ttfts.flatMap((_, index) => requestOf(parsed.output, index, starts) ?? []);
}

/** Without start times they are known where requests ran one by one, or all began together. */
function startsOf(result: Result, file: string): readonly number[] {
  const { start_times, max_concurrency, ttfts } = result;
  if (start_times) return start_times;
  if (max_concurrency === 1) return oneByOne(result);
  if (typeof max_concurrency === "number" && max_concurrency >= ttfts.length) return ttfts.map(() => 0);
  throw new MeasurementError(
    file,
    "has no start_times: take a newer vLLM, --max-concurrency 1, or as many prompts as --max-concurrency",
  );
}

function oneByOne(result: Result): number[] {
  let endS = 0;
  return result.ttfts.map((_, index) => {
    const startS = endS;
    endS += latencyOf(result, index);
    return startS;
  });
}

/** Failed requests stay in the arrays. A chunk may hold several tokens: the interval is of tokens. */
function requestOf(result: Result, index: number, starts: readonly number[]): BenchmarkRequest | null {
  const [inputTokens, outputTokens, ttftS, startS] = [result.input_lens, result.output_lens, result.ttfts, starts].map(
    (list) => list[index] ?? 0,
  ) as [number, number, number, number];
  if (result.errors?.[index] || outputTokens < 1 || !(ttftS > 0)) return null;
  const intervalS = outputTokens > 1 ? (latencyOf(result, index) - ttftS) / (outputTokens - 1) : 0;
  return { startS, ttftS, intervalS, inputTokens, outputTokens };
}

function latencyOf({ latencies, ttfts, itls }: Result, index: number): number {
  const gaps = itls[index] ?? [];
  return latencies?.[index] ?? (ttfts[index] ?? 0) + gaps.reduce((sum, gap) => sum + gap, 0);
}
