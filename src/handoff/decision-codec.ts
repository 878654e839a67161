import { MAX_ENGINES } from "../config";
import type { Decision } from "../decision/decision";
import {
  type FactKind,
  type FactsOf,
  type FactTable,
  type FactValues,
  LIMIT,
  MOVE,
  type Scalar,
} from "../decision/fact-kinds";
import { FACTS, OUTCOME } from "../decision/fact-table";
import { NAME } from "../decision/vocabulary";
import type { RequestId } from "../fleet";
import { type Codec, checked, flag, list, nullable, oneOf, real, record, text } from "./codec";
import { named, tableOf } from "./named-codec";

/** The name of a policy or of a reason. */
export const name = checked(
  text,
  (value) => NAME.test(value),
  "a name must be one of lower case letters, digits and _",
);

/** A request's name: whether it is a number, and the name. */
const requestId: Codec<RequestId> = {
  write(writer, id) {
    flag.write(writer, typeof id === "number");
    if (typeof id === "number") real.write(writer, id);
    else text.write(writer, id);
  },
  read: (reader) => (flag.read(reader) ? real.read(reader) : text.read(reader)),
};

/** A text that is JSON: facts of a custom policy can be of several kinds. */
const scalar: Codec<Scalar> = {
  write: (writer, value) => text.write(writer, JSON.stringify(value)),
  read(reader) {
    try {
      return JSON.parse(text.read(reader));
    } catch {
      return reader.refuse("a fact must be JSON");
    }
  },
};

/** The codec of each kind. Every number is an f64: what a decision saw is not checked again. */
const KINDS: { readonly [Kind in keyof FactValues]: Codec<FactValues[Kind]> } = {
  real,
  realOrNull: nullable(real),
  notNegative: real,
  unbounded: real,
  count: real,
  flag,
  text,
  textOrNull: nullable(text),
  name,
  requestIdOrNull: nullable(requestId),
  scalars: tableOf(scalar),
  // These are made of facts themselves.
  get moves() {
    return list(roleMove, MAX_ENGINES);
  },
  get limitOrNull() {
    return nullable(record<FactsOf<typeof LIMIT>>(codecsOf(LIMIT)));
  },
};

/** A move of an engine. */
export const roleMove = record<FactsOf<typeof MOVE>>(codecsOf(MOVE));

/** How a decision is written: the facts that it came to, with their names. */
export const decision: Codec<Decision> = named<Decision>(
  { ...codecsOf(OUTCOME), ...codecsOf(FACTS) },
  Object.keys(OUTCOME) as (keyof typeof OUTCOME)[],
);

type Codecs<Facts> = { readonly [Name in keyof Facts]: Codec<Facts[Name]> };

function codecsOf<Table extends FactTable>(table: Table): Codecs<FactsOf<Table>> {
  const codecs = Object.entries(table).map(([field, [kind]]) => [field, codecOf(kind)]);
  return Object.fromEntries(codecs);
}

function codecOf(kind: FactKind): Codec<unknown> {
  return (typeof kind === "string" ? KINDS[kind] : oneOf(kind)) as Codec<unknown>;
}
