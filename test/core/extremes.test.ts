import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { DemandWindow, OutcomeWindow } from "../../src/parts";
import { BUILDS } from "./builds";

const LARGEST = 2 ** 32 - 1;

describe.each(BUILDS)("extreme values ($name build)", ({ options }) => {
  it("counts lengths up to 2^32 - 1 exactly", () => {
    const window = new DemandWindow({ retainedS: 10, bucketS: 1, clock: manualClock(0), ...options });
    window.add([LARGEST, LARGEST, LARGEST]);
    window.add([LARGEST, LARGEST, LARGEST - 1]);
    window.add([2 ** 31]);
    expect(window.cells(0).map((cell) => cell.value)).toEqual([
      [LARGEST, LARGEST, LARGEST],
      [LARGEST, LARGEST, LARGEST - 1],
      [2 ** 31, 0, 0],
    ]);
  });

  it("merges lengths up to 2^32 - 1 as unsigned", () => {
    const window = new DemandWindow({ retainedS: 10, bucketS: 1, maxShapes: 1, clock: manualClock(0), ...options });
    window.add([0]);
    window.add([1, LARGEST]);
    window.add([2 ** 31, 2]);
    expect(window.cells(0).at(-1)).toMatchObject({ overflow: true, value: [2 ** 31, LARGEST, 0] });
  });

  it.each([0, 1e15, -1e15, 1e300, -1e300, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE])(
    "keeps and tells an observation at %d s",
    (timeS) => {
      const window = new DemandWindow({ retainedS: 10, bucketS: 0.5, clock: manualClock(timeS), ...options });
      const cell = window.add([1]);
      expect(window.replace(cell, timeS, [2])).toBeGreaterThanOrEqual(0);
      expect(window.evidence(timeS)).toEqual({ count: 1, oldestS: timeS });
      expect(window.summary()).toMatchObject({ cells: 1, observations: 1 });
      expect(window.cells(timeS)).toMatchObject([{ value: [2, 0, 0], firstS: timeS, lastS: timeS }]);
    },
  );

  it("jumps from the one end of time to the other", () => {
    const clock = manualClock(-Number.MAX_VALUE);
    const window = new DemandWindow({ retainedS: 10, bucketS: 0.5, clock, ...options });
    window.add([1]);
    clock.set(Number.MAX_VALUE);
    expect(window.count(-Number.MAX_VALUE)).toBe(0);
    window.add([2]);
    expect(window.count(Number.MAX_VALUE)).toBe(1);
  });

  it.each([1e15, -1e15, 1e300, -Number.MAX_VALUE])("records an outcome at %d s", (timeS) => {
    const outcomes = new OutcomeWindow({ bucketS: 0.5, retainedS: 10, clock: manualClock(timeS), ...options });
    outcomes.record(true, false);
    expect(outcomes.since(timeS)).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 0, bothMet: 0 });
  });
});

describe.each(BUILDS)("export of cells ($name build)", ({ options }) => {
  it.each([0, 1, 255, 256, 257, 512, 1000])("gives all %d of them, each once", (shapes) => {
    const window = new DemandWindow({
      retainedS: 10,
      bucketS: 1,
      maxShapes: 1024,
      clock: manualClock(0),
      ...options,
    });
    const lengths = Array.from({ length: shapes }, (_, i) => i);
    for (const tokens of lengths) window.add([tokens], tokens % 7);
    const exported = window.cells(0).map((cell) => cell.value[0]);
    expect(exported.sort((a, b) => a - b)).toEqual(lengths);
  });
});
