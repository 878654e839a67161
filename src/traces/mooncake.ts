import { isLength, MAX_TOKENS } from "../check";
import { show } from "../errors";
import type { Row, RowFormat } from "./row-format";

/** Reads the JSON lines of a Mooncake trace; whatever else they hold is left out. */
export function mooncakeRows(): RowFormat {
  return { name: "mooncake", ticksPerS: 1000, read: (lines) => lines.map((line) => readRow(line.text)) };
}

const FIELDS = ["timestamp", "input_length", "output_length"] as const;

function readRow(text: string): Row | string {
  const row = parseObject(text);
  if (!row) return `the line must be a JSON object, got ${show(text)}`;
  if (!FIELDS.some((field) => field in row)) return `the line must have ${FIELDS.join(", ")}, got ${namesOf(row)}`;
  const { timestamp, input_length: input, output_length: output } = row;
  if (typeof timestamp !== "number" || !(timestamp >= 0 && timestamp < Number.POSITIVE_INFINITY)) {
    return `timestamp must be a number of milliseconds >= 0, got ${show(timestamp)}`;
  }
  const inputTokens = checkLength("input_length", input);
  if (typeof inputTokens === "string") return inputTokens;
  const outputTokens = checkLength("output_length", output);
  if (typeof outputTokens === "string") return outputTokens;
  return { ticks: timestamp, inputTokens, outputTokens, ...hashesOf(row.hash_ids) };
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
