import { describe, expect, it } from "vitest";
import { OfferedMix } from "../../src/accounting/offered-mix";
import { checkProfile } from "../../src/index";
import { PROFILE } from "../control/fixtures";

const profile = checkProfile("e", { ...PROFILE, ttftA: 2 ** -20, ttftC: 0.5 });
const request = (prefillTokens: number, extrapolatedS = 0) => ({
  prefillTokens,
  contextTokens: 2 * prefillTokens,
  outputTokens: 64,
  workS: 2,
  extrapolatedS,
});

describe("a mix of requests", () => {
  it("is nothing at first", () => {
    const mix = new OfferedMix();
    expect(mix).toMatchObject({ empty: true, contextTokens: 0, outputTokens: 0, extrapolatedShare: 0 });
    expect(mix.prefillS(profile)).toBe(0.5);
  });

  it("has the means of its requests", () => {
    const mix = new OfferedMix();
    mix.add(request(1024));
    expect(mix).toMatchObject({ empty: false, contextTokens: 2048, outputTokens: 64, extrapolatedShare: 0 });
    expect(mix.prefillS(profile)).toBe(1 + 1 + 0.5);
    mix.add(request(1024, 2));
    expect(mix.extrapolatedShare).toBeCloseTo(0.5, 2);
  });

  it("takes a request out again, and is never below nothing", () => {
    const mix = new OfferedMix();
    mix.add(request(1024));
    mix.remove(request(1024));
    expect(mix.exportState()).toEqual(new OfferedMix().exportState());
    mix.add(request(1024));
    mix.remove(request(2048));
    expect(mix).toMatchObject({ empty: true, contextTokens: 0 });
  });

  it("forgets: each later request takes a five hundredth of what was before", () => {
    const mix = new OfferedMix();
    mix.add(request(1024));
    for (let i = 0; i < 5000; i += 1) mix.add(request(0));
    expect(mix.contextTokens).toBeLessThan(0.001);
    expect(mix.exportState().requests).toBeCloseTo(500, 0);
  });

  it("goes on elsewhere", () => {
    const mix = new OfferedMix();
    mix.add(request(1024, 1));
    const taken = new OfferedMix();
    taken.importState(mix.exportState());
    expect(taken.exportState()).toEqual(mix.exportState());
    taken.importState(null);
    expect(taken.empty).toBe(true);
  });
});
