import { isLength, MAX_TOKENS } from "../check";
import { show } from "../errors";
import { type Row, type RowFormat, WrongFile } from "./row-format";
import { type TimestampUnit, UNITS_PER_S } from "./timestamp-unit";

/**
 * Reads the JSON lines of a Mooncake trace, or of a Qwen-Bailian one; whatever else they hold is left out.
 *
 * @param unit of the timestamps. Default: milliseconds in a Mooncake trace, which they must look like, else seconds
 */
export function jsonRows(name: "mooncake" | "qwen", unit?: TimestampUnit): RowFormat {
  const assumed = name === "mooncake" ? "ms" : "s";
  const { [unit ?? assumed]: ticksPerS } = UNITS_PER_S;
  const doubts = unit === undefined && name === "mooncake";
  return {
    name,
    unit: unit ?? assumed,
    ticksPerS,
    read: (lines) => lines.map((line) => readRow(line.text, unit ?? assumed, doubts)),
  };
}

const FIELDS = ["timestamp", "input_length", "output_length"] as const;

function readRow(text: string, unit: TimestampUnit, doubts: boolean): Row | string | WrongFile {
  const row = parseObject(text);
  if (!row) return `the line must be a JSON object, got ${show(text)}`;
  if (!FIELDS.some((field) => field in row)) return `the line must have ${FIELDS.join(", ")}, got ${namesOf(row)}`;
  const { timestamp, input_length: input, output_length: output } = row;
  if (timestamp === undefined && "delay" in row) return DELAYED;
  if (typeof timestamp !== "number" || !(timestamp >= 0 && timestamp < Number.POSITIVE_INFINITY)) {
    return `timestamp must be a number of ${NAMES[unit]} >= 0, got ${show(timestamp)}`;
  }
  if (doubts && !looksLikeMs(timestamp)) return notMs(timestamp);
  const inputTokens = checkLength("input_length", input);
  if (typeof inputTokens === "string") return inputTokens;
  const outputTokens = checkLength("output_length", output);
  if (typeof outputTokens === "string") return outputTokens;
  return { ticks: timestamp, inputTokens, outputTokens, ...hashesOf(row.hash_ids) };
}

const NAMES: Readonly<Record<TimestampUnit, string>> = {
  s: "seconds",
  ms: "milliseconds",
  us: "microseconds",
  ns: "nanoseconds",
};

const DELAYED = "the line has a delay after the answer before it, and no timestamp: turns of a session have no time";

/** Milliseconds of the year 2286: a larger number is in a smaller unit. */
const LATEST_MS = 1e13;

/** Mooncake's milliseconds are whole. */
function looksLikeMs(timestamp: number): boolean {
  return Number.isInteger(timestamp) && timestamp < LATEST_MS;
}

function notMs(timestamp: number): WrongFile {
  const why = timestamp < LATEST_MS ? "has a fraction" : "is too large";
  const units = timestamp < LATEST_MS ? "s or ms" : "us or ns";
  return new WrongFile(
    `timestamp ${why} for a Mooncake trace, which has whole milliseconds, got ${timestamp}: give the unit (--timestamp-unit ${units})`,
  );
}

/** The blocks of the prompt; hashes that are something else are left out: nothing but a prefix cache needs them. */
function hashesOf(ids: unknown): { hashIds: Uint32Array } | undefined {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "number" && isLength(id))) return undefined;
  return { hashIds: Uint32Array.from(ids) };
}

/** The names that a row has instead, the first few. */
function namesOf(row: object): string {
  const names = Object.keys(row);
  const shown = names.slice(0, SHOWN_NAMES).map((name) => show(name));
  return [...shown, ...(names.length > SHOWN_NAMES ? ["..."] : [])].join(", ") || "no field";
}

const SHOWN_NAMES = 5;

function checkLength(field: string, value: unknown): number | string {
  if (typeof value === "number" && isLength(value)) return value;
  return `${field} must be a whole number of tokens, 0 .. ${MAX_TOKENS}, got ${show(value)}`;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
