import { describe, expect, it } from "vitest";
import { findMutants } from "./find-mutants";
import { Sites } from "./places";
import { changeOf, lineAt } from "./tested";

/** The places of all mutants of a source. */
function placesOf(text: string): string[] {
  const sites = new Sites(text);
  return findMutants("a.ts", text).map((mutant) => {
    const place = sites.placeOf(mutant);
    return place ? `${place.within}: ${place.change}` : "none";
  });
}

/** The place of a change as StrykerJS makes it: of a whole expression. */
function placeOf(text: string, original: string, replacement: string): string | undefined {
  return new Sites(text).placeOf({ start: text.indexOf(original), original, replacement })?.change;
}

describe("the place of a change", () => {
  it.each([
    ["function f() { return a < b; }", ["f: < -> <=", "f: < -> >="]],
    ["function f() { return a >= 2; }", ["f: >= -> >", "f: >= -> <", "f: 2 -> 3"]],
    ["function f() { if (a) return; }", ["f: condition -> true", "f: condition -> false"]],
    ["function f() { g.h(1); }", ["f: drop g.h()", "f: 1 -> 0"]],
    ["function f() { this.a = b; }", ["f: drop this.a ="]],
    ["function f() { return !a; }", ["f: drop !"]],
    ["function f() { return -a; }", ["f: drop -"]],
    ["function f() { return a++; }", ["f: ++ -> --"]],
    ["class C { m() { return true; } }", ["C.m: true -> false"]],
    ["class C { n = 1; }", ["C.n: 1 -> 0"]],
    ["class C { #n = 1; constructor() { f(); } }", ["C.#n: 1 -> 0", "C.constructor: drop f()"]],
    ["const A = 5;", ["A: 5 -> 6"]],
    ["function f() { const b = 5; }", ["f: 5 -> 6"]],
    ["function f() { function g() { return 1; } }", ["f.g: 1 -> 0"]],
  ])("is its declaration and its operator: %s", (text, places) => {
    expect(placesOf(text)).toEqual(places);
  });

  it("is numbered where its declaration has several of that operator", () => {
    expect(placesOf("function f() { return a * b * c; } const d = a * b;")).toEqual([
      "f: * -> / (1 of 2)",
      "f: * -> / (2 of 2)",
      "d: * -> /",
    ]);
  });

  it("stays when lines are moved, or worded anew", () => {
    const text = "function g() { return 1; }\nfunction f() { return a < b; }";
    const other = "function f() {\n  // Because.\n  return first.of(them) < the.second;\n}\nfunction g() { return 1; }";
    expect(placesOf(other).sort()).toEqual(placesOf(text).sort());
  });

  it.each([
    ["if (a < b) f();", "a < b", "a <= b", "< -> <="],
    ["if (a < b) f();", "a < b", "true", "condition -> true"],
    ["if (a < b && c > d) f();", "a < b && c > d", "true", "condition -> true (1 of 3)"],
    ["if (a < b && c > d) f();", "a < b", "true", "condition -> true (2 of 3)"],
    ["if (a < b && c > d) f();", "c > d", "false", "condition -> false (3 of 3)"],
    ["let x = a?.b;", "a?.b", "a.b", "?. -> ."],
    ['let x = "text";', '"text"', '""', '"text" -> ""'],
    ["let x = [];", "[]", '["Stryker was here"]', '[] -> ["Stryker was here"]'],
  ])("is found for a whole expression: %s, %s -> %s", (text, original, replacement, change) => {
    expect(placeOf(text, original, replacement)).toBe(change);
  });

  it("is unknown where more than one thing changes", () => {
    expect(placeOf("function f() { a(); b(); }", "{ a(); b(); }", "{}")).toBeUndefined();
  });
});

describe("a change", () => {
  it("stands in a line", () => {
    const text = "a;\nfunction f(x: i32): void {\n  return b;\n}\n";
    expect(lineAt(text, text.indexOf("b;"))).toEqual({ line: "return b;", lineNumber: 3 });
    expect(lineAt(text, 0)).toEqual({ line: "a;", lineNumber: 1 });
  });

  it("is named on one line, and not too long", () => {
    expect(changeOf({ original: "{\n  a;\n}", replacement: "{}" })).toBe("{ a; } -> {}");
    expect(changeOf({ original: "a".repeat(61), replacement: "" })).toBe(`${"a".repeat(57)}... -> `);
  });
});
