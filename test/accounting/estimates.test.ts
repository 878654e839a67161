import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { Accounting } from "../../src/parts";
import { nudge } from "../model/ulp";
import { smallConfig } from "./small-config";

function account(maxShapes = 128) {
  const clock = manualClock(0);
  return { clock, accounting: new Accounting(smallConfig({ maxShapes }), clock) };
}

type Completion = readonly [input: number, requested: number, observed: number];

function learned(completions: readonly Completion[]): Accounting {
  const { accounting } = account();
  for (const completion of completions) accounting.complete(...completion, 0);
  accounting.learn(0);
  return accounting;
}

const times = (n: number, completion: Completion) => new Array<Completion>(n).fill(completion);

describe("an expected output", () => {
  it("is what is asked for until something is learned, and unknown where nothing is asked", () => {
    const { accounting } = account();
    expect(accounting.expectedOutput(100, 64)).toBe(64);
    expect(accounting.expectedOutput(100, 0)).toBe(0);
  });

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 4],
    [8, 8],
    [9, 16],
    [2 ** 31, 2 ** 31],
    [2 ** 31 + 1, 2 ** 32],
    [2 ** 32 - 1, 2 ** 32],
  ])("is learned from inputs of %d tokens in the class of %d", (input, size) => {
    const accounting = learned([[input, 0, 7]]);
    expect(accounting.learned(0).outputs).toEqual([[size, 7]]);
  });

  it("asks three completions of a ratio, but one of an output", () => {
    expect(learned(times(2, [100, 64, 16])).learned(0)).toEqual({ inForce: true, ratios: [], outputs: [[128, 16]] });
    expect(learned(times(3, [100, 64, 16])).learned(0).ratios).toEqual([[128, 64, 0.25]]);
  });

  it("weighs each length by its completions", () => {
    const accounting = learned([...times(3, [100, 64, 32]), ...times(2, [100, 64, 64])]);
    expect(accounting.expectedOutput(100, 64)).toBe(32);
  });

  it("is the mean of the two middle completions of an even number", () => {
    const accounting = learned([...times(2, [100, 64, 32]), ...times(2, [100, 64, 64])]);
    expect(accounting.expectedOutput(100, 64)).toBe(48);
  });

  it.each([
    [5, 2],
    [6, 3],
    [7, 4],
  ])("of %d requested tokens at a ratio of a half is %d: half to even", (requested, expected) => {
    expect(learned(times(3, [100, 8, 4])).expectedOutput(100, requested)).toBe(expected);
  });

  it.each([
    [2, 3, 2],
    [3, 4, 4],
  ])("between %d and %d tokens is %d: half to even", (low, high, expected) => {
    const accounting = learned([
      [100, 0, low],
      [100, 0, high],
    ]);
    expect(accounting.expectedOutput(100, 0)).toBe(expected);
  });

  it("lies between one token and what is asked for", () => {
    expect(learned(times(3, [100, 64, 0])).expectedOutput(100, 64)).toBe(1);
    expect(learned(times(3, [100, 64, 640])).expectedOutput(100, 64)).toBe(64);
  });

  it("without a request is not learned from completions of nothing", () => {
    expect(learned(times(3, [100, 0, 0])).expectedOutput(100, 0)).toBe(0);
  });

  it("tends to what completions stopped at, not to what they asked for (long-cap-short-answer)", () => {
    expect(learned(times(30, [1000, 4096, 317])).expectedOutput(1000, 4096)).toBe(317);
  });
});

describe("learning again", () => {
  it("takes as many other completions for others", () => {
    const { clock, accounting } = account();
    accounting.complete(100, 0, 10, 0.3);
    clock.set(40.2);
    expect(accounting.learned(40.2).outputs).toEqual([[128, 10]]);
    clock.set(40.5);
    accounting.complete(100, 0, 20, 40.5);
    expect(accounting.learned(40.5).outputs).toEqual([[128, 20]]);
  });

  it("forgets what has left the window, whether or not something came", () => {
    const { accounting } = account();
    accounting.complete(100, 0, 10, 0.3);
    accounting.complete(1000, 0, 10, 0.5);
    expect(accounting.learned(40.3).outputs).toEqual([
      [128, 10],
      [1024, 10],
    ]);
    expect(accounting.learned(40.4).outputs).toEqual([[1024, 10]]);
    expect(accounting.learned(40.6).outputs).toEqual([]);
  });
});

describe("an overflow in the completions", () => {
  it("switches learning off until it has expired, to the float (long-cap-short-answer)", () => {
    const { clock, accounting } = account(2);
    for (const input of [10, 100, 1000]) accounting.complete(input, 4096, 317, 0.5);
    clock.set(1.5);
    for (let i = 0; i < 3; i += 1) accounting.complete(1000, 4096, 317, 1.5);
    const expires = 40.5;
    expect(accounting.learned(expires)).toEqual({ inForce: false, ratios: [], outputs: [] });
    expect(accounting.expectedOutput(1000, 4096)).toBe(4096);
    expect(accounting.learned(nudge(expires, 1)).inForce).toBe(true);
    expect(accounting.expectedOutput(1000, 4096)).toBe(317);
  });
});
