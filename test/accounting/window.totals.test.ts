import { describe, expect, it } from "vitest";
import { Core } from "../../src/wasm/core";
import type { WindowRegion, WindowSpec } from "../../src/wasm/window-region";
import { EVER } from "./window-rows";

const SPEC: WindowSpec = { retainedS: 10, bucketS: 1, maxShapes: 4, merge: "max" };

function windowOf(values: readonly (readonly [value: number, atS: number])[], fields: Partial<WindowSpec> = {}) {
  const core = new Core({ windows: [{ ...SPEC, ...fields }] }, -5, 2 ** 20);
  const [window] = core.windows as [WindowRegion];
  for (const [value, atS] of values) window.add(value, value, 0, atS, atS);
  return {
    window,
    sum: (sinceS: number, nowS: number) => window.sum(sinceS, nowS),
    range: (sinceS: number, nowS: number) => core.lengthRange(window, sinceS, nowS),
  };
}

/** Totals are kept as long as nothing changes: what is asked again must be what is there by then. */
describe("the totals of a window", () => {
  it("are of what came since the cut, be that in the bucket of the head or behind it", () => {
    const { sum, range } = windowOf([
      [1, -2.5],
      [10, -0.75],
      [100, 0.25],
      [1000, 1.25],
      [10_000, 1.75],
    ]);
    expect(sum(EVER, 1.75)).toBe(11_111);
    expect(sum(-2.5, 1.75)).toBe(11_111);
    expect(sum(-1.5, 1.75)).toBe(11_110);
    expect(range(-1.5, 1.75)).toEqual([10, 10_000]);
    // The buckets behind that of the cut begin with number 0.
    expect(sum(-0.5, 1.75)).toBe(11_100);
    expect(sum(0.5, 1.75)).toBe(11_000);
    expect(sum(1.5, 1.75)).toBe(10_000);
    expect(range(1.5, 1.75)).toEqual([10_000, 10_000]);
    expect(sum(1.875, 1.75)).toBe(0);
    expect(sum(2.5, 1.75)).toBe(0);
    expect(range(2.5, 1.75)).toBeNull();
  });

  it("are others once something has come, left or expired", () => {
    const { window, sum, range } = windowOf([
      [2, 0.25],
      [3, 1.25],
      [5, 3.25],
    ]);
    expect(sum(EVER, 3.25)).toBe(10);
    window.add(7, 7, 0, 3.5, 3.5);
    expect(sum(EVER, 3.5)).toBe(17);
    window.add(11, 11, 0, 1.5, 3.5);
    expect(sum(EVER, 3.5)).toBe(28);
    expect(window.replace(0, 1, 1, 0, 1.25, 3.5)).toBe(0);
    expect(sum(EVER, 3.5)).toBe(26);
    expect(range(EVER, 3.5)).toEqual([1, 11]);
    expect(sum(EVER, 11)).toBe(24);
    expect(range(EVER, 12)).toEqual([5, 7]);
    expect(sum(EVER, 14)).toBe(0);
    expect(range(EVER, 14)).toBeNull();
  });

  it("are of nothing where a window goes on from an empty one", () => {
    const { window, sum } = windowOf([[2, 0.25]]);
    expect(sum(EVER, 0.5)).toBe(2);
    window.importState({ expired: 0, refused: 0, head: 0, buckets: [] });
    expect(sum(EVER, 0.5)).toBe(0);
  });

  it("are of real values where it keeps those, as the two halves of their bits", () => {
    const { window, sum } = windowOf([], { merge: "real" });
    window.addReal(0.5, 0.25);
    window.addReal(0.1, 0.25);
    expect(sum(EVER, 0.25)).toBe(0.6);
    expect(Array.from(window.exportState(0.25).buckets[0]?.rows ?? [])).toEqual([
      ...[0, 0x3fe00000, 0, 0.25, 0.25, 1, 0, 1],
      ...[0x9999999a, 0x3fb99999, 0, 0.25, 0.25, 1, 0, 1],
    ]);
  });

  it("range over requested outputs where it expects decode, open-ended ones left out", () => {
    const { window, range } = windowOf([[4, 0.25]], { merge: "expected" });
    window.add(1, 0, 0, 0.25, 0.25);
    window.add(9, 6, 0, 0.5, 0.5);
    expect(range(EVER, 0.5)).toEqual([4, 6]);
  });
});
