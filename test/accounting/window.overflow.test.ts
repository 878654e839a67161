import { describe, expect, it } from "vitest";
import { rows, windowAt } from "./window-rows";

describe("an overflow cohort", () => {
  const joining = { plain: [5, 9, 1], openEnded: [6, 0, 4], other: [7, 3, 2] } as const;

  it.each([
    { merge: "max", joins: ["plain", "other"], becomes: [7, 9, 2] },
    { merge: "expected", joins: ["plain", "other"], becomes: [7, 9, 2] },
    { merge: "expected", joins: ["openEnded", "plain"], becomes: [6, 0, 4] },
    { merge: "expected", joins: ["plain", "openEnded", "other"], becomes: [7, 0, 4] },
    { merge: "first", joins: ["plain", "other"], becomes: [5, 9, 1] },
  ] as const)("merges $joins by the rule $merge to $becomes", ({ merge, joins, becomes }) => {
    const { window } = windowAt(0, { merge });
    window.add([1]);
    window.add([2]);
    for (const name of joins) window.add(joining[name]);
    expect(rows(window).at(-1)).toEqual({ cell: [...becomes, 0, 0, joins.length], overflow: true });
  });

  it("keeps its merged value when an observation leaves it", () => {
    const { window } = windowAt(0);
    window.add([1]);
    window.add([2]);
    window.add([3]);
    const cell = window.add([9]);
    window.replace(cell, 0, [1]);
    expect(rows(window)).toEqual([
      { cell: [1, 0, 0, 0, 0, 2] },
      { cell: [2, 0, 0, 0, 0, 1] },
      { cell: [9, 0, 0, 0, 0, 1], overflow: true, lastCertain: false },
    ]);
  });

  it("is gone with its last observation, and the next one begins anew", () => {
    const { window } = windowAt(0);
    window.add([1]);
    window.add([2]);
    window.replace(window.add([9]), 0, [1]);
    expect(window.summary()).toMatchObject({ cells: 2, overflowObservations: 0 });
    window.add([3]);
    expect(rows(window).at(-1)).toEqual({ cell: [3, 0, 0, 0, 0, 1], overflow: true });
  });

  it("counts an observation again that is repriced to the value that it has", () => {
    const { window } = windowAt(0);
    window.add([1]);
    window.add([2]);
    const cell = window.add([9]);
    expect(window.replace(cell, 0, [9])).toBe(cell);
    expect(rows(window).at(-1)).toEqual({ cell: [9, 0, 0, 0, 0, 1], overflow: true });
  });
});
