import { describe, expect, expectTypeOf, it } from "vitest";
import { type Snake, toWire } from "../../src/wire";

describe("toWire", () => {
  it("names fields in snake_case, at any depth", () => {
    expect(toWire({ windowS: 1, both: { ttftSloS: 2, items: [{ p50S: 3 }, [{ aB: 4 }]] } })).toEqual({
      window_s: 1,
      both: { ttft_slo_s: 2, items: [{ p50_s: 3 }, [{ a_b: 4 }]] },
    });
  });

  it("rounds numbers to 6 digits, and shows what is not finite as null", () => {
    const shown = toWire({ a: 1 / 3, b: [0.0078125, -0], c: Number.NaN, d: [Number.POSITIVE_INFINITY], e: null });
    expect(shown).toEqual({ a: 0.333333, b: [0.007812, 0], c: null, d: [null], e: null });
  });

  it("leaves strings and truth values alone, and undefined fields out", () => {
    const shown = toWire({ nameOf: "windowS", isOn: true, isOff: false, none: undefined, empty: {}, list: [] });
    expect(shown).toEqual({ name_of: "windowS", is_on: true, is_off: false, empty: {}, list: [] });
    expect(Object.keys(shown)).not.toContain("none");
  });

  it("keeps the keys of a map, which are data, and names the fields of its values", () => {
    const counts = new Map<string, object>([
      ["reactiveMove", { atS: 1 }],
      ["__proto__", { atS: 2 }],
    ]);
    const shown = toWire({ countsBy: counts });
    expect(Object.entries(shown.counts_by)).toEqual([
      ["reactiveMove", { at_s: 1 }],
      ["__proto__", { at_s: 2 }],
    ]);
    expect(Object.getPrototypeOf(shown.counts_by)).toBe(Object.prototype);
  });

  it("makes what JSON gives back as it is", () => {
    const shown = toWire({ a: [1e300, -1e-300, 0.1 + 0.2], b: { c: "\u2028", d: null } });
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  });

  it("changes nothing of its value", () => {
    const value = Object.freeze({ aB: Object.freeze([1 / 3]) });
    toWire(value);
    expect(value).toEqual({ aB: [1 / 3] });
  });

  it("says the same in its types", () => {
    expectTypeOf<Snake<"ttftSloS">>().toEqualTypeOf<"ttft_slo_s">();
    expectTypeOf<Snake<"p50S">>().toEqualTypeOf<"p50_s">();
    expectTypeOf(toWire({ atS: 1, kind: "a" as const })).toEqualTypeOf<{ at_s: number | null; kind: "a" }>();
  });
});
