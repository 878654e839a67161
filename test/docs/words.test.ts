import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PAGES, read } from "./markdown";

/** Phrases that a reader has to parse twice, and what to write in their place. */
const DIALECT: readonly (readonly [RegExp, string])[] = [
  [/of one's own\b/, "custom"],
  [/\b(?:engine|length|time|role|name|number) that is none\b/, "invalid, unknown or missing"],
  [/\bfor what is no\b/, "for anything but"],
];

const sources = ["src", "assembly", "simulator", "scripts", "examples", "tools", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/node_modules|binary\.ts$/.test(file)),
);

/** Lines of a file that a rule forbids, as `file:line`. */
function found(files: readonly string[], rule: RegExp): string[] {
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (rule.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

test("a comment begins with what it does, not with What", () => {
  expect(found(sources, /^\s*(\/\*\*|\*|\/\/) What\b/)).toEqual([]);
});

describe.each(DIALECT)("%s: write %s", (phrase) => {
  test("in sources", () => {
    expect(found(sources, phrase)).toEqual([]);
  });

  test("on pages", () => {
    expect(PAGES.filter((page) => page !== "CHANGELOG.md" && phrase.test(read(page)))).toEqual([]);
  });
});
