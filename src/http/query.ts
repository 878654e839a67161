import { MAX_ENGINES } from "../config";
import { ArgumentError } from "../errors";
import type { WhatIfOptions } from "../scoring/what-if";

/** A number that a query may give. */
interface Field {
  readonly least: number;
  readonly most: number;
  readonly whole?: boolean;
}

const WHAT_IF = {
  add_prefill: { least: -MAX_ENGINES, most: MAX_ENGINES, whole: true },
  add_decode: { least: -MAX_ENGINES, most: MAX_ENGINES, whole: true },
  demand_factor: { least: 0, most: 1e6 },
  ttft_s: { least: 1e-6, most: 1e6 },
  tpot_s: { least: 1e-6, most: 1e6 },
} as const satisfies Readonly<Record<string, Field>>;

const DECISIONS = { limit: { least: 1, most: 100, whole: true } } as const satisfies Readonly<Record<string, Field>>;

/**
 * The fleet that a query asks about: `add_prefill`, `add_decode`, `demand_factor`, `ttft_s`, `tpot_s`.
 *
 * @throws ArgumentError
 */
export function whatIfOf(query: URLSearchParams): WhatIfOptions {
  const given = numbersOf(query, WHAT_IF);
  const slo = { ...defined("ttftS", given.ttft_s), ...defined("tpotS", given.tpot_s) };
  return {
    ...defined("addPrefill", given.add_prefill),
    ...defined("addDecode", given.add_decode),
    ...defined("demandFactor", given.demand_factor),
    slo,
  };
}

/** How many decisions a query asks for, at most. @throws ArgumentError */
export function decisionsLimit(query: URLSearchParams): number {
  return numbersOf(query, DECISIONS).limit ?? DECISIONS.limit.most;
}

/** For a path without fields. @throws ArgumentError */
export function demandNoFields(query: URLSearchParams): void {
  numbersOf(query, {});
}

function numbersOf<Name extends string>(
  query: URLSearchParams,
  fields: Readonly<Record<Name, Field>>,
): { readonly [Key in Name]?: number } {
  const given: { [Key in Name]?: number } = {};
  for (const [name, text] of query) {
    if (!Object.hasOwn(fields, name)) throw new ArgumentError("query", "has an unknown field", name);
    if (given[name as Name] !== undefined) throw new ArgumentError(name, "must be given once", text);
    given[name as Name] = numberOf(name, text, fields[name as Name]);
  }
  return given;
}

function numberOf(name: string, text: string, { least, most, whole }: Field): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new ArgumentError(name, `must be ${least} .. ${most}`, text);
  if (whole && !Number.isInteger(value)) throw new ArgumentError(name, "must be whole", text);
  return value;
}

const DECIMAL = /^-?\d{1,16}(\.\d{1,16})?(e-?\d{1,3})?$/;

function defined<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: number });
}
