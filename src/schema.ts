import type { BaseIssue } from "valibot";

/** The first issue of a refused value, as the parts of an error message. */
export function firstIssue(issues: readonly BaseIssue<unknown>[]): { path: string; rule: string; value: unknown } {
  const issue = issues[0];
  if (!issue) return { path: "", rule: "is invalid", value: undefined };
  const path = (issue.path ?? []).map((item) => String(item.key)).join(".");
  return { path, rule: ruleOf(issue), value: issue.input };
}

function ruleOf(issue: BaseIssue<unknown>): string {
  if (issue.expected === "never") return "is not a known field";
  if (issue.type === "strict_object" || issue.type === "object") {
    return issue.input === undefined ? "is required" : "must be an object";
  }
  return issue.message;
}

/** `windowS` of `window_s`. Own enumerable keys of a plain object only; anything else is given back as it is. */
export function camelKeys(json: unknown): unknown {
  if (json === null || typeof json !== "object" || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [camelCase(key), value]));
}

/** `window_s` of `windowS`, the other way round. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
