import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounded } from "../../src/round";

/** A finite double as an exact fraction: mantissa * 2^exponent. */
function exactly(value: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0] ?? 0n;
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const magnitude = biased === 0 ? fraction : fraction | 0x10_0000_0000_0000n;
  return { mantissa: value < 0 ? -magnitude : magnitude, exponent: Math.max(1, biased) - 1075 };
}

/** The nearest whole number to numerator / denominator, the even one of two. */
function nearestEven(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const whole = magnitude / denominator;
  const twice = 2n * (magnitude % denominator);
  const up = twice > denominator || (twice === denominator && whole % 2n === 1n);
  const result = up ? whole + 1n : whole;
  return negative ? -result : result;
}

/** Half to even on the exact binary value, by whole numbers of any size. */
function reference(value: number, digits: number): number {
  const { mantissa, exponent } = exactly(value);
  const scaled = mantissa * 10n ** BigInt(digits);
  const units = exponent >= 0 ? scaled << BigInt(exponent) : nearestEven(scaled, 1n << BigInt(-exponent));
  return Number(`${units}e-${digits}`) + 0;
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Values with few binary digits after the point: many of them end in a 5 exactly. */
const dyadic = fc
  .tuple(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.integer({ min: 0, max: 20 }))
  .map(([numerator, power]) => numerator / 2 ** power);
/** Decimals with a 5 as their last digit: not ties in binary, but next to one. */
const nearTies = fc
  .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 1, max: 8 }))
  .map(([units, digits]) => Number(`${units}5e-${digits}`));
const readable = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe("rounded", () => {
  it("rounds half to even on the exact binary value, to 6 digits", () => {
    fc.assert(
      fc.property(fc.oneof(finite, dyadic, nearTies, readable), (value) => {
        expect(rounded(value)).toBe(reference(value, 6));
      }),
      { numRuns: 5000 },
    );
  });

  it("does so to any number of digits", () => {
    fc.assert(
      fc.property(fc.oneof(finite, dyadic, nearTies, readable), fc.integer({ min: 0, max: 10 }), (value, digits) => {
        expect(rounded(value, digits)).toBe(reference(value, digits));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    [0.0078125, 6, 0.007812],
    [0.0234375, 6, 0.023438],
    [-0.0078125, 6, -0.007812],
    [0.5, 0, 0],
    [1.5, 0, 2],
    [2.5, 0, 2],
    [-0.5, 0, 0],
    // Written with a 5 at the end; as doubles the first lies above the tie, the others below it.
    [1.0000005, 6, 1.000001],
    [1.0000015, 6, 1.000001],
    [2.675, 2, 2.67],
    [123456.7890125, 6, 123456.789012],
    [0.0625, 3, 0.062],
    [4.5e15 + 0.5, 0, 4.5e15],
  ])("%d to %d digits is %d", (value, digits, wanted) => {
    expect(rounded(value, digits)).toBe(wanted);
    expect(rounded(value, digits)).toBe(reference(value, digits));
  });

  it("keeps what is large as it is", () => {
    for (const value of [1e21, -1e21, 2 ** 70, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER]) {
      expect(rounded(value)).toBe(value);
    }
  });

  it("gives a plain 0 for what is tiny, and for -0", () => {
    for (const value of [-0, 5e-324, -5e-324, 4.9e-7, -4.9e-7]) expect(rounded(value)).toBe(0);
  });

  it("gives null for what is not finite, and for null", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null]) {
      expect(rounded(value)).toBe(null);
    }
  });
});
