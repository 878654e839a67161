import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactText, fromExact, toExact } from "../../src/journal/exact";

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, -0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, 1e21, 2 ** 53 + 2),
);

describe("an exact number", () => {
  it("comes back to the bit, as text and as a value", () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(fromExact(JSON.parse(exactText(value)))).toBe(value);
        expect(fromExact(JSON.parse(JSON.stringify(toExact(value))))).toBe(value);
      }),
    );
  });

  it("is plain JSON where JSON has it", () => {
    expect([1 / 3, 0, -1.5e-7, 1e21].map(exactText)).toEqual(["0.3333333333333333", "0", "-1.5e-7", "1e+21"]);
    expect([Number.NaN, -0, Number.NEGATIVE_INFINITY].map(exactText)).toEqual([
      '{"f64":"NaN"}',
      '{"f64":"-0"}',
      '{"f64":"-Infinity"}',
    ]);
  });
});

describe("an exact value", () => {
  it("has the names of the wire, and comes back with its own", () => {
    const value = { atS: -0, deepList: [{ toS: Number.NaN, name: "f64" }, null, true], leftOut: undefined };
    const exact = { at_s: { f64: "-0" }, deep_list: [{ to_s: { f64: "NaN" }, name: "f64" }, null, true] };
    expect(toExact(value)).toEqual(exact);
    expect(fromExact(exact)).toEqual({ atS: -0, deepList: value.deepList });
  });
});
