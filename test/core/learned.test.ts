import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { NaiveEstimates } from "../model/naive-estimates";
import { NaiveWindow } from "../model/naive-window";
import { BUILDS } from "./builds";
import { LearningCore } from "./learned-core";
import { type Completion, randomFrom, TRAFFIC } from "./learned-traffic";

const SPEC = { retainedS: 10, bucketS: 1, maxShapes: 128, merge: "first" } as const;

describe.each(BUILDS)("learned output lengths ($name build)", ({ options: { module } }) => {
  it("count a repeated completion once, whichever bucket is looked at first", () => {
    const clock = manualClock(9.5);
    const core = new LearningCore(SPEC, 0, module);
    const naive = new NaiveWindow(SPEC, clock);
    const complete = (value: Completion, atS: number) => {
      core.window.add(...value, atS, clock.now());
      naive.add(value, atS);
    };
    const expectTheSame = () => {
      const { inForce, ratios, outputs } = new NaiveEstimates(naive.cells(0));
      expect(core.learned(0, clock.now())).toEqual({ inForce, ratios, outputs });
    };
    const lengths = Array.from({ length: 60 }, (_, i) => i);
    for (const i of lengths.slice(0, 20)) complete([100, 1024, 520 + i], 5);
    expectTheSame();
    // So many completions in an earlier bucket that those of the later one are sorted again, while it has changed too.
    for (const i of lengths) complete([100, 1024, 640 + 3 * i], 1);
    for (const i of lengths.slice(0, 20)) for (let n = 0; n < 2; n += 1) complete([100, 1024, 520 + i], 5);
    expectTheSame();
  });

  it("are what a request asks for before anything was learned", () => {
    const core = new LearningCore(SPEC, 0, module);
    core.window.add(1500, 1024, 512, 0, 0);
    expect([core.expectedOutput(1500, 1024), core.expectedOutput(1500, 0)]).toEqual([1024, -1]);
  });

  it("are nothing since a time to come, however far and often it is asked for", () => {
    const core = new LearningCore(SPEC, 0, module);
    for (let i = 0; i < 3; i += 1) core.window.add(1500, 1024, 512, 0, 0);
    const nothing = { inForce: true, ratios: [], outputs: [] };
    for (const sinceS of [1e300, Number.POSITIVE_INFINITY, 1e9, 1e9]) {
      expect(core.learned(sinceS, 0)).toEqual(nothing);
      expect(core.learned(sinceS, 0)).toEqual(nothing);
    }
    expect(core.learned(0, 0)).toEqual({ inForce: true, ratios: [[2048, 1024, 0.5]], outputs: [[2048, 512]] });
  });

  it("tell ratios apart that differ in their last bits", () => {
    const core = new LearningCore(SPEC, 0, module);
    const requested = [1, 2, 3].map((i) => 2 ** 26 + i);
    for (const tokens of requested) core.window.add(100, tokens, tokens - 1, 0, 0);
    const [least, middle, largest] = requested.map((tokens) => (tokens - 1) / tokens) as [number, number, number];
    expect([middle - least, largest - middle]).toEqual([2 ** -52, 2 ** -52]);
    expect(core.learned(0, 0).ratios).toEqual([[128, 2 ** 27, middle]]);
  });

  it("are those of the rest, completion for completion, when those that differ little expire", () => {
    const clock = manualClock(1);
    const core = new LearningCore(SPEC, 0, module);
    const naive = new NaiveWindow(SPEC, clock);
    const completions = Array.from({ length: 60 }, (_, i) => i);
    for (const i of completions) {
      const value: Completion = [100, 2 ** 21, 2 ** 20 + ((7 * i) % 60)];
      core.window.add(...value, i / 64, clock.now());
      naive.add(value, i / 64);
    }
    for (const i of completions) {
      const { inForce, ratios, outputs } = new NaiveEstimates(naive.cells(i / 64));
      expect(core.learned(i / 64, clock.now())).toEqual({ inForce, ratios, outputs });
    }
  });

  it("keep to their own memory when completions are so alike that there is no room to sort them all", () => {
    const core = new LearningCore(SPEC, 0, module);
    core.neighbour.add(1, 2, 3, 0, 0);
    const before = core.neighbour.cells(0, 0);
    const random = randomFrom(3);
    for (let i = 0; i < 10 * SPEC.maxShapes; i += 1) {
      core.window.add(...TRAFFIC.nearlyAlike(random), i / SPEC.maxShapes, 10);
      if (i % 100 === 0) core.learned(0, 10);
    }
    expect(core.learned(0, 10).inForce).toBe(true);
    expect(core.neighbour.cells(0, 0)).toEqual(before);
  });

  it("keep to their own memory when completions are all alike", () => {
    const core = new LearningCore(SPEC, 0, module);
    const [constants, ...rows] = core.foreignMemory();
    for (let i = 0; i < 100; i += 1) core.window.add(1000 + i, 1024, 512, i / 100, 1);
    expect(core.learned(0, 1)).toEqual({
      inForce: true,
      ratios: [
        [1024, 1024, 0.5],
        [2048, 1024, 0.5],
      ],
      outputs: [
        [1024, 512],
        [2048, 512],
      ],
    });
    expect(core.learned(0.5, 1)).toEqual({ inForce: true, ratios: [[2048, 1024, 0.5]], outputs: [[2048, 512]] });
    // Not even a median needs a count by digits.
    expect(core.foreignMemory()).toEqual([constants, ...rows]);
    for (const bytes of rows) expect(bytes).toEqual(new Uint8Array(bytes.length));
  });
});
