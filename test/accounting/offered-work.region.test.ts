import { describe, expect, it } from "vitest";
import { Core } from "../../src/wasm/core";
import type { OfferedWorkRegion, OfferedWorkState } from "../../src/wasm/offered-work-region";

function region(startS = 0): OfferedWorkRegion {
  return new Core({ windows: [], offeredWork: true }, startS, 2 ** 20).offeredWork as OfferedWorkRegion;
}

const UNIT = 2 ** 30;

/** A second with work alone, one with a change of the decode level alone, and one with both. */
const STATE: OfferedWorkState = {
  first: 3,
  oldest: -40,
  base: 5 * UNIT,
  seconds: [
    { second: -1, work: 2 * UNIT, level: 0 },
    { second: 4, work: 0, level: UNIT },
    { second: 900, work: UNIT, level: -UNIT },
  ],
  ratios: [
    { place: 0, mean: 0.5, count: 1 },
    { place: 1121, mean: 7, count: 300 },
  ],
};

describe("statistics of offered work in the core", () => {
  it("hold nothing at first, from a minute before their start on", () => {
    expect(region(7.5).exportState()).toEqual({ first: 8, oldest: -53, base: 0, seconds: [], ratios: [] });
  });

  it("are exported by second, oldest first, without those that hold nothing", () => {
    const work = region();
    work.add(1, 2.5, 2.5, 0.25, 0.5, 3);
    work.learn(1, 0, 9);
    expect(work.exportState()).toEqual({
      first: 0,
      oldest: -58,
      base: 0,
      seconds: [
        { second: 2, work: UNIT / 4, level: UNIT / 4 },
        { second: 3, work: 0, level: UNIT / 4 },
        { second: 5, work: 0, level: -UNIT / 4 },
        { second: 6, work: 0, level: -UNIT / 4 },
      ],
      ratios: [{ place: 0, mean: 9, count: 1 }],
    });
  });

  it("are those of a state that they take in, and nothing of before", () => {
    const work = region();
    work.add(1, 2.5, 2.5, 0.25, 0.5, 3);
    work.learn(100, 200, 100);
    work.importState(STATE);
    expect(work.exportState()).toEqual(STATE);
    work.importState({ ...STATE, base: 0, seconds: [], ratios: [] });
    expect(work.exportState()).toEqual({ ...STATE, base: 0, seconds: [], ratios: [] });
  });

  it("go on from a state: its level is the base and all changes since", () => {
    const work = region();
    work.importState(STATE);
    expect(Array.from(work.rates(6))).toEqual([...[0, 5], ...[0, 6], ...[0, 6]]);
    expect(work.ratio(1, 0)).toBe(-1);
    expect(work.ratio(2 ** 32 - 1, 2 ** 32 - 1)).toBe(7);
  });
});
