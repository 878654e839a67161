import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** A file of measurements that cannot be used. */
export class TableError extends Error {
  /** Stable. */
  readonly code = "invalid_table";
  readonly file: string;
  /** The column at fault; null: the whole file. */
  readonly column: string | null;

  constructor(file: string, column: string | null, rule: string) {
    super(column === null ? `${file}: ${rule}` : `${file}: column ${column} ${rule}`);
    this.name = "TableError";
    this.file = file;
    this.column = column;
  }
}

/** A CSV file with a header. Columns may stand in any order; those that nobody asks for do no harm. */
export interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/**
 * Reads a CSV file; line ends of Windows and a byte order mark are fine.
 *
 * @throws TableError where the file cannot be read, has no header, a doubled column, or a row of another length
 */
export function readTable(file: string): Table {
  return parseTable(file, readText(file));
}

/** The same of a text. */
export function parseTable(file: string, text: string): Table {
  const [columns, ...records] = parseRecords(file, text);
  if (!columns) throw new TableError(file, null, "has no header");
  const doubled = columns.find((name, index) => columns.indexOf(name) !== index);
  if (doubled !== undefined) throw new TableError(file, doubled, "is there twice");
  const rows = records.map((record, index) => {
    if (record.length === columns.length) return new TableRow(file, index + 2, columns, record);
    throw new TableError(file, null, `line ${index + 2} must have ${columns.length} fields, got ${record.length}`);
  });
  return { file, columns, rows };
}

/** @throws TableError that names the first of the columns that is missing */
export function requireColumns({ file, columns }: Table, names: readonly string[]): void {
  const missing = names.find((name) => !columns.includes(name));
  if (missing !== undefined) throw new TableError(file, missing, "is missing");
}

/** One row. Empty values are null. */
export class TableRow {
  readonly #file: string;
  readonly #line: number;
  readonly #values: ReadonlyMap<string, string>;

  constructor(file: string, line: number, columns: readonly string[], record: readonly string[]) {
    this.#file = file;
    this.#line = line;
    this.#values = new Map(columns.map((name, index) => [name, record[index] ?? ""]));
  }

  /** Text, "" where the column is missing. */
  text(column: string): string {
    return this.#values.get(column) ?? "";
  }

  /** A number >= 0, or null where the value is empty or the column is missing. */
  measured(column: string): number | null {
    const text = this.text(column);
    if (text === "" || /^(nan|null|none)$/i.test(text)) return null;
    const value = Number(text);
    if (Number.isFinite(value) && value >= 0) return value;
    throw this.#refused(column, "a number >= 0");
  }

  /** A whole number of at least `least`. */
  count(column: string, least = 0): number {
    const value = Number(this.text(column));
    if (this.text(column) !== "" && Number.isSafeInteger(value) && value >= least) return value;
    throw this.#refused(column, `a whole number >= ${least}`);
  }

  /** A rate > 0; `inf` is Infinity. */
  rate(column: string): number {
    const text = this.text(column);
    const value = /^inf(inity)?$/i.test(text) ? Number.POSITIVE_INFINITY : Number(text);
    if (text !== "" && value > 0) return value;
    throw this.#refused(column, "a rate > 0");
  }

  #refused(column: string, what: string): TableError {
    return new TableError(
      this.#file,
      column,
      `must have ${what}, got ${JSON.stringify(this.text(column))} in line ${this.#line}`,
    );
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new TableError(file, null, `cannot be read: ${(error as Error).message}`);
  }
}

function parseRecords(file: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    throw new TableError(file, null, `cannot be parsed: ${(error as Error).message}`);
  }
}
