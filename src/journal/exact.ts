import { camelKeys, snakeCase } from "../schema";
import type { Json } from "../wire";

/** A number that JSON does not have, as an object that stands for it. */
interface OddNumber {
  readonly f64: "NaN" | "Infinity" | "-Infinity" | "-0";
}

/**
 * A number as JSON text that gives the same bits back. What JSON lacks (NaN, the infinities, -0) becomes an object:
 * `{"f64":"-Infinity"}`.
 */
export function exactText(value: number): string {
  // JSON takes every text that JavaScript has for a finite number.
  return isPlain(value) ? `${value}` : JSON.stringify(oddNumber(value));
}

/** A value as JSON, names in snake_case, numbers to the bit; fields that are undefined are left out. */
export function toExact(value: unknown): Json {
  if (typeof value === "number") return isPlain(value) ? value : { ...oddNumber(value) };
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(toExact);
  const fields = Object.entries(value as object).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [snakeCase(name), toExact(field)]));
}

/** The value that `toExact` made JSON of. */
export function fromExact(json: unknown): unknown {
  return exactNumbers(camelKeys(json));
}

/** The same with its names as they are. */
export function exactNumbers(json: unknown): unknown {
  if (json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) return json.map(exactNumbers);
  // A text only: an object would be asked for its own way to be a number.
  if ("f64" in json) return typeof json.f64 === "string" ? Number(json.f64) : Number.NaN;
  return Object.fromEntries(Object.entries(json).map(([name, field]) => [name, exactNumbers(field)]));
}

function isPlain(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function oddNumber(value: number): OddNumber {
  return { f64: (Object.is(value, -0) ? "-0" : String(value)) as OddNumber["f64"] };
}
