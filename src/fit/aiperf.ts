import * as v from "valibot";
import type { BenchmarkRun } from "./benchmark-request";

const metric = v.optional(v.object({ value: v.number() }));

/** A line of aiperf's `profile_export.jsonl`: starts in nanoseconds since 1970, metrics in milliseconds and tokens. */
const schema = v.object({
  metadata: v.object({ request_start_ns: v.number(), benchmark_phase: v.optional(v.string()) }),
  metrics: v.object({
    input_sequence_length: metric,
    output_sequence_length: metric,
    time_to_first_token: metric,
    inter_token_latency: metric,
  }),
  error: v.nullish(v.unknown()),
});

/** The requests that were measured and have completed. */
export function aiperfRun(lines: readonly unknown[]): BenchmarkRun {
  const parsed = lines.flatMap((line) => {
    const { success, output } = v.safeParse(schema, line);
    return success && output.error == null && (output.metadata.benchmark_phase ?? "profiling") === "profiling"
      ? [output]
      : [];
  });
  return parsed.flatMap(({ metadata, metrics }) => {
    const { input_sequence_length: input, output_sequence_length: output, time_to_first_token: ttft } = metrics;
    if (!input || !output || !ttft) return [];
    return {
      startS: metadata.request_start_ns / 1e9,
      ttftS: ttft.value / 1000,
      intervalS: (metrics.inter_token_latency?.value ?? 0) / 1000,
      inputTokens: input.value,
      outputTokens: output.value,
    };
  });
}
