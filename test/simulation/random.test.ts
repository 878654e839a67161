import { describe, expect, it } from "vitest";
import { LognormalNoise } from "../../src/random/noise";
import { Random } from "../../src/random/random";

const draws = (count: number, next: () => number) => Array.from({ length: count }, next);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const cv = (values: readonly number[]) => {
  const m = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - m) ** 2))) / m;
};

describe("Random", () => {
  it("gives the same numbers in every engine and version", () => {
    const random = new Random(1, 2, 3);
    expect(draws(4, () => random.uint32())).toEqual([96002004, 1726920999, 2939722161, 3082996559]);
  });

  it("gives others for another seed or stream", () => {
    const firsts = [
      [1],
      [2],
      [1, 0],
      [1, 1],
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 0],
      [2 ** 32 + 1],
      [Number.MAX_SAFE_INTEGER],
      [0],
    ].map(([seed = 0, ...stream]) => new Random(seed, ...stream).uint32());
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it("is uniform, inside the open interval", () => {
    const random = new Random(7);
    const values = draws(100_000, () => random.uniform());
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const value of values) tenths[Math.floor(value * 10)] = (tenths[Math.floor(value * 10)] ?? 0) + 1;
    expect(Math.min(...values)).toBeGreaterThan(0);
    expect(Math.max(...values)).toBeLessThan(1);
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it("has bits that are fair, each of them", () => {
    const random = new Random(11);
    const ones = new Array<number>(32).fill(0);
    for (const value of draws(20_000, () => random.uint32())) {
      for (let bit = 0; bit < 32; bit++) ones[bit] = (ones[bit] ?? 0) + ((value >>> bit) & 1);
    }
    for (const count of ones) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });
});

describe("LognormalNoise", () => {
  it.each([0.01, 0.1, 0.5, 1])("has mean 1 and a cv of %f, but for the cut tails", (given) => {
    const random = new Random(3);
    const noise = new LognormalNoise(given);
    const values = draws(400_000, () => noise.draw(random));
    expect(mean(values)).toBeCloseTo(1, 2);
    expect(cv(values) / given).toBeGreaterThan(0.96);
    expect(cv(values) / given).toBeLessThan(1.02);
  });

  it("is exactly 1 at a cv of 0", () => {
    const random = new Random(3);
    const noise = new LognormalNoise(0);
    expect(new Set(draws(1000, () => noise.draw(random)))).toEqual(new Set([1]));
  });

  it.each([0.1, 1])("spans, at a cv of %f, what the outermost quantiles of its logarithm say", (given) => {
    const random = new Random(5);
    const noise = new LognormalNoise(given);
    const values = draws(50_000, () => noise.draw(random)).sort((a, b) => a - b);
    const span = Math.log((values.at(-1) ?? 0) / (values[0] ?? 0));
    expect(span / (2 * 3.29719 * Math.sqrt(Math.log(1 + given ** 2)))).toBeCloseTo(1, 12);
  });

  it("gives the same factors in every engine and version, to the bit", () => {
    const random = new Random(1);
    const noise = new LognormalNoise(0.1);
    expect(draws(3, () => noise.draw(random))).toEqual([0.9665065576171663, 0.9266926375775593, 0.9125713021249897]);
  });
});
