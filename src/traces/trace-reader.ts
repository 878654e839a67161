import { isPositive, ownFields } from "../check";
import { ArgumentError, ReadError, TraceError } from "../errors";
import { LineSplitter } from "../lines";
import { BEGINNING, looksLike } from "../looks-like";
import { csvHeader } from "./csv-header";
import { csvRows } from "./csv-trace";
import { jsonRows } from "./json-trace";
import { type Line, type Row, type RowFormat, WrongFile } from "./row-format";
import { TIMESTAMP_UNITS, type TimestampUnit } from "./timestamp-unit";
import type { Trace, TraceOptions } from "./trace";
import { TraceTable } from "./trace-table";

const KEPT_REASONS = 5;
// Bounds what the CSV parser holds at once, and what a stray quote makes it read again line by line.
const LINES_AT_ONCE = 1000;
// Characters: the longest prompts that Mooncake traces hold hashes of have lines of some thousand.
const MAX_LINE_LENGTH = 2 ** 20;

/** Errors for kinds of files that people take for traces. */
const NO_TRACES: Readonly<Record<string, string>> = {
  "a vLLM benchmark result": "which has no arrival times",
};

const QWEN = "a Qwen-Bailian trace";

const DATES = "the timestamps are dates, which have no unit: leave timestampUnit (--timestamp-unit) out";

/** Reads a trace that comes in chunks of text, and keeps nothing but its rows. */
export class TraceReader {
  readonly #file: string;
  readonly #skipBadRows: boolean;
  readonly #table = new TraceTable();
  readonly #firstSkipped: TraceError[] = [];
  #format: RowFormat | undefined;
  readonly #splitter = new LineSplitter(MAX_LINE_LENGTH);
  readonly #maxRows: number;
  readonly #unit: TimestampUnit | undefined;
  /** The beginning of the text. */
  #beginning = "";
  #lines: Line[] = [];
  /** Characters of `#lines`. */
  #held = 0;
  #lineCount = 0;
  #skippedRows = 0;

  /** @throws ArgumentError for an option */
  constructor(options: TraceOptions) {
    const {
      file = "(trace)",
      skipBadRows = false,
      maxRows = 10_000_000,
      timestampUnit,
    } = ownFields("options", options);
    if (!isPositive(maxRows)) throw new ArgumentError("maxRows", "must be > 0 rows", maxRows);
    if (timestampUnit !== undefined && !TIMESTAMP_UNITS.includes(timestampUnit)) {
      throw new ArgumentError("timestampUnit", `must be one of ${TIMESTAMP_UNITS.join(", ")}`, timestampUnit);
    }
    this.#unit = timestampUnit;
    this.#file = String(file);
    this.#skipBadRows = Boolean(skipBadRows);
    this.#maxRows = maxRows;
  }

  /** Takes the next chunk, which may end anywhere. */
  push(chunk: string): void {
    if (typeof chunk !== "string") throw new ArgumentError("text", "must be a text", chunk);
    this.#beginning += chunk.slice(0, BEGINNING - this.#beginning.length);
    try {
      for (const line of this.#splitter.push(chunk)) this.#addLine(line);
    } catch (cause) {
      if (!(cause instanceof ReadError)) throw cause;
      const reason = this.#noTrace(this.#beginning) ?? `the line is longer than ${MAX_LINE_LENGTH} characters`;
      throw new TraceError(this.#file, cause.line ?? 0, reason, { cause });
    }
  }

  /** Takes the last line, which may lack its line break, and gives the trace. */
  finish(): Trace {
    this.#addLine(this.#splitter.end());
    this.#readLines();
    if (!this.#format) throw this.#error(1, "the file is empty");
    if (this.#table.size === 0) throw this.#firstSkipped[0] ?? this.#error(this.#lineCount, "there are no rows");
    return {
      format: this.#format.name,
      timestampUnit: this.#format.unit,
      requests: this.#table.requests(this.#format.ticksPerS),
      outOfOrderRows: this.#table.outOfOrderRows,
      skippedRows: this.#skippedRows,
      firstSkipped: this.#firstSkipped,
    };
  }

  #addLine(raw: string): void {
    this.#lineCount++;
    const text = withoutMarks(raw, this.#lineCount);
    if (text.trim() === "") return;
    const line = { number: this.#lineCount, text };
    if (!this.#format) this.#begin(line);
    else this.#lines.push(line);
    this.#held += text.length;
    if (this.#lines.length >= LINES_AT_ONCE || this.#held >= MAX_LINE_LENGTH) this.#readLines();
  }

  #begin(first: Line): void {
    const reason = this.#noTrace(first.text);
    if (reason !== null) throw this.#error(first.number, reason);
    if (first.text.trimStart().startsWith("{")) {
      this.#format = jsonRows(looksLike(this.#beginning) === QWEN ? "qwen" : "mooncake", this.#unit);
      this.#lines.push(first);
      return;
    }
    const header = csvHeader(first.text);
    if (typeof header === "string") throw this.#error(first.number, header);
    this.#format = csvRows(header, this.#unit);
    if (this.#format.unit === null && this.#unit !== undefined) throw this.#error(first.number, DATES);
  }

  /** Why the file is no trace, if it is one of those. The first line alone says it: chunks make no difference. */
  #noTrace(firstLine: string): string | null {
    if (firstLine.includes("\0")) return "the file is not UTF-8: it is binary, or UTF-16";
    const kind = looksLike(this.#beginning) ?? "";
    return Object.hasOwn(NO_TRACES, kind) ? `the file looks like ${kind}, ${NO_TRACES[kind]}` : null;
  }

  #readLines(): void {
    const lines = this.#lines;
    this.#lines = [];
    this.#held = 0;
    const rows = this.#format?.read(lines) ?? [];
    for (const [index, row] of rows.entries()) {
      if (row instanceof WrongFile) throw this.#error(lines[index]?.number ?? 0, row.reason);
      if (typeof row === "string") this.#skip(lines[index]?.number ?? 0, row);
      else this.#add(lines[index]?.number ?? 0, row);
    }
  }

  #add(line: number, row: Row): void {
    if (this.#table.size >= this.#maxRows) throw this.#error(line, `there are more than ${this.#maxRows} rows`);
    this.#table.add(row);
  }

  #skip(line: number, reason: string): void {
    const error = this.#error(line, reason);
    if (!this.#skipBadRows) throw error;
    this.#skippedRows++;
    if (this.#firstSkipped.length < KEPT_REASONS) this.#firstSkipped.push(error);
  }

  #error(line: number, reason: string): TraceError {
    return new TraceError(this.#file, line, reason);
  }
}

// A byte order mark stands at the start of the file only; the \r of a CRLF ends a line.
function withoutMarks(line: string, number: number): string {
  const start = number === 1 && line.startsWith("\ufeff") ? 1 : 0;
  return line.slice(start, line.endsWith("\r") ? -1 : undefined);
}
