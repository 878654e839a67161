import * as v from "valibot";
import { readArgument } from "./check";
import { ArgumentError } from "./errors";
import { didYouMean } from "./nearest";

/** The rule that a field breaks which no schema knows. */
export const UNKNOWN_FIELD = "is not a known field";

/** An invalid value, as the parts of an error message. */
export interface Refused {
  /** The field, its parts joined by dots; "" for the value itself. */
  readonly path: string;
  readonly rule: string;
  readonly value: unknown;
}

/**
 * Checks a value of any type by a schema, each of its fields read once.
 *
 * @param refuse makes the error of what is refused
 */
export function checkedBy<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  refuse: (refused: Refused) => Error,
): v.InferOutput<Schema> {
  const result = parse(schema, value);
  if (result === null) throw refuse({ path: "", rule: "must be an object that can be read", value });
  if (!result.success) throw refuse(firstIssue(result.issues));
  return result.output;
}

/** Null where the value cannot be read: a getter throws, or a proxy is revoked. */
function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.SafeParseResult<Schema> | null {
  try {
    return v.safeParse(schema, value, { abortEarly: true });
  } catch {
    return null;
  }
}

/** The first issue of a refused value, as the parts of an error message. */
export function firstIssue(issues: readonly v.BaseIssue<unknown>[]): Refused {
  const issue = issues[0];
  if (!issue) return { path: "", rule: "is invalid", value: undefined };
  const items = issue.path ?? [];
  const path = items.map((item) => String(item.key)).join(".");
  // Of a field that is not known, valibot's input is its name.
  const value = isUnknownField(issue) ? items.at(-1)?.value : issue.input;
  return { path, rule: ruleOf(issue), value };
}

/** The known field that an unknown one is nearest to; null where none is near, or the field is known. */
export function hintOf({ path, rule }: Refused, known: readonly string[]): string | null {
  return rule === UNKNOWN_FIELD ? didYouMean(path, known) : null;
}

function isUnknownField(issue: v.BaseIssue<unknown>): boolean {
  return issue.expected === "never";
}

function ruleOf(issue: v.BaseIssue<unknown>): string {
  if (isUnknownField(issue)) return UNKNOWN_FIELD;
  if (issue.type === "strict_object" || issue.type === "object") {
    return issue.input === undefined ? "is required" : "must be an object";
  }
  return issue.message;
}

/** How deep a JSON document may be nested. What this package reads has six levels at most. */
export const MAX_DEPTH = 64;

/**
 * `windowS` of `window_s`: a JSON value with the keys of its objects renamed, at any depth.
 *
 * @throws ArgumentError for one that is nested deeper than `MAX_DEPTH`, or cannot be read
 */
export function camelKeys(json: unknown): unknown {
  if (isDeep(json)) throw new ArgumentError("the document", `must be nested at most ${MAX_DEPTH} deep`, json);
  return readArgument("the document", "must be JSON", json, () => renamed(json));
}

/** Whether a JSON value is nested deeper than `MAX_DEPTH`: recursion over it would have no bound. */
export function isDeep(json: unknown, depth = MAX_DEPTH): boolean {
  if (json === null || typeof json !== "object") return false;
  if (depth === 0) return true;
  const values = readArgument("the document", "must be JSON", json, () => Object.values(json));
  return values.some((value) => isDeep(value, depth - 1));
}

function renamed(json: unknown): unknown {
  if (json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) return json.map(renamed);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [camelCase(key), renamed(value)]));
}

/** `window_s` of `windowS`, the other way round. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
