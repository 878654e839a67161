import type { BaseIssue } from "valibot";

/** The first issue of a refused value, as the parts of an error message. */
export function firstIssue(issues: readonly BaseIssue<unknown>[]): { path: string; rule: string; value: unknown } {
  const issue = issues[0];
  if (!issue) return { path: "", rule: "is invalid", value: undefined };
  const items = issue.path ?? [];
  const path = items.map((item) => String(item.key)).join(".");
  // Of a field that is not known, valibot's input is its name.
  const value = isUnknownField(issue) ? items.at(-1)?.value : issue.input;
  return { path, rule: ruleOf(issue), value };
}

function isUnknownField(issue: BaseIssue<unknown>): boolean {
  return issue.expected === "never";
}

function ruleOf(issue: BaseIssue<unknown>): string {
  if (isUnknownField(issue)) return "is not a known field";
  if (issue.type === "strict_object" || issue.type === "object") {
    return issue.input === undefined ? "is required" : "must be an object";
  }
  return issue.message;
}

/** `windowS` of `window_s`: a JSON value with the keys of its objects renamed, at any depth. */
export function camelKeys(json: unknown): unknown {
  if (json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) return json.map(camelKeys);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [camelCase(key), camelKeys(value)]));
}

/** `window_s` of `windowS`, the other way round. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
