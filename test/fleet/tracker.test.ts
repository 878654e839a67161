import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/config";
import { ArgumentError, TimeError, UnknownIdError } from "../../src/errors";
import { FleetTracker, type Phase } from "../../src/fleet";
import { PROFILE } from "./fixtures";

const SHAPE = { inputTokens: 100, requestedTokens: 10 };

function tracked(): FleetTracker {
  const tracker = new FleetTracker(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
  tracker.fleet.addEngine({ id: "p", role: "prefill", profile: PROFILE }, 0);
  tracker.fleet.addEngine({ id: "d", role: "decode", profile: PROFILE }, 0);
  return tracker;
}

describe("FleetTracker", () => {
  it("follows a request from the queue to its end", () => {
    const tracker = tracked();
    const { fleet } = tracker;
    tracker.wait("r", "prefill", 1, { ...SHAPE, arrivedS: 0.5 });
    expect(tracker.find("r")).toMatchObject({ id: "r", arrivedS: 0.5, state: "waiting" });
    tracker.dispatch("p", "r", "prefill", 2);
    expect(fleet.residentPrefillS()).toBeCloseTo(0.1, 12);
    expect(tracker.firstToken("p", "r", 3)).toBe(true);
    tracker.dispatch("d", "r", "decode", 3);
    expect(tracker.token("d", "r", 4)).toBe(true);
    expect(tracker.token("d", "r", 5, 3)).toBe(true);
    expect(fleet.read(5).residentDecodeTokens).toBe(104);
    expect(tracker.finished("d", "r", 6)).toBe(true);
    expect([tracker.size, fleet.read(6).residentDecodeTokens]).toEqual([0, 0]);
    expect(Object.values(tracker.anomalies)).toEqual([0, 0, 0, 0, 0]);
  });

  it("reaper: released exactly once; unknown tokens change nothing but a counter", () => {
    const tracker = tracked();
    tracker.dispatch("d", 1, "decode", 0, SHAPE);
    tracker.token("d", 1, 359);
    expect(tracker.fleet.read(359).residentDecodeRequests).toBe(1);
    expect(tracker.finished("d", 1, 360)).toBe(true);
    expect(tracker.finished("d", 1, 361)).toBe(false);
    expect(tracker.anomalies.unknown_request).toBe(1);
    tracker.dispatch("d", 2, "decode", 361, SHAPE);
    expect(tracker.token("d", 1, 362)).toBe(false);
    expect(tracker.token("x", 2, 362)).toBe(false);
    expect(tracker.anomalies).toMatchObject({ unknown_request: 2, unknown_engine: 1 });
    expect(tracker.fleet.read(362).residentDecodeTokens).toBe(100);
  });

  it("counts events by what does not fit", () => {
    const tracker = tracked();
    tracker.dispatch("p", "r", "prefill", 0, SHAPE);
    expect(tracker.token("p", "r", 1)).toBe(false);
    for (const nowS of [1, 2]) expect(tracker.token("d", "r", nowS)).toBe(false);
    expect(tracker.firstToken("d", "r", 1)).toBe(false);
    expect(tracker.firstToken("x", "r", 1)).toBe(false);
    expect(tracker.firstToken("p", "s", 1)).toBe(false);
    tracker.firstToken("p", "r", 1);
    expect(tracker.firstToken("p", "r", 1)).toBe(false);
    expect(tracker.token("d", "r", 1)).toBe(false);
    tracker.dispatch("d", "r", "decode", 1);
    expect(tracker.firstToken("d", "r", 1)).toBe(false);
    expect(tracker.anomalies).toEqual({
      unknown_request: 1,
      unknown_engine: 1,
      wrong_engine: 3,
      not_prefilling: 2,
      not_decoding: 2,
    });
  });

  it("does not let the late end of one attempt end the next", () => {
    const tracker = tracked();
    tracker.dispatch("p", "r", "prefill", 0, SHAPE);
    tracker.wait("r", "prefill", 1);
    expect(tracker.finished("p", "r", 1)).toBe(false);
    tracker.dispatch("d", "r", "prefill", 2);
    expect(tracker.finished("p", "r", 2)).toBe(false);
    expect(tracker.anomalies.wrong_engine).toBe(2);
    tracker.wait("r", "prefill", 3);
    expect(tracker.finished(null, "r", 3)).toBe(true);
    expect([tracker.size, tracker.fleet.waitingRequests]).toEqual([0, 0]);
  });

  it("ends a request in transit wherever it came from", () => {
    const tracker = tracked();
    tracker.dispatch("p", "r", "prefill", 0, SHAPE);
    tracker.firstToken("p", "r", 1);
    expect(tracker.finished("p", "r", 2)).toBe(true);
    expect(tracker.size).toBe(0);
  });

  it("departed-engine: later events of its residents are no-ops, and they can be retried or ended", () => {
    const tracker = tracked();
    const ids = [0, 1, 2, 3, 4];
    for (const id of ids) tracker.dispatch("d", id, id < 2 ? "prefill" : "decode", 0, SHAPE);
    expect(tracker.fleet.removeEngine("d", 1).map((request) => request.id)).toEqual(ids);
    for (const id of ids) {
      expect(tracker.firstToken("d", id, 2)).toBe(false);
      expect(tracker.token("d", id, 2)).toBe(false);
    }
    expect(tracker.anomalies.unknown_engine).toBe(10);
    tracker.dispatch("p", 0, "prefill", 3);
    expect(tracker.finished("d", 0, 3)).toBe(false);
    for (const id of ids.slice(1)) expect(tracker.finished("d", id, 3)).toBe(true);
    expect(tracker.size).toBe(1);
  });

  it("reprices a known request that comes with a shape again", () => {
    const tracker = tracked();
    tracker.dispatch("p", "r", "prefill", 0, SHAPE);
    tracker.dispatch("p", "r", "prefill", 0, { inputTokens: 300, requestedTokens: 10, cachedTokens: 100 });
    expect(tracker.fleet.engine("p").prefillTokens).toBe(200);
    tracker.wait("r", "decode", 0, SHAPE);
    expect([tracker.find("r")?.inputTokens, tracker.fleet.engine("p").prefillTokens]).toEqual([100, 0]);
  });

  it("refuses commands that cannot be, and changes nothing", () => {
    const tracker = tracked();
    const bad = { ...SHAPE, inputTokens: -1 };
    expect(() => tracker.dispatch("x", "r", "decode", 0, SHAPE)).toThrow(UnknownIdError);
    expect(() => tracker.dispatch("d", "r", "decode", 0)).toThrow(UnknownIdError);
    expect(() => tracker.wait("r", "decode", 0)).toThrow(UnknownIdError);
    expect(() => tracker.dispatch("d", "r", "decode", 0, bad)).toThrow(ArgumentError);
    expect(() => tracker.wait("r", "both" as Phase, 0, SHAPE)).toThrow(ArgumentError);
    expect(() => tracker.dispatch("d", "r", "both" as Phase, 0, SHAPE)).toThrow(ArgumentError);
    expect(() => tracker.dispatch("d", undefined as never, "decode", 0, SHAPE)).toThrow(ArgumentError);
    expect(() => tracker.dispatch("d", "r", "decode", Number.NaN, SHAPE)).toThrow(TimeError);
    expect(() => tracker.wait("r", "decode", Number.NaN, SHAPE)).toThrow(TimeError);
    expect(() => tracker.wait("r", "decode", 0, { ...SHAPE, arrivedS: Number.NaN })).toThrow(TimeError);
    expect([tracker.size, tracker.fleet.waitingRequests]).toEqual([0, 0]);
    tracker.dispatch("d", "r", "decode", 0, SHAPE);
    expect(() => tracker.dispatch("d", "r", "prefill", 0, bad)).toThrow(ArgumentError);
    expect(() => tracker.dispatch("d", "r", "prefill", Number.NaN, { ...SHAPE, inputTokens: 5 })).toThrow(TimeError);
    expect(() => tracker.token("d", "r", 1, 0)).toThrow(ArgumentError);
    expect(() => tracker.token("d", "other", Number.NaN)).toThrow(TimeError);
    expect(() => tracker.firstToken("d", "r", Number.NaN)).toThrow(TimeError);
    expect(() => tracker.finished("d", "r", Number.NaN)).toThrow(TimeError);
    expect([tracker.find("r")?.state, tracker.fleet.read(1).residentDecodeTokens]).toEqual(["decode", 100]);
  });
});
