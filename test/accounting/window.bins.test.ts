import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { DemandWindow, type DemandWindowOptions } from "../../src/parts";

function windowOf(options: Partial<DemandWindowOptions> = {}) {
  const clock = manualClock(0);
  return { clock, window: new DemandWindow({ retainedS: 10, bucketS: 1, maxShapes: 1, bins: 64, clock, ...options }) };
}

const values = (window: DemandWindow) =>
  window.cells(0).map(({ value, count, overflow }) => [...value, count, overflow]);

describe("shapes beyond the exact ones", () => {
  it("are rounded up to the end of their bin, 32 to an octave where there is one length", () => {
    const { window } = windowOf();
    for (const tokens of [7, 8, 31, 33, 64, 65, 66, 67, 1000, 1023, 1025]) window.add([tokens]);
    expect(values(window)).toEqual([
      [7, 0, 0, 1, false],
      [8, 0, 0, 1, false],
      [31, 0, 0, 1, false],
      [33, 0, 0, 1, false],
      [64, 0, 0, 1, false],
      [66, 0, 0, 2, false],
      [68, 0, 0, 1, false],
      [1008, 0, 0, 1, false],
      [1024, 0, 0, 1, false],
      [1056, 0, 0, 1, false],
    ]);
  });

  it("have 24 bins to an octave where there are two", () => {
    const { window } = windowOf({ merge: "expected" });
    for (const tokens of [7, 49, 50, 51, 65]) window.add([tokens, tokens]);
    expect(values(window)).toEqual([
      [7, 7, 0, 1, false],
      [50, 50, 0, 2, false],
      [52, 52, 0, 1, false],
      [66, 66, 0, 1, false],
    ]);
  });

  it("keep the class of their input alone where output lengths are learned", () => {
    const { window } = windowOf({ merge: "first" });
    window.add([7, 64, 9]);
    window.add([100, 64, 49]);
    window.add([65, 64, 50]);
    window.add([64, 64, 50]);
    expect(values(window)).toEqual([
      [7, 64, 9, 1, false],
      [128, 64, 50, 2, false],
      [64, 64, 50, 1, false],
    ]);
  });

  it("stay exact where the shape was there before", () => {
    const { window } = windowOf({ maxShapes: 2 });
    for (const tokens of [1001, 1003, 1002, 1001]) window.add([tokens]);
    expect(values(window)).toEqual([
      [1001, 0, 0, 2, false],
      [1003, 0, 0, 1, false],
      [1008, 0, 0, 1, false],
    ]);
  });

  it("go to the octave, then to the overflow cell, when no bin is left", () => {
    const { window } = windowOf({ maxShapes: 1, bins: 16 });
    window.add([1]);
    for (let i = 0; i < 15; i += 1) window.add([1024 + 32 * i]);
    window.add([1600]);
    window.add([1700]);
    window.add([5000]);
    expect(values(window).slice(-2)).toEqual([
      [2048, 0, 0, 2, false],
      [5000, 0, 0, 1, true],
    ]);
  });

  it("are saturated at the largest length", () => {
    const { window } = windowOf();
    window.add([1]);
    window.add([2 ** 32 - 1]);
    window.add([2 ** 32 - 2]);
    expect(values(window).at(-1)).toEqual([2 ** 32 - 1, 0, 0, 2, false]);
  });

  it("are repriced from bin to bin, at their own time", () => {
    const { clock, window } = windowOf();
    window.add([5]);
    const cell = window.add([1000]);
    clock.advance(3);
    const moved = window.replace(cell, 0, [2000]);
    expect(values(window)).toEqual([
      [5, 0, 0, 1, false],
      [2016, 0, 0, 1, false],
    ]);
    expect(window.replace(moved, 0, [2010])).toBe(moved);
    clock.advance(8);
    expect(window.replace(moved, 0, [1])).toBeLessThan(0);
    expect(window.count(0)).toBe(0);
  });

  it("take the cell that an exact shape leaves to be one of them", () => {
    const { window } = windowOf();
    const cell = window.add([5]);
    window.add([1000]);
    expect(window.replace(cell, 0, [2000])).toBe(cell);
    expect(values(window)).toEqual([
      [2016, 0, 0, 1, false],
      [1008, 0, 0, 1, false],
    ]);
  });

  it("are refused as an option out of its range", () => {
    for (const bins of [-1, 1025, 1.5]) {
      expect(() => windowOf({ bins })).toThrow(`bins must be whole, 0 .. 1024, got ${bins}`);
    }
  });

  it("are counted each, never below their length and never more than an octave above it", () => {
    const tokens = fc.oneof(fc.nat(100), fc.nat(5000), fc.nat(2 ** 31 - 1));
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 200 }), fc.nat(20), (lengths, bins) => {
        const { window } = windowOf({ maxShapes: 3, bins });
        for (const length of lengths) window.add([length]);
        const cells = window.cells(0);
        const priced = cells.flatMap(({ value, count }) => Array<number>(count).fill(value[0])).sort((a, b) => a - b);
        const real = [...lengths].sort((a, b) => a - b);
        expect(priced.length).toBe(real.length);
        const inOverflow = cells.some(({ overflow }) => overflow);
        real.forEach((length, i) => {
          expect(priced[i]).toBeGreaterThanOrEqual(length);
          if (!inOverflow) expect(priced[i]).toBeLessThanOrEqual(Math.max(1, 2 * length - 1));
        });
      }),
    );
  });
});
