import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coreMutants } from "./core-mutants";
import { EXPLAINED, isExplained } from "./explained";
import { Sites } from "./places";

const mutants = coreMutants();
const paths = new Set([...mutants, ...EXPLAINED].map(({ path }) => path));
const sites = new Map([...paths].map((path) => [path, new Sites(readFileSync(path, "utf8"))]));
const sitesOf = (path: string) => sites.get(path) as Sites;

/** Every change of the core, as an explanation names it. */
const core = mutants.map((mutant) => {
  const place = sitesOf(mutant.path).placeOf(mutant);
  return `${mutant.path}, ${place?.within}: ${place?.change}`;
});

describe("the core's mutants", () => {
  it("have a place each, of their own", () => {
    expect(core.filter((place) => place.includes("undefined"))).toEqual([]);
    expect(new Set(core).size).toBe(core.length);
  });
});

describe.each(EXPLAINED.map((entry) => [`${entry.path}, ${entry.within}`, entry] as const))(
  "what is explained of %s",
  (_, { path, within, changes, why }) => {
    it("has a reason, in a sentence", () => {
      expect(why).toMatch(/^[A-Z0-9].*\.$/);
    });

    if (changes === "all") {
      it("is a declaration that can be changed", () => {
        expect(core.some((place) => place.startsWith(`${path}, ${within}: `))).toBe(true);
      });
      return;
    }

    it.each(changes)("exists: %s", (change) => {
      if (path.startsWith("assembly/")) expect(core).toContain(`${path}, ${within}: ${change}`);
      else expect(numbersOf(path, within, change)).toContain(change);
    });
  },
);

/** A change of `src/`, which StrykerJS makes, with every number that it can have where it is. */
function numbersOf(path: string, within: string, change: string): string[] {
  const [, label = "", what = ""] = /^((?:drop )?(.+?)(?: -> .*?)?)(?: \(\d+ of \d+\))?$/.exec(change) ?? [];
  const { length } = sitesOf(path).alike({ within, what });
  return length === 1 ? [label] : Array.from({ length }, (_, i) => `${label} (${i + 1} of ${length})`);
}

describe("an explanation", () => {
  const place = { within: "queuedPrefillS", change: "condition -> false (1 of 5)" };
  const path = "src/fleet/fleet-reading.ts";

  it("is of that change in that place alone", () => {
    expect(isExplained({ path, place })).toBe(true);
    expect(isExplained({ path, place: { ...place, change: "condition -> false (2 of 5)" } })).toBe(false);
    expect(isExplained({ path, place: { ...place, within: "other" } })).toBe(false);
    expect(isExplained({ path: "src/fleet/engine.ts", place })).toBe(false);
    expect(isExplained({ path, place: null })).toBe(false);
  });

  it("is of any change where it says so", () => {
    const within = "hashOf";
    expect(isExplained({ path: "assembly/hash.ts", place: { within, change: "15 -> 16" } })).toBe(true);
  });
});
