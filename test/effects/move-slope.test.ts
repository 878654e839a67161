import { describe, expect, it } from "vitest";
import { MoveSlope } from "../../src/effects/move-slope";

describe("the slope of gains over predicted gains", () => {
  it("is null before anything was predicted", () => {
    const slope = new MoveSlope();
    expect(slope.state()).toEqual({ moves: 0, predictedGain: 0, gain: 0, slope: null });
    slope.add(null, 1);
    slope.add(1, null);
    slope.add(0, 1);
    expect(slope.state()).toMatchObject({ moves: 1, gain: 1, slope: null });
  });

  it("is gained per predicted, and forgets", () => {
    const slope = new MoveSlope();
    slope.add(0.5, 0.25);
    slope.add(1, 0.5);
    expect(slope.state()).toMatchObject({ moves: 2, slope: 0.5 });
    for (let move = 0; move < 1000; move++) slope.add(1, -1);
    const { moves, predictedGain, gain, slope: newest } = slope.state();
    expect(moves).toBe(1002);
    expect([predictedGain, gain, newest].map((value) => Math.round((value ?? 0) * 1e6))).toEqual([1e6, -1e6, -1e6]);
  });
});
