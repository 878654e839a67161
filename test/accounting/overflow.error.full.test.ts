import { describe, expect, it } from "vitest";
import { MIXES, overflowError, RATES } from "../../bench/overflow";

const CASES = MIXES.flatMap((mix) => RATES.map((rate) => [mix, rate] as const));

describe("demand of real mixes, of which a bucket has more shapes than it keeps", () => {
  it.each(CASES)("is priced at most 3%% too high and never too low with bins: %s at %d/s", (mix, rate) => {
    const { prefill, decode, complete, overflowShare, learned } = overflowError({ mix, rate, overflow: "binned" });
    expect({ complete, overflowShare, learned }).toEqual({ complete: true, overflowShare: 0, learned: true });
    for (const ratio of [prefill, decode]) {
      expect(ratio).toBeGreaterThan(1 - 1e-9);
      expect(ratio).toBeLessThan(1.03);
    }
  });

  it.each([
    ["azure-conversation", 2],
    ["azure-code", 2],
    ["mooncake-conversation", 10],
  ] as const)("is priced many times too high by the specification at 1,000/s: %s", (mix, times) => {
    const { prefill, learned } = overflowError({ mix, rate: 1000, overflow: "spec", windowS: 20 });
    expect(prefill).toBeGreaterThan(times);
    expect(learned).toBe(false);
  });
});
