import { NarwhalError, show } from "../errors";
import { looksLike } from "../looks-like";
import { csvRecords } from "../traces/csv";

/** A file of measurements is not what it must be. */
export class MeasurementError extends NarwhalError {
  override readonly name = "MeasurementError";
  constructor(file: string, message: string) {
    super("ERR_NARWHAL_MEASUREMENT", `${file}: ${message}`);
  }
}

/** One measured point. */
export interface PrefillPoint {
  readonly inputTokens: number;
  readonly seconds: number;
}

export interface DecodePoint {
  readonly requests: number;
  readonly kvTokens: number;
  readonly seconds: number;
}

/** The points of a file that can be fitted, and how many rows were left out. */
export interface Measured<Point> {
  readonly points: readonly Point[];
  /** Rows of several prompts at once: they say nothing about one prompt. */
  readonly batched: number;
  /** Rows where the engine did not run that many requests at once. */
  readonly saturated: number;
}

/** The columns that are read, each with the names that it may have: of several the first one counts. */
export const COLUMNS = {
  prefill: {
    inputTokens: ["input_tokens", "isl_tokens", "total_prompt_tokens", "prompt_tokens"],
    time: ["ttft_s", "ttft_ms", "prompt_time_ms_median", "prompt_time_ms"],
  },
  decode: {
    requests: ["requests"],
    kvTokens: ["kv_tokens"],
    time: ["tpot_s", "tpot_ms", "itl_s", "itl_ms", "token_time_ms_median", "token_time_ms"],
  },
} as const;

/** Reads measured prefill times. @throws MeasurementError */
export function readPrefill(text: string, file: string): Measured<PrefillPoint> {
  const table = new CsvTable(text, file);
  const input = table.column(COLUMNS.prefill.inputTokens);
  const time = table.column(COLUMNS.prefill.time);
  const batch = table.optionalColumn("batch_size");
  const single = table.rows.filter((row) => batch === null || row.number(batch) === 1);
  return {
    points: single.map((row) => ({ inputTokens: row.positive(input), seconds: row.seconds(time) })),
    batched: table.rows.length - single.length,
    saturated: 0,
  };
}

/** Reads measured token intervals. @throws MeasurementError */
export function readDecode(text: string, file: string): Measured<DecodePoint> {
  const table = new CsvTable(text, file);
  const requests = table.column(COLUMNS.decode.requests);
  const kvTokens = table.column(COLUMNS.decode.kvTokens);
  const time = table.column(COLUMNS.decode.time);
  const saturated = table.optionalColumn("saturated");
  const free = table.rows.filter((row) => saturated === null || row.number(saturated) === 0);
  const point = (row: Row) => ({
    requests: row.positive(requests),
    kvTokens: row.positive(kvTokens),
    seconds: row.seconds(time),
  });
  return { points: free.map(point), batched: 0, saturated: table.rows.length - free.length };
}

/** Between them no square, and no reciprocal, leaves the numbers that a fit can be made of. */
const LEAST = 1e-12;
const MOST = 1e12;

/** A fit is made once without each row: time goes with their square. */
export const MOST_ROWS = 2000;

interface Column {
  readonly name: string;
  readonly index: number;
}

/** A CSV file with a head; lines that begin with # are remarks. */
class CsvTable {
  readonly rows: readonly Row[];
  readonly #file: string;
  readonly #head: readonly string[];

  constructor(text: string, file: string) {
    const numbered = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
    const [head, ...body] = numbered.filter(({ line }) => line.trim() !== "" && !line.startsWith("#"));
    if (!head) throw new MeasurementError(file, "holds no rows");
    if (head.line.trimStart().startsWith("{")) {
      throw new MeasurementError(file, `looks like ${looksLike(text)}; it must be a CSV file`);
    }
    this.#file = file;
    this.#head = csvRecords([head.line])[0] ?? [];
    if (body.length > MOST_ROWS)
      throw new MeasurementError(file, `must hold at most ${MOST_ROWS} rows, got ${body.length}`);
    const records = csvRecords(body.map(({ line }) => line));
    this.rows = body.map(({ number }, index) => new Row(records[index] ?? [], `${file}:${number}`));
  }

  /** The one column of these names. */
  column(names: readonly string[]): Column {
    const name = names.find((candidate) => this.#head.includes(candidate));
    if (name === undefined) {
      const found = show(this.#head.join(", "));
      throw new MeasurementError(this.#file, `needs a column ${names.join(" or ")}, has ${found}`);
    }
    return { name, index: this.#head.indexOf(name) };
  }

  optionalColumn(name: string): Column | null {
    return this.#head.includes(name) ? this.column([name]) : null;
  }
}

/** pandas writes flags as words. */
const TRUTH = new Map([
  ["true", 1],
  ["false", 0],
]);

class Row {
  readonly #fields: readonly string[];
  readonly #place: string;

  constructor(fields: readonly string[], place: string) {
    this.#fields = fields;
    this.#place = place;
  }

  number({ name, index }: Column): number {
    const text = this.#fields[index] ?? "";
    const value = text === "" ? Number.NaN : (TRUTH.get(text.toLowerCase()) ?? Number(text));
    if (!Number.isFinite(value)) throw new MeasurementError(this.#place, `${name} must be a number, got "${text}"`);
    return value;
  }

  positive(column: Column): number {
    const value = this.number(column);
    if (!(value > 0)) throw new MeasurementError(this.#place, `${column.name} must be > 0, got ${value}`);
    if (value < LEAST || value > MOST) {
      throw new MeasurementError(this.#place, `${column.name} must be ${LEAST} .. ${MOST}, got ${value}`);
    }
    return value;
  }

  /** A time in seconds: the unit is in the column's name. */
  seconds(column: Column): number {
    return this.positive(column) / (column.name.includes("_ms") ? 1000 : 1);
  }
}
