import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiReports } from "../../tools/api/report.mjs";
import { ENTRIES } from "./entries";

const { reports, unnameable } = apiReports(Object.keys(ENTRIES));

test("the entries export what api/ says: run `npm run api:report`, and read the diff", () => {
  const committed = readdirSync("api").map((name) => [
    name.replace(".api.md", ""),
    readFileSync(`api/${name}`, "utf8"),
  ]);
  expect(reports).toEqual(Object.fromEntries(committed));
});

test("every type of a signature can be imported from an entry", () => {
  expect(unnameable).toEqual([]);
});

test("no declaration has what is internal", () => {
  const declarations = readdirSync("dist").filter((name) => /\.d\.c?ts$/.test(name));
  expect(declarations.filter((name) => readFileSync(`dist/${name}`, "utf8").includes("@internal"))).toEqual([]);
});
