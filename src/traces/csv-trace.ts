import { isLength, MAX_TOKENS } from "../check";
import { show } from "../errors";
import { csvRecords } from "./csv";
import type { CsvHeader } from "./csv-header";
import type { Line, Row, RowFormat } from "./row-format";
import { parseTimestamp, TICKS_PER_S } from "./timestamp";
import { type TimestampUnit, UNITS_PER_S } from "./timestamp-unit";

/** How the column of times is read: ticks from any origin, or why it is no time. */
interface Times {
  readonly unit: TimestampUnit | null;
  readonly ticksPerS: number;
  read(text: string): number | string;
}

/**
 * Reads the rows below a header.
 *
 * @param unit of its timestamps, where they are numbers. Default: seconds
 */
export function csvRows(header: CsvHeader, unit: TimestampUnit = "s"): RowFormat {
  const { kind, count } = header;
  const { read: ticksOf, ...times } = kind.format === "azure" ? dates(kind.timestamp) : numbers(kind.timestamp, unit);

  const read = (line: Line, fields: readonly string[] | undefined): Row | string => {
    if (!fields) return `the row has a misplaced quote, got ${show(line.text)}`;
    if (fields.length !== count) {
      return `the row has ${fields.length} columns, the header ${count}, got ${show(line.text)}`;
    }
    const ticks = ticksOf(fields[header.timestamp] ?? "");
    if (typeof ticks === "string") return ticks;
    const inputTokens = parseLength(kind.input, fields[header.input]);
    if (typeof inputTokens === "string") return inputTokens;
    const outputTokens = parseLength(kind.output, fields[header.output]);
    if (typeof outputTokens === "string") return outputTokens;
    return { ticks, inputTokens, outputTokens };
  };

  return {
    name: kind.format,
    ...times,
    read: (lines) => {
      const records = csvRecords(lines.map((line) => line.text));
      return lines.map((line, index) => read(line, records[index]));
    },
  };
}

function dates(column: string): Times {
  // The first row's second. Ticks since 1970 would not fit an exact f64; ticks since that second do for 28 years.
  let originS: number | undefined;
  return {
    unit: null,
    ticksPerS: TICKS_PER_S,
    read: (text) => {
      const time = parseTimestamp(text);
      if (!time) return `${column} must be a UTC time like 2023-11-16 18:15:46.6805900, got ${show(text)}`;
      originS ??= time.wholeS;
      return (time.wholeS - originS) * TICKS_PER_S + time.ticks;
    },
  };
}

function numbers(column: string, unit: TimestampUnit): Times {
  return {
    unit,
    ticksPerS: UNITS_PER_S[unit],
    read: (text) => {
      const ticks = /^[\d.]/.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(ticks) ? ticks : `${column} must be a number of ${unit} >= 0, got ${show(text)}`;
    },
  };
}

function parseLength(column: string, text = ""): number | string {
  const value = /^\d+(\.0*)?$/.test(text) ? Number(text) : Number.NaN;
  return isLength(value) ? value : `${column} must be a whole number of tokens, 0 .. ${MAX_TOKENS}, got ${show(text)}`;
}
