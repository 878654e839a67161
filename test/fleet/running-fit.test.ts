import { describe, expect, it } from "vitest";
import { type FitPrior, RunningFit, type Terms } from "../../src/fleet/running-fit";

/** Prefill seconds of x tokens: 1e-8 x^2 + 2e-5 x + 0.05. */
const TRUTH: Terms = [1e-8, 2e-5, 0.05];
const terms = (tokens: number): Terms => [tokens * tokens, tokens, 1];
const timeOf = ([a, b, c]: Terms, tokens: number) => a * tokens * tokens + b * tokens + c;
const times = (factor: number): Terms => [TRUTH[0] * factor, TRUTH[1] * factor, TRUTH[2] * factor];
const ANCHORS = [terms(512), terms(2048), terms(8192)] as const;

function fitOf(prior: Partial<FitPrior> = {}, memory = 200): RunningFit {
  return new RunningFit({ coefficients: TRUTH, anchors: ANCHORS, scaleWeight: 2, ...prior }, memory);
}

/** Measures lengths from 200 to 8,000 in turn, and publishes after each. */
function measure(fit: RunningFit, truth: Terms, count: number): RunningFit {
  for (let i = 0; i < count; i += 1) {
    const tokens = 200 + ((i * 1237) % 7800);
    fit.add(...terms(tokens), timeOf(truth, tokens));
    fit.publish();
  }
  return fit;
}

describe("a running fit", () => {
  it("is its prior to the bit until something is measured", () => {
    const fit = fitOf();
    fit.publish();
    expect(fit).toMatchObject({ coefficients: TRUTH, scale: 1, samples: 0, error: null });
  });

  it.each([0.05, 0.3, 1, 3, 20])("recovers an engine that takes %d times as long as the prior says", (factor) => {
    const fit = measure(fitOf(), times(factor), 400);
    for (const tokens of [500, 2000, 7000]) {
      const ratio = timeOf(fit.coefficients, tokens) / timeOf(times(factor), tokens);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
    }
    expect(fit.samples).toBe(400);
  });

  it("is most of the way there after five measurements: the prior's scale weighs two", () => {
    const fit = measure(fitOf(), times(20), 5);
    expect(fit.scale).toBeGreaterThan(14);
    expect(fit.scale).toBeLessThan(15);
  });

  it("recovers proportions that the prior has wrong, with no scale to begin with", () => {
    const fit = measure(fitOf({ coefficients: [1e-9, 1, 1000], scaleWeight: 0 }), TRUTH, 400);
    for (const tokens of [500, 2000, 7000]) {
      expect(Math.abs(timeOf(fit.coefficients, tokens) / timeOf(TRUTH, tokens) - 1)).toBeLessThan(0.06);
    }
    expect(fit.error).toBeLessThan(0.05);
  });

  it("has no coefficient below 0", () => {
    // Time falls with the length: only the constant is left.
    const fit = fitOf({}, 50);
    for (let i = 0; i < 300; i += 1) {
      const tokens = i % 2 === 0 ? 200 : 400;
      fit.add(...terms(tokens), i % 2 === 0 ? 0.12 : 0.04);
      fit.publish();
    }
    expect(Math.min(...fit.coefficients)).toBe(0);
  });

  it("ignores stalls: fewer than five in a row that are four times off", () => {
    const fit = measure(fitOf(), TRUTH, 50);
    const before = fit.coefficients;
    for (let i = 0; i < 4; i += 1) fit.add(...terms(1000), 30);
    fit.publish();
    expect(fit.coefficients).toEqual(before);
    measure(fit, TRUTH, 1);
    for (let i = 0; i < 4; i += 1) fit.add(...terms(1000), 30);
    fit.publish();
    expect(fit.samples).toBe(51);
  });

  it("forgets at once what was before five in a row: the engine has changed", () => {
    const fit = measure(fitOf(), TRUTH, 200);
    measure(fit, times(10), 4);
    expect(fit.scale).toBeCloseTo(1, 3);
    measure(fit, times(10), 20);
    expect(fit.scale).toBeGreaterThan(8);
  });

  it("forgets a change of less with its memory", () => {
    const fit = measure(fitOf({}, 50), TRUTH, 200);
    measure(fit, times(2), 200);
    expect(Math.abs(fit.scale - 2)).toBeLessThan(0.06);
  });

  it("goes on elsewhere to the bit, in the middle of an interval too", () => {
    const fit = measure(fitOf(), times(3), 30);
    fit.add(...terms(900), 1);
    const taken = fitOf();
    taken.importState(fit.exportState());
    expect(taken.exportState()).toEqual(fit.exportState());
    measure(fit, times(3), 30);
    measure(taken, times(3), 30);
    expect(taken.exportState()).toEqual(fit.exportState());
  });

  it("adds what the fit of an equal engine has measured", () => {
    const one = fitOf();
    const two = fitOf();
    const both = fitOf();
    for (const tokens of [300, 5000]) {
      one.add(...terms(tokens), 2 * timeOf(TRUTH, tokens));
      both.add(...terms(tokens), 2 * timeOf(TRUTH, tokens));
    }
    for (const tokens of [800, 2000]) {
      two.add(...terms(tokens), 2 * timeOf(TRUTH, tokens));
      both.add(...terms(tokens), 2 * timeOf(TRUTH, tokens));
    }
    one.merge(two.exportState());
    one.publish();
    both.publish();
    expect(one.samples).toBe(4);
    for (const i of [0, 1, 2] as const) expect(one.coefficients[i] / both.coefficients[i]).toBeCloseTo(1, 9);
  });

  it("leaves out what the prior cannot be compared with", () => {
    const nothing = fitOf({ coefficients: [0, 0, 0] });
    nothing.add(...terms(100), 1);
    expect(nothing.samples).toBe(0);
    const endless = fitOf({ coefficients: [1e300, 0, 0] });
    endless.add(...terms(2 ** 32 - 1), 1);
    expect(endless.samples).toBe(0);
  });
});
