import { describe, expect, it } from "vitest";
import { decodeFleet, decoding, fleetOf, PROFILE, request } from "./fixtures";

describe("decode correction", () => {
  it("compares a gap with the model before its token counts", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 1000);
    fleet.token(running, 1);
    fleet.token(running, 1.018);
    fleet.roll(2);
    // One request with 1000 + 1 tokens: 10 ms + 1 ms + 1.001 ms.
    expect(engine.correction).toBeCloseTo(0.018 / 0.012001, 12);
  });

  it("moves by alpha towards the clamped mean ratio", () => {
    const [fleet, engine] = decodeFleet(0.2);
    const running = decoding(fleet, engine, 1000);
    fleet.token(running, 1);
    fleet.token(running, 2);
    fleet.roll(2);
    expect(engine.correction).toBeCloseTo(1.2, 12);
    fleet.token(running, 2);
    fleet.roll(3);
    expect(engine.correction).toBeCloseTo(1.2 + 0.2 * (0.5 - 1.2), 12);
  });

  it("needs the configured number of ratios in one interval", () => {
    const fleet = fleetOf([{ id: "d", role: "decode" }], { decodeCorrectionMinSamples: 2, decodeCorrectionAlpha: 1 });
    const engine = fleet.engine("d");
    const running = decoding(fleet, engine, 1000);
    fleet.token(running, 0);
    fleet.token(running, 1);
    fleet.roll(1);
    fleet.token(running, 2);
    fleet.roll(2);
    expect(engine.correction).toBe(1);
    fleet.token(running, 3);
    fleet.token(running, 4);
    fleet.roll(4);
    expect(engine.correction).toBe(2);
  });

  it("takes no ratio without a profile, nor from an expected interval of 0", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 0);
    fleet.token(running, 0);
    fleet.setProfile("d", null);
    fleet.token(running, 1);
    fleet.setProfile("d", { ...PROFILE, tpotSlope: 0, tpotRequestSlope: 0, tpotIntercept: 0 });
    fleet.token(running, 2);
    fleet.token(running, 3, 4);
    fleet.roll(3);
    expect(engine.meanGapS).toBeCloseTo(0.5, 12);
    expect(engine.correction).toBe(1);
  });

  it("skips only the gaps whose expected interval is 0 in a burst", () => {
    const [fleet, engine] = decodeFleet();
    fleet.setProfile("d", { ...PROFILE, tpotSlope: 0.5, tpotRequestSlope: 0, tpotIntercept: 0 });
    const running = decoding(fleet, engine, 0);
    fleet.token(running, 0);
    fleet.resize(running, { inputTokens: 0, requestedTokens: 0, outputTokens: 0 });
    fleet.token(running, 3, 3);
    fleet.roll(3);
    // Expected 0 s, 0.5 s and 1 s for gaps of 1 s: ratios 2 and 1.
    expect(engine.correction).toBeCloseTo(1.5, 12);
  });

  it("takes no ratio from one gap whose expected interval is 0, though a token would lengthen it", () => {
    const [fleet, engine] = decodeFleet();
    fleet.setProfile("d", { ...PROFILE, tpotSlope: 0.5, tpotRequestSlope: 0, tpotIntercept: 0 });
    const running = decoding(fleet, engine, 0);
    fleet.token(running, 0);
    fleet.resize(running, { inputTokens: 0, requestedTokens: 0, outputTokens: 0 });
    fleet.token(running, 1);
    fleet.roll(1);
    expect([engine.meanGapS, engine.correction]).toEqual([1, 1]);
  });

  it("takes no time for a burst however large of which every expected interval is 0", () => {
    const [fleet, engine] = decodeFleet();
    const nothing = { ...PROFILE, tpotSlope: 0, tpotRequestSlope: 0, tpotIntercept: 0 };
    fleet.setProfile("d", nothing);
    const running = decoding(fleet, engine, 0);
    fleet.token(running, 0);
    fleet.token(running, 4, 4e9);
    fleet.roll(4);
    expect([engine.meanGapS, engine.correction]).toEqual([1e-9, 1]);
  });

  it("median over the engines with the decode role, 1 without any", () => {
    const ids = ["a", "b", "c", "d"];
    const fleet = fleetOf(ids.map((id) => ({ id, role: "decode" as const })));
    for (const [index, engine] of fleet.engines.entries()) engine.correction = [1.5, 0.5, 1.25, 2][index] as number;
    expect(fleet.decodeCorrection()).toBe(1.375);
    fleet.setRole("d", "prefill");
    expect(fleet.decodeCorrection()).toBe(1.25);
    for (const id of ids) fleet.setRole(id, "prefill");
    expect(fleet.decodeCorrection()).toBe(1);
  });
});

