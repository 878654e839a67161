import { describe, expect, it } from "vitest";
import { NO_TOKEN_S } from "../../src/fleet";
import { decodeFleet, decoding, fleetOf, PROFILE, request } from "./fixtures";

describe("token gaps", () => {
  it("does not count the gap before the first decode token", () => {
    const [fleet, engine] = decodeFleet();
    const running = request(100);
    fleet.dispatch(engine, running, "prefill", 0);
    fleet.firstToken(running, 1);
    fleet.dispatch(engine, running, "decode", 1);
    fleet.roll(1);
    fleet.token(running, 5);
    fleet.roll(5);
    expect(engine.meanGapS).toBe(0);
    fleet.token(running, 5.5);
    fleet.token(running, 5.75);
    fleet.roll(6);
    expect(engine.meanGapS).toBe(0.375);
  });

  it("measures a request dispatched straight to decode from its second token on", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 100);
    expect(running.lastTokenS).toBe(NO_TOKEN_S);
    fleet.token(running, 3);
    fleet.token(running, 3.5);
    fleet.roll(4);
    expect(engine.meanGapS).toBe(0.5);
  });

  it("keeps the published mean through an interval without gaps", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 100);
    fleet.token(running, 0);
    fleet.token(running, 0.25);
    fleet.roll(1);
    fleet.roll(2);
    expect(engine.meanGapS).toBe(0.25);
  });

  it("starts the clock anew on another decode engine, and on the same one", () => {
    const fleet = fleetOf([
      { id: "a", role: "decode" },
      { id: "b", role: "decode" },
    ]);
    const [a, b] = [fleet.engine("a"), fleet.engine("b")];
    const running = decoding(fleet, a, 100);
    fleet.token(running, 1);
    for (const [engine, nowS] of [[b, 2] as const, [b, 5] as const]) {
      fleet.dispatch(engine, running, "decode", nowS);
      expect(engine.stalledGapS(nowS + 1)).toBe(0);
      fleet.token(running, nowS + 2);
    }
    fleet.roll(8);
    expect([a.meanGapS, b.meanGapS]).toEqual([0, 0]);
    expect([a.decodeTokens, b.decodeTokens]).toEqual([0, 103]);
  });

  it("never measures a negative gap when times go back", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 100);
    for (const nowS of [10, 9, 11]) fleet.token(running, nowS);
    expect(running.lastTokenS).toBe(11);
    expect(engine.stalledGapS(5)).toBe(0);
    fleet.roll(11);
    expect(engine.meanGapS).toBe(0.5);
  });
});

describe("a burst of tokens", () => {
  it.each([2, 3, 64, 5000])("%i together equal as many calls at evenly spaced times", (count) => {
    const [burst, burstEngine] = decodeFleet();
    const [single, singleEngine] = decodeFleet();
    const together = decoding(burst, burstEngine, 900);
    const apart = decoding(single, singleEngine, 900);
    burst.token(together, 1);
    single.token(apart, 1);
    const lengthS = 0.02 * count;
    burst.token(together, 1 + lengthS, count);
    for (let i = 1; i <= count; i++) single.token(apart, 1 + (lengthS * i) / count);
    for (const fleet of [burst, single]) fleet.roll(2 + lengthS);
    expect(together.tokens).toBe(apart.tokens);
    expect(burstEngine.decodeTokens).toBe(singleEngine.decodeTokens);
    expect(burstEngine.meanGapS).toBeCloseTo(singleEngine.meanGapS, 12);
    expect(burstEngine.correction).toBeCloseTo(singleEngine.correction, 9);
  });

  it("counts all but the first gap of a first burst, spaced since the end of prefill", () => {
    const [fleet, engine] = decodeFleet();
    const running = request(100);
    fleet.dispatch(engine, running, "prefill", 0);
    fleet.firstToken(running, 1);
    fleet.dispatch(engine, running, "decode", 1);
    fleet.token(running, 3, 4);
    fleet.roll(3);
    expect(engine.meanGapS).toBe(0.5);
  });

  it("compares a first burst's gaps with what is on the engine by then, from when they began", () => {
    const [fleet, engine] = decodeFleet();
    fleet.setProfile("d", { ...PROFILE, tpotSlope: 0.2, tpotRequestSlope: 0, tpotIntercept: 0 });
    const running = request(1);
    fleet.dispatch(engine, running, "prefill", 0);
    fleet.firstToken(running, 1);
    fleet.dispatch(engine, running, "decode", 1);
    const other = request(1);
    fleet.dispatch(engine, other, "prefill", 1);
    fleet.finished(other, 1.5);
    fleet.roll(1.5);
    fleet.token(running, 2, 2);
    fleet.roll(2);
    // The one gap that counts began at 1.5 s, not before the change, with 1 + 1 tokens: 0.5 s, 0.4 s expected.
    expect(engine.correction).toBeCloseTo(1.25, 12);
  });

  it("gives no gap where there was no token before", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 100);
    fleet.token(running, 3, 4);
    fleet.roll(3);
    expect(engine.meanGapS).toBe(0);
    expect(running.outputTokens).toBe(4);
  });
});

describe("stalled gap", () => {
  it("is the longest time since a token, of those that have had one here", () => {
    const [fleet, engine] = decodeFleet();
    const [first, second] = [decoding(fleet, engine, 1), decoding(fleet, engine, 1), decoding(fleet, engine, 1)];
    expect(engine.stalledGapS(9)).toBe(0);
    fleet.token(first, 1);
    fleet.token(second, 2);
    expect(engine.stalledGapS(9)).toBe(8);
    fleet.token(first, 3);
    expect(engine.stalledGapS(9)).toBe(7);
    fleet.finished(second, 9);
    expect(engine.stalledGapS(9)).toBe(6);
  });

  it("finds it when tokens are stamped out of order", () => {
    const [fleet, engine] = decodeFleet();
    const residents = [5, 3, 4, 1, 2].map((nowS) => [decoding(fleet, engine, 1), nowS] as const);
    for (const [resident, nowS] of residents) fleet.token(resident, nowS);
    const stalled = [];
    for (const [resident] of [...residents].sort((a, b) => a[1] - b[1])) {
      stalled.push(engine.stalledGapS(10));
      fleet.finished(resident, 10);
    }
    expect(stalled).toEqual([9, 8, 7, 6, 5]);
  });

  it("keeps those stamped alike in the order in which their tokens came", () => {
    const [fleet, engine] = decodeFleet();
    const residents = [1, 2, 3].map((input) => decoding(fleet, engine, input));
    for (const resident of residents) fleet.token(resident, 1);
    expect([...engine.residents("decode")]).toEqual(residents);
  });
});
