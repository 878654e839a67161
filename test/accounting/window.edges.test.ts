import { describe, expect, it } from "vitest";
import { REFUSED } from "../../src/parts";
import { Core } from "../../src/wasm/core";
import type { WindowRegion } from "../../src/wasm/window-region";
import { nudge } from "../model/ulp";
import { EVER, rows, windowAt } from "./window-rows";

describe("the edges of buckets", () => {
  // 0.3 / 0.1 is 2.9999999999999996: what counts is the division, not the decimal.
  it.each([
    { bucketS: 0.1, edgeS: 0.3, index: 2 },
    { bucketS: 0.1, edgeS: 0.7, index: 6 },
    { bucketS: 1 / 3, edgeS: 1, index: 3 },
    { bucketS: 0.01, edgeS: 0.29, index: 28 },
    { bucketS: 1, edgeS: 3, index: 3 },
  ])("$edgeS s lies in bucket $index of width $bucketS", ({ bucketS, edgeS, index }) => {
    const { window } = windowAt(edgeS, { bucketS });
    const middleS = (index + 0.5) * bucketS;
    window.add([1], edgeS);
    window.add([1], middleS);
    expect(rows(window)).toEqual([{ cell: [1, 0, 0, Math.min(edgeS, middleS), Math.max(edgeS, middleS), 2] }]);
  });

  // Index times width, and the float before it: the product is rounded, and so is the quotient.
  it.each([
    { bucketS: 60.1, edgeS: 1021.6999999999999, index: 17, head: 16 },
    { bucketS: 2.1, edgeS: 6.3, index: 3, head: 2 },
    { bucketS: 0.1, edgeS: 1.7, index: 17, head: 16 },
    { bucketS: 3.3, edgeS: 39.599999999999994, index: 11, head: 12 },
    { bucketS: 0.1, edgeS: 4.3, index: 42, head: 43 },
  ])("$edgeS s lies there too while the head is $head", ({ bucketS, edgeS, index, head }) => {
    const headS = (head + 0.5) * bucketS;
    const { window } = windowAt(headS, { bucketS, retainedS: 2 * bucketS });
    const middleS = (index + 0.5) * bucketS;
    window.add([1], headS);
    window.add([1], edgeS);
    window.add([1], middleS);
    expect(rows(window).sort((a, b) => (b.cell[5] as number) - (a.cell[5] as number))).toEqual([
      { cell: [1, 0, 0, Math.min(edgeS, middleS), Math.max(edgeS, middleS), 2] },
      { cell: [1, 0, 0, headS, headS, 1] },
    ]);
  });

  it("are counted up to 2^53: what lies beyond is in the outermost bucket", () => {
    const spec = { retainedS: 10, bucketS: 0.5, maxShapes: 2, merge: "max" } as const;
    for (const [timeS, index] of [
      [2 ** 52, 2 ** 53],
      [1e300, 2 ** 53],
      [2 ** 52 - 1, 2 ** 53 - 2],
      [-(2 ** 52), -(2 ** 53)],
      [-1e300, -(2 ** 53)],
    ] as const) {
      const [window] = new Core({ windows: [spec] }, timeS, 2 ** 20).windows as [WindowRegion];
      window.add(1, 0, 0, timeS, timeS);
      expect(window.exportState(timeS)).toMatchObject({ head: index, buckets: [{ index }] });
    }
  });

  it("keeps what lies R buckets before the head, and refuses what lies one float earlier", () => {
    const { window } = windowAt(20);
    expect(window.add([1], 10)).toBeGreaterThanOrEqual(0);
    expect(window.add([1], nudge(10, -1))).toBe(REFUSED);
    expect(window.count(EVER)).toBe(1);
  });

  it("keeps as many buckets as cover a retention that is no multiple of the width", () => {
    const { window } = windowAt(20, { retainedS: 2.5 });
    expect(window.add([1], 17)).toBeGreaterThanOrEqual(0);
    expect(window.add([1], nudge(17, -1))).toBe(REFUSED);
    expect(window.summary().cellLimit).toBe(4 * 3);
  });
});

describe("the head", () => {
  it("moves on with an observation of the future, which drops what is due by then", () => {
    const { window } = windowAt(0);
    window.add([1]);
    window.add([2], 11);
    expect(rows(window)).toEqual([{ cell: [2, 0, 0, 11, 11, 1] }]);
  });

  it("never moves back with the clock", () => {
    const { clock, window } = windowAt(50);
    window.add([1]);
    clock.set(0);
    window.prune();
    expect(window.add([2])).toBe(REFUSED);
    expect(rows(window)).toEqual([{ cell: [1, 0, 0, 50, 50, 1] }]);
  });

  it("is moved on by whatever is asked of a window, be it the first thing after a quiet time", () => {
    const spec = { retainedS: 10, bucketS: 1, maxShapes: 2, merge: "max" } as const;
    const asked = (ask: (window: WindowRegion) => unknown) => {
      const [window] = new Core({ windows: [spec] }, 0, 2 ** 20).windows as [WindowRegion];
      window.add(1, 0, 0, 0, 0);
      return ask(window);
    };
    expect(asked((window) => window.flow(10.5))).toEqual({ cells: 1, recorded: 1, refused: 0, expired: 0, held: 1 });
    expect(asked((window) => window.flow(11))).toEqual({ cells: 0, recorded: 1, refused: 0, expired: 1, held: 0 });
    expect(asked((window) => window.count(EVER, 11))).toBe(0);
    expect(asked((window) => window.evidence(EVER, 11))).toEqual({ count: 0, oldestS: null });
    expect(asked((window) => window.sum(EVER, 11))).toBe(0);
    expect(asked((window) => window.cells(EVER, 11))).toEqual([]);
    expect(asked((window) => window.exportState(11).buckets)).toEqual([]);
  });

  it("jumps over any gap: nothing old is counted after a day asleep (slow-breath)", () => {
    const { clock, window } = windowAt(1.7e9);
    window.add([1]);
    clock.advance(86_400);
    window.add([2]);
    expect(rows(window)).toEqual([{ cell: [2, 0, 0, 1.7e9 + 86_400, 1.7e9 + 86_400, 1] }]);
  });
});
