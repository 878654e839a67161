import { show } from "../errors";
import { csvRecords } from "./csv";
import type { TraceFormat } from "./trace";

/** A kind of CSV trace, and the names of the columns that count. */
export interface CsvTrace {
  readonly format: TraceFormat;
  readonly timestamp: string;
  readonly input: string;
  readonly output: string;
}

/** A header: the kind of trace, and where the columns are. */
export interface CsvHeader {
  readonly kind: CsvTrace;
  readonly count: number;
  readonly timestamp: number;
  readonly input: number;
  readonly output: number;
}

const AZURE: CsvTrace = {
  format: "azure",
  timestamp: "TIMESTAMP",
  input: "ContextTokens",
  output: "GeneratedTokens",
};

const CSV_TRACES: readonly CsvTrace[] = [
  AZURE,
  { format: "burstgpt", timestamp: "Timestamp", input: "Request tokens", output: "Response tokens" },
  { format: "vidur", timestamp: "arrived_at", input: "num_prefill_tokens", output: "num_decode_tokens" },
];

/** The columns that a header line names, or why it is not the header of a trace. */
export function csvHeader(line: string): CsvHeader | string {
  const names = csvRecords([line])[0] ?? [];
  const kind = CSV_TRACES.find((trace) => columnsOf(trace).every((name) => names.includes(name)));
  if (!kind) return noHeader(line, names);
  const doubled = columnsOf(kind).find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (doubled !== undefined) return `the header must name ${doubled} once, got ${show(line)}`;
  return {
    kind,
    count: names.length,
    timestamp: names.indexOf(kind.timestamp),
    input: names.indexOf(kind.input),
    output: names.indexOf(kind.output),
  };
}

/** The error of a header, by the kind that comes nearest. */
function noHeader(line: string, names: readonly string[]): string {
  const missing = CSV_TRACES.map((trace) => columnsOf(trace).filter((name) => !names.includes(name)));
  const [fewest = []] = missing.sort((a, b) => a.length - b.length);
  return `the header must name ${fewest.join(", ")} (or each line be a JSON object), got ${show(line)}`;
}

function columnsOf({ timestamp, input, output }: CsvTrace): string[] {
  return [timestamp, input, output];
}
