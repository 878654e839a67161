import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotientSum } from "../../src/fleet/quotient-sum";

function oneByOne(numerator: number, first: number, step: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += numerator / (first + step * i);
  return sum;
}

describe("quotientSum", () => {
  it("equals the sum of its terms", () => {
    const positive = fc.double({ min: 1e-9, max: 1e3, noNaN: true });
    const property = fc.property(positive, positive, fc.integer({ min: 0, max: 3000 }), (first, step, count) => {
      const expected = oneByOne(0.02, first, step, count);
      expect(Math.abs(quotientSum(0.02, first, step, count) - expected)).toBeLessThanOrEqual(1e-12 * expected);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("equals it to the last bits where a block is as wide as can be", () => {
    expect(quotientSum(1, 1, 0.01, 2)).toBeCloseTo(1 + 1 / 1.01, 15);
    expect(quotientSum(1, 1, 0.005, 4) / 4).toBeCloseTo((1 + 1 / 1.005 + 1 / 1.01 + 1 / 1.015) / 4, 15);
    // Summed in 40 decimal digits.
    expect(quotientSum(1, 1, 1e-5, 2000) / 2000).toBeCloseTo(0.9901362667859496, 15);
  });

  it("takes a step of 0 and the ends of the range", () => {
    expect(quotientSum(1, 0.5, 0, 1000)).toBeCloseTo(2000, 9);
    expect(quotientSum(0, 1e-300, 1e300, 5)).toBe(0);
    expect(quotientSum(1, 1e-300, 1, 1)).toBeCloseTo(1e300, -288);
    // ln(1 + 4e9) + Euler's constant, for the harmonic number of 4e9.
    expect(quotientSum(1, 1, 1, 4e9)).toBeCloseTo(Math.log(4e9) + 0.5772156649015329 + 1 / 8e9, 11);
  });
});
