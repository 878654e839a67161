import { describe, expect, it } from "vitest";
import { EVER, rows, windowAt } from "./window-rows";

describe("repricing", () => {
  it("joins the overflow cohort where there is no exact cell to be had", () => {
    const { window } = windowAt(0);
    window.add([1]);
    const cell = window.add([1]);
    window.add([2]);
    window.replace(cell, 0, [3]);
    expect(rows(window)).toEqual([
      { cell: [1, 0, 0, 0, 0, 1], lastCertain: false },
      { cell: [2, 0, 0, 0, 0, 1] },
      { cell: [3, 0, 0, 0, 0, 1], overflow: true },
    ]);
  });

  it("frees the exact cell of a lone observation for itself", () => {
    const { window } = windowAt(0);
    const cell = window.add([1]);
    window.add([2]);
    window.replace(cell, 0, [3]);
    expect(rows(window)).toEqual([{ cell: [3, 0, 0, 0, 0, 1] }, { cell: [2, 0, 0, 0, 0, 1] }]);
  });

  it("leaves the overflow cohort for an exact cell that became free", () => {
    const { window } = windowAt(0);
    const first = window.add([1]);
    window.add([2]);
    const overflowing = window.add([3]);
    window.replace(first, 0, [2]);
    window.replace(overflowing, 0, [4]);
    expect(rows(window)).toEqual([{ cell: [4, 0, 0, 0, 0, 1] }, { cell: [2, 0, 0, 0, 0, 2] }]);
  });

  it("works at the original time, as often as it is repeated", () => {
    const { clock, window } = windowAt(3.25);
    let cell = window.add([1]);
    for (const tokens of [2, 3, 4]) {
      clock.advance(2);
      cell = window.replace(cell, 3.25, [tokens]);
    }
    expect(rows(window)).toEqual([{ cell: [4, 0, 0, 3.25, 3.25, 1] }]);
  });

  it("changes nothing when an exact cell has the value already", () => {
    const { window } = windowAt(0);
    const cell = window.add([1, 2]);
    window.add([1, 2]);
    expect(window.replace(cell, 0, [1, 2])).toBe(cell);
    expect(rows(window)).toEqual([{ cell: [1, 2, 0, 0, 0, 2] }]);
  });

  it("changes nothing once its bucket is gone, by the clock alone", () => {
    const { clock, window } = windowAt(0);
    const cell = window.add([1]);
    clock.set(11);
    expect(window.replace(cell, 0, [2])).toBeLessThan(0);
    expect(window.count(EVER)).toBe(0);
  });

  it("changes nothing once its bucket is gone, even where no other has come", () => {
    const { clock, window } = windowAt(0.5);
    const cell = window.add([1]);
    clock.set(11.5);
    expect(window.replace(cell, 0.5, [2])).toBeLessThan(0);
    expect(window.add([3], 0.5)).toBeLessThan(0);
    expect(window.count(EVER)).toBe(0);
  });

  it("changes nothing at a time that has not come", () => {
    const { window } = windowAt(0.5);
    const cell = window.add([1]);
    expect(window.replace(cell, 1.5, [2])).toBeLessThan(0);
    expect(rows(window)).toEqual([{ cell: [1, 0, 0, 0.5, 0.5, 1] }]);
  });

  it("changes nothing for a cell that the bucket of that time does not have", () => {
    const { clock, window } = windowAt(0, { retainedS: 1 });
    window.add([1]);
    const cell = window.add([2]);
    clock.set(2);
    window.add([3]);
    expect(window.replace(cell, 2, [4])).toBeLessThan(0);
    expect(rows(window)).toEqual([{ cell: [3, 0, 0, 2, 2, 1] }]);
  });
});

describe("the evidence of a cell", () => {
  it("is its last observation alone where the cut goes through it", () => {
    const { window } = windowAt(0.9);
    window.add([1], 0.2);
    window.add([1], 0.6);
    window.add([1], 0.8);
    expect(window.count(0.5)).toBe(3);
    expect(window.evidence(0.5)).toEqual({ count: 1, oldestS: 0.8 });
    expect(window.evidence(0.2)).toEqual({ count: 3, oldestS: 0.2 });
    expect(window.evidence(0.81)).toEqual({ count: 0, oldestS: null });
  });

  it("is void when the last observation left, until a new one is the last for certain", () => {
    const { window } = windowAt(0.9);
    window.add([1], 0.2);
    window.replace(window.add([1], 0.6), 0.6, [2]);
    const ofOther = { count: 1, oldestS: 0.6 };
    expect(window.evidence(0.5)).toEqual(ofOther);
    window.add([1], 0.55);
    expect(window.evidence(0.5)).toEqual(ofOther);
    window.add([1], 0.6);
    expect(window.evidence(0.5)).toEqual({ count: 2, oldestS: 0.6 });
  });
});
