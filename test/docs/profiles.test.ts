import { describe, expect, it } from "vitest";
import { COLUMNS } from "../../src/fit/measurements";
import { codes, read, table } from "./markdown";

/** The names of columns under a heading, the first one and the others, but for the optional column. */
function told(heading: string): string[][] {
  const rows = table(read("docs/profiles.md"), heading).slice(0, -1);
  return rows.map(([name = "", others = ""]) => [...codes(name), ...codes(others)]);
}

describe("the page of profiles", () => {
  it("names every column that is read, in the order in which they count", () => {
    expect(told("Prefill")).toEqual(Object.values(COLUMNS.prefill));
    expect(told("Decode")).toEqual(Object.values(COLUMNS.decode));
  });
});
