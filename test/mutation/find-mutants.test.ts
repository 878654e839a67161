import { describe, expect, it } from "vitest";
import { applyMutant, findMutants } from "./find-mutants";

/** The changed texts of a source, without what they have in common with it. */
function changesOf(text: string): string[] {
  return findMutants("a.ts", text).map((mutant) => {
    expect(text.slice(mutant.start, mutant.end)).toBe(mutant.original);
    return `${mutant.original} -> ${mutant.replacement}`;
  });
}

describe("mutants", () => {
  it.each([
    ["let x = a + b;", ["+ -> -"]],
    ["let x = a < b;", ["< -> <=", "< -> >="]],
    ["let x = a && b;", ["&& -> ||"]],
    ["let x = a << b;", ["<< -> >>"]],
    ["let x = max<f64>(a, b);", ["max -> min"]],
    ["let x = Math.min(a, b);", ["min -> max"]],
    ["let x = 5;", ["5 -> 6"]],
    ["let x = 1;", ["1 -> 0"]],
    ["let x = 0.0;", ["0.0 -> 1.0"]],
    ["let x = 0.5;", ["0.5 -> 1.5"]],
    ["let x = 9007199254740992;", ["9007199254740992 -> 18014398509481984"]],
    ["let x = -Infinity;", ["-Infinity -> Infinity", "Infinity -> 0.0"]],
    ["let x = !a;", ["!a -> a"]],
    ["let x = a++;", ["a++ -> a--"]],
    ["x += a;", ["x += a; -> ;", "+= -> -="]],
    ["f(a);", ["f(a); -> ;"]],
    ["let x = a ? b : c;", ["a -> true", "a -> false"]],
    ["while (a) f();", ["a -> false", "f(); -> ;"]],
    ["for (let i = 0; a; i++) f();", ["0 -> 1", "a -> false", "f(); -> ;"]],
    ["function f(): bool { if (a) return true; }", ["a -> true", "a -> false", "true -> false"]],
  ])("of %s", (text, changes) => {
    expect(changesOf(text).sort()).toEqual([...changes].sort());
  });

  it.each([
    ["imports", 'import { max } from "./a";'],
    ["types", "let x: StaticArray<1>;"],
    ["names of fields", "let x = cell.max;"],
    ["names that every object has", "let x = valueOf;"],
    ["what the compiler checks", 'if (offsetof<A>() != 8) ERROR("A drifted");'],
    ["the call of such checks", "checkLayout();"],
    ["assertions, which only the debug build has", 'assert(a < 8, "too many");'],
  ])("there are none in %s", (_, text) => {
    expect(changesOf(text)).toEqual([]);
  });

  it("come in the order of the text", () => {
    const starts = findMutants("a.ts", "if (a < 1) b = c + 2;").map(({ start }) => start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(starts.length).toBe(8);
  });
});

describe("applying a mutant", () => {
  const text = "let x = a + b; let y = a + b;";

  it("changes its place and no other", () => {
    const [, second] = findMutants("a.ts", text);
    expect(second && applyMutant(text, second)).toBe("let x = a + b; let y = a - b;");
  });

  it("is refused where the source has something else by now", () => {
    const [first] = findMutants("a.ts", text);
    expect(() => first && applyMutant(`;${text}`, first)).toThrow("a.ts must have + at 10");
  });
});
