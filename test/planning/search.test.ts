import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { climb, leastWhole, mostFactor } from "../../src/planning/search";

describe("leastWhole", () => {
  it("finds the least number that holds, and asks about the one below it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 256 }), fc.integer({ min: 2, max: 256 }), (least, to) => {
        const asked = new Set<number>();
        const found = leastWhole(2, to, (value) => {
          asked.add(value);
          return value >= least;
        });
        expect(found).toBe(least <= to ? least : null);
        if (found !== null && found > 2) expect(asked).toContain(found - 1);
        expect(asked.size).toBeLessThanOrEqual(17);
        for (const value of asked) expect(value).toBeLessThanOrEqual(to);
      }),
    );
  });
});

describe("mostFactor", () => {
  it("finds the largest factor that holds, to 2%", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (limit, near) => {
          const found = mostFactor(near, (factor) => factor <= limit) as number;
          expect(found).toBeLessThanOrEqual(limit);
          expect(found * 1.02).toBeGreaterThan(limit);
        },
      ),
    );
  });

  it("ends where nothing holds, and where everything does", () => {
    expect(mostFactor(2, () => false)).toBe(null);
    expect(mostFactor(2, () => true)).toBe(128);
  });
});

describe("climb", () => {
  it("finds the top of a hill from any start", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -5, max: 40 }), (top, start) => {
        expect(climb(start, 1, 30, (value) => -Math.abs(value - top))).toBe(top);
      }),
    );
  });

  it("keeps the first of equals", () => {
    expect(climb(4, 1, 9, () => 0)).toBe(4);
  });
});
