import { describe, expect, it } from "vitest";
import { fleetOf, PROFILE, request } from "./fixtures";

const ENGINES = [
  { id: "p", role: "prefill" },
  { id: "d", role: "decode" },
] as const;

describe("decode load", () => {
  it("is what the observed gap takes of the objective beyond the idle interval", () => {
    const fleet = fleetOf(ENGINES);
    const engine = fleet.engine("d");
    const running = request(100);
    fleet.dispatch(engine, running, "decode", 0);
    expect(engine.decodeLoad(100)).toBe(0);
    fleet.token(running, 1);
    // Idle 10 ms, objective 50 ms.
    expect(engine.decodeLoad(1.03)).toBeCloseTo(0.02 / 0.04, 9);
    expect(engine.decodeLoad(1.005)).toBe(0);
    engine.correction = 2;
    expect(engine.decodeLoad(1.03)).toBeCloseTo(0.01 / 0.03, 9);
  });

  it("takes the published mean gap where that is longer than the stalled one", () => {
    const fleet = fleetOf(ENGINES);
    const engine = fleet.engine("d");
    const running = request(100);
    fleet.dispatch(engine, running, "decode", 0);
    fleet.token(running, 1);
    fleet.token(running, 1.25);
    fleet.setProfile("d", null);
    fleet.roll(1.25);
    expect(engine.decodeLoad(1.25)).toBeCloseTo(0.25 / 0.05, 9);
    fleet.finished(running, 1.25);
    expect(engine.decodeLoad(9)).toBe(0);
  });

  it("is a plain ratio where idle engines miss the objective", () => {
    const fleet = fleetOf(ENGINES, { tpotSloS: 0.005 });
    const engine = fleet.engine("d");
    const running = request(100);
    fleet.dispatch(engine, running, "decode", 0);
    fleet.token(running, 1);
    expect(engine.decodeLoad(2)).toBeCloseTo(200, 9);
  });

  it("is a plain ratio where idle engines need just the objective", () => {
    const fleet = fleetOf(ENGINES, { tpotSloS: 0.01 });
    const running = request(100);
    fleet.dispatch(fleet.engine("d"), running, "decode", 0);
    fleet.token(running, 1);
    expect(fleet.engine("d").decodeLoad(2)).toBe(1 / 0.01);
  });
});

describe("pool load", () => {
  it("averages available engines that have the role or still hold its residents", () => {
    const fleet = fleetOf([...ENGINES, { id: "q", role: "prefill" }]);
    expect(fleet.poolLoad("prefill", 0)).toBe(0);
    fleet.dispatch(fleet.engine("p"), request(2000), "prefill", 0);
    expect(fleet.poolLoad("prefill", 0)).toBe(0.5);
    fleet.dispatch(fleet.engine("d"), request(8000), "prefill", 0);
    expect(fleet.poolLoad("prefill", 0)).toBeCloseTo(5 / 3, 12);
    fleet.setAvailable("q", false);
    expect(fleet.poolLoad("prefill", 0)).toBe(2.5);
    fleet.setAvailable("p", false);
    fleet.setAvailable("d", false);
    expect(fleet.poolLoad("prefill", 0)).toBe(0);
  });

  it("counts an engine whose role changed in both pools while it holds both kinds", () => {
    const fleet = fleetOf(ENGINES, { ttftSloS: 1 });
    const engine = fleet.engine("d");
    const running = request(500);
    fleet.dispatch(engine, running, "decode", 0);
    fleet.token(running, 0);
    fleet.setRole("d", "prefill");
    fleet.dispatch(engine, request(3000), "prefill", 0);
    expect([engine.prefillRequests, engine.decodeRequests]).toEqual([1, 1]);
    expect(fleet.poolLoad("prefill", 1)).toBe(1.5);
    expect(fleet.poolLoad("decode", 1)).toBeCloseTo(0.99 / 0.04, 9);
    expect([fleet.countByRole("prefill"), fleet.countByRole("decode")]).toEqual([2, 0]);
    fleet.finished(running, 1);
    expect(fleet.poolLoad("decode", 1)).toBe(0);
  });
});

describe("one look", () => {
  const EMPTY = { engines: 0, available: 0, load: 0, loaded: 0 };

  it("reads nothing of a fleet without engines", () => {
    expect(fleetOf([]).read(0)).toEqual({
      pools: { prefill: EMPTY, decode: EMPTY },
      activeDecodeEngines: 0,
      residentPrefillS: 0,
      residentDecodeTokens: 0,
      residentDecodeRequests: 0,
      residentsInDomain: true,
    });
  });

  it("reads what the single readings give, and how many engines a load is the mean of", () => {
    const fleet = fleetOf([
      ...ENGINES,
      { id: "q", role: "prefill" },
      { id: "e", role: "decode", available: false },
      { id: "f", role: "decode" },
    ]);
    for (const [id, phase, tokens] of [
      ["p", "prefill", 2000],
      ["d", "prefill", 8000],
      ["d", "decode", 70_000],
      ["d", "decode", 100],
      ["q", "decode", 300],
    ] as const) {
      fleet.dispatch(fleet.engine(id), request(tokens), phase, 0);
    }
    expect(fleet.read(1)).toEqual({
      pools: {
        prefill: { engines: 2, available: 2, load: fleet.poolLoad("prefill", 1), loaded: 3 },
        decode: { engines: 3, available: 2, load: fleet.poolLoad("decode", 1), loaded: 3 },
      },
      activeDecodeEngines: 2,
      residentPrefillS: 10,
      residentDecodeTokens: 70_400,
      residentDecodeRequests: 3,
      residentsInDomain: true,
    });
    fleet.setProfile("d", null);
    expect(fleet.read(1).residentsInDomain).toBe(false);
  });
});

