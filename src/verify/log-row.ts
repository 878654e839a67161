import { NarwhalError, show } from "../errors";
import { fromExact } from "../journal/exact";
import { isDeep, MAX_DEPTH } from "../schema";
import type { Json } from "../wire";
import { LogError } from "./log-error";

/** One row of an event log, read field by field: whatever is not as it must be is a LogError that names the line. */
export class LogRow {
  /** From 1. */
  readonly line: number;
  readonly type: string;
  readonly #fields: Readonly<Record<string, Json>>;

  constructor(line: number, fields: Readonly<Record<string, Json>>) {
    this.line = line;
    this.#fields = fields;
    this.type = this.text("type");
  }

  /** A field, undefined if it is not there. */
  json(field: string): Json | undefined {
    return this.#fields[field];
  }

  has(field: string): boolean {
    return this.#fields[field] !== undefined;
  }

  /** @throws LogError unless it is a number */
  number(field: string): number {
    const value = fromExact(this.#fields[field]);
    return typeof value === "number" ? value : this.#refuse(field, "a number");
  }

  /** @throws LogError unless it is a string */
  text(field: string): string {
    const value = this.#fields[field];
    return typeof value === "string" ? value : this.#refuse(field, "a string");
  }

  /** @throws LogError unless it is a name in `choices` */
  choice<Name extends string>(field: string, choices: Readonly<Record<Name, unknown>>): Name {
    const value = this.text(field);
    return Object.hasOwn(choices, value) ? (value as Name) : this.#refuse(field, "one that is known");
  }

  /** @throws LogError unless it is true or false */
  flag(field: string): boolean {
    const value = this.#fields[field];
    return typeof value === "boolean" ? value : this.#refuse(field, "true or false");
  }

  /** @throws LogError unless it is an array; none is an empty one */
  list(field: string): Json[] {
    const value = this.#fields[field] ?? [];
    return Array.isArray(value) ? value : this.#refuse(field, "an array");
  }

  #refuse(field: string, what: string): never {
    throw new LogError(this.line, `${field} must be ${what}, is ${show(this.#fields[field])}`);
  }
}

/**
 * The row that a line holds; null if it is no JSON object, as a line that a crash has torn.
 *
 * @throws LogError for one that is nested too deep, or of no type
 */
export function parseRow(line: number, text: string): LogRow | null {
  const fields = parsed(text);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return null;
  if (isDeep(fields)) throw new LogError(line, `is nested more than ${MAX_DEPTH} deep`);
  return new LogRow(line, fields);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The error of a row whose call a pool has refused, as a LogError; any other error as it is. */
export function logErrorOf(row: LogRow, error: unknown): unknown {
  if (error instanceof LogError || !(error instanceof NarwhalError)) return error;
  return new LogError(row.line, `${row.type}: ${error.message}`, { cause: error });
}
