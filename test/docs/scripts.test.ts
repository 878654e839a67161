import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGES, read } from "./markdown";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

/** `npm run NAME` of a page, each once. */
function namedOn(page: string): readonly string[] {
  return [
    ...new Set([...read(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map(([, name = ""]) => name)),
  ];
}

// CHANGELOG.md also names what older versions had.
test.each(PAGES.filter((page) => page !== "CHANGELOG.md"))("every script that %s names exists", (page) => {
  expect(namedOn(page).filter((name) => !(name in scripts))).toEqual([]);
});

test("the README names scripts at all", () => {
  expect(namedOn("README.md")).not.toEqual([]);
});
