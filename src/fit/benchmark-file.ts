import { aiperfRun } from "./aiperf";
import type { BenchmarkRun } from "./benchmark-request";
import { guidellmRuns } from "./guidellm";
import { MeasurementError } from "./measurements";
import { servingRun } from "./serving-benchmark";

/** Requests of a run are compared with each other: the time goes with their square. */
const MOST_REQUESTS = 5000;

type Fields = Readonly<Record<string, unknown>>;

/** Runs of a benchmark's result file; null for another file, such as CSV. @throws MeasurementError */
export function benchmarkRuns(text: string, file: string): readonly BenchmarkRun[] | null {
  if (SUMMARY_CSV.test(text)) throw new MeasurementError(file, SUMMARY);
  if (text.trimStart().startsWith("["))
    throw new MeasurementError(file, `is a list, as of inference-perf, which is not read: ${NEEDED}`);
  if (!text.trimStart().startsWith("{")) return null;
  const documents = documentsOf(text, file);
  const [first] = documents;
  if (!first) return null;
  const runs = runsOf(first, documents, file);
  const longest = Math.max(0, ...(runs ?? []).map(({ length }) => length));
  if (longest > MOST_REQUESTS) {
    throw new MeasurementError(file, `must hold at most ${MOST_REQUESTS} requests a run, got ${longest}`);
  }
  return runs;
}

/** Heads of the tables that aiperf, genai-perf and guidellm write. */
const SUMMARY_CSV = /^\ufeff?(Metric,|Run Info,)/;
const NEEDED = "give aiperf's profile_export.jsonl, guidellm's JSON, or a result of vllm bench serve --save-detailed";
const SUMMARY = `holds a summary, not requests: ${NEEDED}`;

function runsOf(first: Fields, documents: readonly Fields[], file: string): readonly BenchmarkRun[] | null {
  if ("benchmarks" in first) return guidellmRuns(first, file);
  if ("metadata" in first && "metrics" in first) return [aiperfRun(documents)];
  if ("ttfts" in first || "mean_ttft_ms" in first) return documents.map((document) => servingRun(document, file));
  const ttft = first.time_to_first_token;
  if (typeof ttft === "object" && ttft !== null && "unit" in ttft) throw new MeasurementError(file, SUMMARY);
  return null;
}

/** One JSON document, or one a line. Python writes numbers that JSON does not have. */
function documentsOf(text: string, file: string): Fields[] {
  const plain = text.replace(/([:[,]\s*)(?:-?Infinity|NaN)(?=\s*[,}\]])/g, "$1null");
  const whole = parsed(plain);
  if (whole) return [whole];
  return plain.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const document = parsed(line);
    if (!document) throw new MeasurementError(`${file}:${index + 1}`, "is not a JSON object");
    return [document];
  });
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}
