import { isLength, MAX_TOKENS } from "../check";
import { show } from "../errors";
import { csvRecords } from "./csv";
import type { Line, Row, RowFormat } from "./row-format";
import { parseTimestamp, TICKS_PER_S } from "./timestamp";

/** Where an Azure CSV has the columns that count. */
export interface AzureColumns {
  readonly count: number;
  readonly timestamp: number;
  readonly input: number;
  readonly output: number;
}

const TIMESTAMP = "TIMESTAMP";
const INPUT = "ContextTokens";
const OUTPUT = "GeneratedTokens";

/** The columns that a header line names, or why it is not the header of an Azure trace. */
export function azureHeader(line: string): AzureColumns | string {
  const [names] = csvRecords([line]);
  const missing = [TIMESTAMP, INPUT, OUTPUT].filter((name) => !names?.includes(name));
  if (!names || missing.length > 0) {
    return `the header must name ${missing.join(", ")} (or each line be a JSON object), got ${show(line)}`;
  }
  return {
    count: names.length,
    timestamp: names.indexOf(TIMESTAMP),
    input: names.indexOf(INPUT),
    output: names.indexOf(OUTPUT),
  };
}

/** Reads the rows below that header. */
export function azureRows(columns: AzureColumns): RowFormat {
  // The first row's second. Ticks since 1970 would not fit an exact f64; ticks since that second do for 28 years.
  let originS: number | undefined;

  const read = (line: Line, fields: readonly string[] | undefined): Row | string => {
    if (!fields) return `the row has a misplaced quote, got ${show(line.text)}`;
    if (fields.length !== columns.count) {
      return `the row has ${fields.length} columns, the header ${columns.count}, got ${show(line.text)}`;
    }
    const text = fields[columns.timestamp] ?? "";
    const time = parseTimestamp(text);
    if (!time) return `${TIMESTAMP} must be a UTC time like 2023-11-16 18:15:46.6805900, got ${show(text)}`;
    const inputTokens = parseLength(INPUT, fields[columns.input]);
    if (typeof inputTokens === "string") return inputTokens;
    const outputTokens = parseLength(OUTPUT, fields[columns.output]);
    if (typeof outputTokens === "string") return outputTokens;
    originS ??= time.wholeS;
    return { ticks: (time.wholeS - originS) * TICKS_PER_S + time.ticks, inputTokens, outputTokens };
  };

  return {
    name: "azure",
    ticksPerS: TICKS_PER_S,
    read: (lines) => {
      const records = csvRecords(lines.map((line) => line.text));
      return lines.map((line, index) => read(line, records[index]));
    },
  };
}

function parseLength(column: string, text = ""): number | string {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return isLength(value) ? value : `${column} must be a whole number of tokens, 0 .. ${MAX_TOKENS}, got ${show(text)}`;
}
