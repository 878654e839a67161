import * as v from "valibot";
import type { BenchmarkRun } from "./benchmark-request";
import { MeasurementError } from "./measurements";

/** `guidellm benchmark --output-path x.json`: starts in seconds, what ends in `_ms` in milliseconds. */
const schema = v.object({
  benchmarks: v.array(
    v.object({
      requests: v.object({
        successful: v.array(
          v.object({
            request_start_time: v.number(),
            prompt_tokens: v.number(),
            output_tokens: v.number(),
            time_to_first_token_ms: v.nullish(v.number()),
            // Its time_per_output_token_ms has TTFT in it.
            inter_token_latency_ms: v.nullish(v.number()),
            cached_tokens: v.nullish(v.number(), 0),
          }),
        ),
      }),
    }),
  ),
});

/** The requests of each benchmark that were streamed. @throws MeasurementError for a file without requests */
export function guidellmRuns(result: unknown, file: string): BenchmarkRun[] {
  const parsed = v.safeParse(schema, result);
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? "";
    throw new MeasurementError(file, `is a guidellm file without requests (${field}): run it without sample_size=0`);
  }
  return parsed.output.benchmarks.map(({ requests }) =>
    requests.successful
      .filter(({ time_to_first_token_ms, cached_tokens }) => time_to_first_token_ms && cached_tokens === 0)
      .map((request) => ({
        startS: request.request_start_time,
        ttftS: (request.time_to_first_token_ms ?? 0) / 1000,
        intervalS: (request.inter_token_latency_ms ?? 0) / 1000,
        inputTokens: request.prompt_tokens,
        outputTokens: request.output_tokens,
      })),
  );
}
