import { rounded } from "./round";
import { snakeCase } from "./schema";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** Snake_case of a name, as a type: `windowS` is `window_s`. */
export type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** The same of a list of names. */
export function snakeNames<const Name extends string>(names: readonly Name[]): readonly Snake<Name>[] {
  return names.map((name) => snakeCase(name) as Snake<Name>);
}

/** Type of the result of `toWire`. */
export type Wire<T> = T extends number
  ? number | null
  : T extends string | boolean | null
    ? T
    : T extends ReadonlyMap<unknown, infer Item>
      ? { [key: string]: Wire<Item> }
      : T extends readonly (infer Item)[]
        ? Wire<Item>[]
        : {
            -readonly [Field in keyof T as Field extends string ? Snake<Field> : never]: Wire<
              Exclude<T[Field], undefined>
            >;
          };

/**
 * A value as documents show it: field names in snake_case, numbers rounded to 6 digits, what is not finite null,
 * fields that are undefined left out. Keys of a `Map` are data and stay as they are.
 */
export function toWire<T>(value: T): Wire<T> {
  return wireOf(value, rounded) as Wire<T>;
}

/** The same with numbers as they are: for what was given, which may be too small to be rounded. */
export function toExactWire<T>(value: T): Wire<T> {
  return wireOf(value, (number) => (Number.isFinite(number) ? number : null)) as Wire<T>;
}

function wireOf(value: unknown, numberOf: (value: number) => number | null): Json {
  if (typeof value === "number") return numberOf(value);
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((item) => wireOf(item, numberOf));
  // Keys that are data may be any, `__proto__` too: fromEntries defines them.
  if (value instanceof Map) {
    return Object.fromEntries(Array.from(value, ([key, item]) => [String(key), wireOf(item, numberOf)]));
  }
  return fieldsOf(value as Record<string, unknown>, numberOf);
}

function fieldsOf(value: Record<string, unknown>, numberOf: (value: number) => number | null): Json {
  const wire: { [field: string]: Json } = {};
  for (const name of Object.keys(value)) {
    const item = value[name];
    if (item !== undefined) wire[wireName(name)] = wireOf(item, numberOf);
  }
  return wire;
}

/** Names of fields, once made; there are not many. */
const wireNames = new Map<string, string>();

function wireName(name: string): string {
  let known = wireNames.get(name);
  if (known === undefined) {
    known = snakeCase(name);
    if (wireNames.size < 1000) wireNames.set(name, known);
  }
  return known;
}
