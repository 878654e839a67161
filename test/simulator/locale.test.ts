import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDERS = ["src", "simulator"];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

test("no text depends on the browser's locale: whatever formats by one names it", () => {
  const uses = sources.flatMap((path) =>
    [
      ...readFileSync(path, "utf8").matchAll(/\.toLocale\w*\([^)]*\)|\bIntl\.\w+\([^)]*\)|\.localeCompare\([^)]*\)/g),
    ].map(([use]) => use),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((use) => !use.includes('("en-US"'))).toEqual([]);
});