describe("the correction of a fleet", () => {
  it("follows that of its only decode engine", () => {
    const [fleet, engine] = decodeFleet();
    expect(fleet.decodeCorrection()).toBe(1);
    engine.correction = 2;
    expect(fleet.decodeCorrection()).toBe(2);
    expect(fleet.decodeCorrection()).toBe(2);
  });
});

describe("mixed intervals teach nothing", () => {
  /** A decode resident with a token at 1 s, in a fresh interval; the gap that follows has a ratio far from 1. */
  function primed() {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 1000);
    fleet.token(running, 1);
    fleet.roll(1);
    return { fleet, engine, running };
  }

  it("control: it does teach without prefill", () => {
    const { fleet, engine, running } = primed();
    fleet.token(running, 2);
    fleet.roll(2);
    expect(engine.correction).toBe(2);
  });

  it("prefill residency changed in it", () => {
    const { fleet, engine, running } = primed();
    fleet.token(running, 2);
    const other = request(10);
    fleet.dispatch(engine, other, "prefill", 2);
    fleet.firstToken(other, 2);
    fleet.roll(2);
    expect(engine.correction).toBe(1);
    expect(engine.meanGapS).toBe(1);
  });

  it("a gap measured while prefill is resident", () => {
    const { fleet, engine, running } = primed();
    fleet.dispatch(engine, request(10), "prefill", 1);
    fleet.roll(1.5);
    fleet.token(running, 2);
    fleet.token(running, 3);
    fleet.roll(3);
    expect(engine.correction).toBe(1);
  });

  it("a gap that began before the last prefill change, in an earlier interval", () => {
    const { fleet, engine, running } = primed();
    const other = request(10);
    fleet.dispatch(engine, other, "prefill", 1.25);
    fleet.finished(other, 1.5);
    fleet.roll(1.5);
    fleet.token(running, 2);
    fleet.roll(2);
    expect(engine.correction).toBe(1);
    fleet.token(running, 3);
    fleet.roll(3);
    expect(engine.correction).toBe(2);
  });
});

describe("a prefill change stamped before the last one", () => {
  it("does not hide the last one", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 1000);
    fleet.token(running, 1);
    const other = request(10);
    fleet.dispatch(engine, other, "prefill", 1.25);
    fleet.finished(other, 0.5);
    fleet.roll(1.5);
    fleet.token(running, 2);
    fleet.roll(2);
    expect(engine.correction).toBe(1);
  });
});

describe("a gap that does not count", () => {
  it("makes no interval mixed, though it ends before the last prefill change", () => {
    const [fleet, engine] = decodeFleet();
    const [moved, running] = [request(10), decoding(fleet, engine, 1000)];
    fleet.dispatch(engine, moved, "prefill", 1);
    fleet.firstToken(moved, 5);
    fleet.dispatch(engine, moved, "decode", 5);
    fleet.token(running, 5);
    fleet.roll(5);
    fleet.token(running, 6);
    moved.lastTokenS = 2;
    fleet.token(moved, 3);
    fleet.roll(6);
    expect(engine.correction).toBe(2);
  });
});

describe("a gap that begins at the time of the last prefill change", () => {
  it("did not begin before it", () => {
    const [fleet, engine] = decodeFleet();
    const running = decoding(fleet, engine, 1000);
    fleet.token(running, 1);
    const other = request(10);
    fleet.dispatch(engine, other, "prefill", 0.5);
    fleet.finished(other, 1);
    fleet.roll(1);
    fleet.token(running, 2);
    fleet.roll(2);
    expect(engine.correction).toBe(2);
  });
});
