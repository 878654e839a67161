import * as v from "valibot";
import { snakeCase } from "../schema";
import { count, described, flag, notNegative, oneOf, real, realOrNull, text } from "../schema-fields";
import type { Snake } from "../wire";
import { type FactKind, type FactTable, type FactValue, type FactValues, LIMIT, MOVE } from "./fact-kinds";
import { FACTS, OUTCOME } from "./fact-table";

/** A value with the names of its fields as a document has them. */
export type SnakeFields<T> = T extends number | string | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? SnakeFields<Item>[]
    : { -readonly [Field in keyof T as Field extends string ? Snake<Field> : never]: SnakeFields<T[Field]> };

/** Value of a kind in a document. */
export type DocumentValue<Kind extends FactKind> = Kind extends "unbounded"
  ? number | null
  : SnakeFields<FactValue<Kind>>;

/** The schema of a fact in a document. */
export type FactSchema<Kind extends FactKind> = v.GenericSchema<DocumentValue<Kind>>;

type Entries<Table extends FactTable> = {
  [Name in keyof Table as Snake<Name & string>]: FactSchema<Table[Name][0]>;
};

/** The schema of each kind. */
const KINDS: { readonly [Kind in keyof FactValues]: (unit: string, meaning: string) => FactSchema<Kind> } = {
  real,
  realOrNull,
  notNegative,
  unbounded: realOrNull,
  count,
  flag: (_, meaning) => flag(meaning),
  text: (_, meaning) => text(meaning),
  textOrNull: (unit, meaning) => described(v.nullable(v.string()), unit, meaning),
  name: (_, meaning) => text(meaning),
  requestIdOrNull: (unit, meaning) => described(v.nullable(v.union([v.string(), v.number()])), unit, meaning),
  scalars: (unit, meaning) =>
    described(v.record(v.string(), v.nullable(v.union([v.number(), v.string(), v.boolean()]))), unit, meaning),
  moves: (unit, meaning) => described(v.array(moveSchema), unit, meaning),
  limitOrNull: (unit, meaning) => described(v.nullable(limitSchema), unit, meaning),
};

/** An engine that changes its role. */
export const moveSchema = v.strictObject(entriesOf(MOVE));

const limitSchema = v.strictObject(entriesOf(LIMIT));

/** A decision's record: a line of a journal, `last_decision` of a state (semantics, section 13). */
export const decisionSchema = v.strictObject({ ...entriesOf(OUTCOME), ...optional(entriesOf(FACTS)) });

/** The schema of one fact, as its table has it. */
export function entryOf<Name extends keyof typeof FACTS>(name: Name): FactSchema<(typeof FACTS)[Name][0]> {
  const [kind, unit, meaning] = FACTS[name];
  return schemaOf(kind, unit, meaning) as FactSchema<(typeof FACTS)[Name][0]>;
}

function entriesOf<Table extends FactTable>(table: Table): Entries<Table> {
  const entries = Object.entries(table).map(([name, [kind, unit, meaning]]) => {
    return [snakeCase(name), schemaOf(kind, unit, meaning)];
  });
  return Object.fromEntries(entries);
}

function schemaOf(kind: FactKind, unit: string, meaning: string): v.GenericSchema {
  return typeof kind === "string" ? KINDS[kind](unit, meaning) : oneOf(kind, meaning);
}

/** A record lacks the facts that its decision did not come to. */
function optional<Fields extends Readonly<Record<string, v.GenericSchema>>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, v.exactOptional(schema)])) as {
    [Name in keyof Fields]: v.ExactOptionalSchema<Fields[Name], undefined>;
  };
}
