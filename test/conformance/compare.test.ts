import { describe, expect, it } from "vitest";
import { compare, EXACT, ROUNDED } from "./compare";

const tolerance = (field: string) => (field.startsWith("rounded") ? ROUNDED : EXACT);

describe("the comparison with vectors", () => {
  it.each([
    ["an integer that is another", { a: 2 }, { a: 1 }, "a"],
    ["a real beyond its tolerance", { a: 1.5 + 3e-9 }, { a: 1.5 }, "a"],
    ["a rounded real beyond its tolerance", { rounded: 0.5 + 2e-6 }, { rounded: 0.5 }, "rounded"],
    ["a number for null", { a: 0 }, { a: null }, "a"],
    ["null for a number", { a: null }, { a: 0.5 }, "a"],
    ["NaN", { a: Number.NaN }, { a: 0.5 }, "a"],
    ["a finite number for infinity", { a: 1e308 }, { a: Number.POSITIVE_INFINITY }, "a"],
    ["a boolean that is another", { a: true }, { a: false }, "a"],
    ["a string that is another", { a: "held" }, { a: "applied" }, "a"],
    ["a field that is missing", {}, { a: { b: 1 } }, "a"],
    ["a list that is longer", { a: [1, 2] }, { a: [1] }, "a.length"],
    ["an item of a list", { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, "a.1.b"],
  ])("finds %s", (_, got, expected, field) => {
    expect(compare(got, expected, tolerance).map((mismatch) => mismatch.field)).toEqual([field]);
  });

  it.each([
    ["fields beyond the recorded ones", { a: 1, b: 2 }, { a: 1 }],
    ["a real within 1e-9", { a: 1.5 + 1e-9 }, { a: 1.5 }],
    ["a tiny real within 1e-12", { a: 9e-13 }, { a: 1.8e-12 }],
    ["a rounded real within 1.5e-6", { rounded: 0.5 + 1e-6 }, { rounded: 0.5 }],
    ["infinity", { a: Number.POSITIVE_INFINITY }, { a: Number.POSITIVE_INFINITY }],
  ])("accepts %s", (_, got, expected) => {
    expect(compare(got, expected, tolerance)).toEqual([]);
  });
});