describe("resident work", () => {
  it("samples resident tokens over the most that keep the objective", () => {
    const fleet = fleetOf([...ENGINES, { id: "e", role: "prefill" }, { id: "f", role: "decode", profile: null }]);
    fleet.dispatch(fleet.engine("d"), request(1000, { outputTokens: 950 }), "decode", 0);
    fleet.dispatch(fleet.engine("e"), request(3800), "decode", 0);
    fleet.dispatch(fleet.engine("f"), request(9999), "decode", 0);
    fleet.engine("e").correction = 2;
    // (50 ms - 11 ms) / 1 us = 39,000 tokens, and (25 ms - 11 ms) / 1 us = 14,000 with the correction 2.
    expect(fleet.residencySample()).toBeCloseTo(1950 / 39_000 + 3800 / 14_000, 12);
    fleet.engine("e").correction = 5;
    expect(fleet.residencySample()).toBeCloseTo(1950 / 39_000, 12);
    expect(fleet.read(0)).toMatchObject({
      residentDecodeTokens: 1950 + 3800 + 9999,
      residentDecodeRequests: 3,
      activeDecodeEngines: 3,
    });
  });

  it("sums prefill residents by their own engine's profile", () => {
    const fleet = fleetOf([...ENGINES, { id: "q", role: "prefill", profile: null }]);
    for (const engine of fleet.engines) fleet.dispatch(engine, request(1000), "prefill", 0);
    fleet.setProfile("d", { ...PROFILE, ttftB: 0.003 });
    expect(fleet.residentPrefillS()).toBeCloseTo(4, 12);
  });

  it("is in its domain only with a profile that covers it", () => {
    const fleet = fleetOf(ENGINES);
    expect(fleet.read(2).residentsInDomain).toBe(true);
    const running = request(100_000);
    fleet.dispatch(fleet.engine("d"), running, "decode", 0);
    expect(fleet.read(2).residentsInDomain).toBe(true);
    fleet.token(running, 1);
    expect(fleet.read(2).residentsInDomain).toBe(false);
    fleet.finished(running, 1);
    fleet.setProfile("d", null);
    expect(fleet.read(2).residentsInDomain).toBe(true);
    fleet.dispatch(fleet.engine("d"), running, "decode", 2);
    expect(fleet.read(2).residentsInDomain).toBe(false);
  });
});

describe("waiting requests", () => {
  it("wait first in, first out, and leave from anywhere", () => {
    const fleet = fleetOf(ENGINES);
    const [a, b, c] = [request(1), request(2), request(3)];
    for (const each of [a, b, c]) fleet.wait(each, "prefill", 0);
    fleet.wait(a, "decode", 0);
    expect([...fleet.waiting()]).toEqual([a, b, c]);
    fleet.dispatch(fleet.engine("p"), b, "prefill", 0);
    expect(fleet.finished(c, 0)).toBe(true);
    expect([...fleet.waiting()]).toEqual([a]);
    expect([...fleet.pending()]).toEqual([b, a]);
    expect(fleet.waitingRequests).toBe(1);
  });

  it("retry: a resident leaves its engine and waits again, its clock anew", () => {
    const fleet = fleetOf(ENGINES);
    const running = request(100);
    fleet.dispatch(fleet.engine("d"), running, "decode", 0);
    fleet.token(running, 1);
    fleet.wait(running, "prefill", 2);
    expect([running.engine, running.state, running.tokens]).toEqual([null, "waiting", 101]);
    expect([fleet.read(9).residentDecodeTokens, fleet.engine("d").stalledGapS(9)]).toEqual([0, 0]);
    fleet.dispatch(fleet.engine("p"), running, "prefill", 3);
    expect(running.lastTokenS).toBe(Number.NEGATIVE_INFINITY);
  });

  it("are queued work at the least price of the available prefill engines", () => {
    const fleet = fleetOf([
      { id: "p", role: "prefill", profile: { ...PROFILE, ttftB: 0.002, ttftC: 0 } },
      { id: "q", role: "prefill", profile: { ...PROFILE, ttftB: 0.001, ttftC: 1 } },
      { id: "r", role: "prefill", profile: null },
      { id: "d", role: "decode", profile: { ...PROFILE, ttftB: 0 } },
    ]);
    fleet.wait(request(100), "prefill", 0);
    fleet.wait(request(9000, { cachedTokens: 4000 }), "prefill", 0);
    fleet.wait(request(7000), "decode", 0);
    expect(fleet.queuedPrefillS()).toBeCloseTo(0.2 + 6, 12);
    fleet.setAvailable("q", false);
    expect(fleet.queuedPrefillS()).toBeCloseTo(0.2 + 10, 12);
    fleet.setAvailable("p", false);
    expect(fleet.queuedPrefillS()).toBe(0);
  });
});
