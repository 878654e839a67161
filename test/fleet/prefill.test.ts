import { describe, expect, it } from "vitest";
import { MAX_TOKENS } from "../../src/check";
import { PrefillSums } from "../../src/fleet/prefill-sums";
import type { EngineProfile } from "../../src/profile";
import { fleetOf, PROFILE, request } from "./fixtures";

describe("prefill sums", () => {
  it("are exact at the largest length, and exactly 0 when all have left", () => {
    const sums = new PrefillSums();
    const square = { ...PROFILE, ttftA: 1, ttftB: 0 } as EngineProfile;
    const lengths = [MAX_TOKENS, 1, 65_535, 65_536, 0, 2_147_483_649];
    for (const length of lengths) sums.add(length);
    expect(sums.seconds(square)).toBe(Number(lengths.reduce((sum, x) => sum + BigInt(x) ** 2n, 0n)));
    for (const length of lengths.slice(1)) sums.remove(length);
    sums.remove(MAX_TOKENS);
    expect([sums.seconds(square), sums.tokens, sums.requests]).toEqual([0, 0, 0]);
  });
});

describe("prefill price and load", () => {
  it("publishes the mean price of the interval at the roll", () => {
    const fleet = fleetOf([{ id: "p", role: "prefill" }]);
    const engine = fleet.engine("p");
    const [first, second] = [request(1000), request(3000)];
    fleet.dispatch(engine, first, "prefill", 1);
    fleet.dispatch(engine, second, "prefill", 2);
    expect([engine.residentPrefillS(), engine.prefillLoad(), engine.meanPrefillPriceS]).toEqual([4, 2, 0]);
    fleet.firstToken(first, 3);
    fleet.finished(second, 4);
    fleet.roll(5);
    // 0 s of work for 1 s, then 1, 4, 3 and 0 for 1 s each.
    expect(engine.meanPrefillPriceS).toBeCloseTo(8 / 5, 12);
    expect(engine.prefillLoad()).toBeCloseTo(8 / 5 / 2, 12);
    fleet.roll(6);
    expect(engine.meanPrefillPriceS).toBe(0);
  });

  it("keeps the published mean when an interval has no length", () => {
    const fleet = fleetOf([{ id: "p", role: "prefill" }]);
    const engine = fleet.engine("p");
    fleet.dispatch(engine, request(1000), "prefill", 0);
    fleet.roll(2);
    fleet.dispatch(engine, request(1000), "prefill", 2);
    fleet.roll(2);
    expect(engine.meanPrefillPriceS).toBe(1);
  });

  it("integrates no time twice when the clock goes back", () => {
    const fleet = fleetOf([{ id: "p", role: "prefill" }]);
    const engine = fleet.engine("p");
    const running = request(1000);
    fleet.dispatch(engine, running, "prefill", 0);
    fleet.roll(4);
    fleet.dispatch(engine, request(1000), "prefill", 1);
    fleet.roll(3);
    expect(engine.meanPrefillPriceS).toBe(1);
    fleet.roll(6);
    expect(engine.meanPrefillPriceS).toBe(2);
  });

  it("is 0 without a profile", () => {
    const fleet = fleetOf([{ id: "p", role: "prefill", profile: null }]);
    const engine = fleet.engine("p");
    fleet.dispatch(engine, request(1000), "prefill", 0);
    fleet.roll(1);
    expect([engine.residentPrefillS(), engine.meanPrefillPriceS, engine.prefillLoad()]).toEqual([0, 0, 0]);
    expect(engine.prefillTokens).toBe(1000);
    fleet.setProfile("p", PROFILE);
    fleet.dispatch(engine, request(1000), "prefill", 1);
    fleet.roll(2);
    expect(engine.prefillLoad()).toBe(1);
    fleet.setProfile("p", null);
    expect([engine.meanPrefillPriceS, engine.prefillLoad()]).toEqual([2, 0]);
  });

  it("re-evaluates the price only when a prefill resident comes or goes", () => {
    const fleet = fleetOf([{ id: "p", role: "prefill" }]);
    const engine = fleet.engine("p");
    const running = request(1000);
    fleet.dispatch(engine, running, "prefill", 0);
    fleet.setProfile("p", { ...PROFILE, ttftB: 0.002 });
    fleet.resize(running, { inputTokens: 2000, requestedTokens: 0 });
    expect(engine.residentPrefillS()).toBe(4);
    fleet.roll(1);
    expect(engine.meanPrefillPriceS).toBe(1);
    fleet.dispatch(engine, request(0), "prefill", 1);
    fleet.roll(2);
    expect(engine.meanPrefillPriceS).toBe(4);
  });

  it("works on what the prefix cache does not hold", () => {
    const fleet = fleetOf([{ id: "p", role: "prefill" }]);
    const engine = fleet.engine("p");
    const running = request(1000, { cachedTokens: 400 });
    fleet.dispatch(engine, running, "prefill", 0);
    expect(engine.residentPrefillS()).toBeCloseTo(0.6, 12);
    fleet.dispatch(engine, running, "decode", 1);
    expect(engine.decodeTokens).toBe(1000);
  });
});
