import type { RequestId } from "../fleet";
import { ROLES } from "../roles";
import { GATES } from "./reasons";

/** A value that a policy may record. */
export type Scalar = number | string | boolean | null;

/** The kinds of facts that are not one of some names, and the types of their values. */
export interface FactValues {
  real: number;
  realOrNull: number | null;
  notNegative: number;
  /** A number that can be Infinity, for which a document has null. */
  unbounded: number;
  /** A whole number of things. */
  count: number;
  flag: boolean;
  text: string;
  textOrNull: string | null;
  /** A code: lower case letters, digits and `_`. */
  name: string;
  requestIdOrNull: RequestId | null;
  scalars: Readonly<Record<string, Scalar>>;
  moves: readonly FactsOf<typeof MOVE>[];
  limitOrNull: FactsOf<typeof LIMIT> | null;
}

/** The kind of a fact: a list means one of its names. */
export type FactKind = keyof FactValues | readonly string[];

/** Facts by their names. */
export type FactTable = Readonly<Record<string, readonly [kind: FactKind, unit: string, meaning: string]>>;

/** The facts of a table. */
export type FactsOf<Table extends FactTable> = { readonly [Name in keyof Table]: FactValue<Table[Name][0]> };

/** The values of a kind. */
export type FactValue<Kind extends FactKind> = Kind extends keyof FactValues
  ? FactValues[Kind]
  : Kind extends readonly (infer Name)[]
    ? Name
    : never;

/** An engine that changes its role. */
export const MOVE = {
  engine: ["text", "", "its id"],
  from: [ROLES, "", "the role that it leaves"],
  to: [ROLES, "", "the role that it takes"],
} as const satisfies FactTable;

/** The gate that held or blocked a decision. */
export const LIMIT = {
  gate: [GATES, "", "the gate, which the decision guide explains"],
  value: ["realOrNull", "", "what it saw; null where that has no number"],
  threshold: ["realOrNull", "", "what it compares that with"],
  clearsInS: ["realOrNull", "s", "when it can clear at the earliest; null when that is not a matter of time"],
} as const satisfies FactTable;
