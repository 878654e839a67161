import { describe, expect, it } from "vitest";
import { ArgumentError, ConfigError, ProfileError, TimeError, UnknownIdError } from "../../src/errors";
import { FleetRequest, type Role } from "../../src/fleet";
import { fleetOf, PROFILE, request } from "./fixtures";

const NOT_TIMES = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const NOT_LENGTHS = [-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY];

describe("engines of a fleet", () => {
  it("keep the order in which they joined, and their settings", () => {
    const fleet = fleetOf([
      { id: "b", role: "decode", pinned: true },
      { id: "a", role: "prefill", available: false },
    ]);
    expect(fleet.engines.map((engine) => engine.id)).toEqual(["b", "a"]);
    expect(fleet.engine("b")).toMatchObject({ available: true, pinned: true, correction: 1, lastMoveS: null });
    expect([fleet.countByRole("prefill"), fleet.availableByRole("prefill")]).toEqual([1, 0]);
    fleet.setAvailable("a", true);
    fleet.setPinned("b", false);
    fleet.setRole("b", "prefill");
    expect([fleet.availableByRole("prefill"), fleet.countByRole("decode")]).toEqual([2, 0]);
    expect(fleet.engine("b").pinned).toBe(false);
    expect(fleet.find("c")).toBeUndefined();
  });

  it("takes engines as available and not pinned unless told otherwise", () => {
    const fleet = fleetOf([
      { id: "a", role: "decode" },
      { id: "b", role: "decode", available: false, pinned: true },
    ]);
    expect(fleet.engines.map(({ available, pinned }) => [available, pinned])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("refuses bad engines and adds none", () => {
    const fleet = fleetOf([{ id: "a", role: "decode" }]);
    const add = (id: unknown, role: unknown, nowS = 0, profile: unknown = null) =>
      fleet.addEngine({ id: id as string, role: role as Role, profile: profile as null }, nowS);
    expect(() => add("a", "decode")).toThrow(ArgumentError);
    expect(() => add("", "decode")).toThrow(ArgumentError);
    expect(() => add(7, "decode")).toThrow(ArgumentError);
    expect(() => add("b", "both")).toThrow(ArgumentError);
    expect(() => add("b", "decode", Number.NaN)).toThrow(TimeError);
    expect(() => add("b", "decode", 0, { ...PROFILE, ttftB: Number.NaN })).toThrow(ProfileError);
    expect(fleet.engines.length).toBe(1);
  });

  it("holds at most 256", () => {
    const fleet = fleetOf(Array.from({ length: 256 }, (_, index) => ({ id: `${index}`, role: "decode" as const })));
    expect(() => fleet.addEngine({ id: "one-more", role: "decode" }, 0)).toThrow(ConfigError);
  });

  it("refuses settings of unknown engines, and bad ones", () => {
    const fleet = fleetOf([{ id: "a", role: "decode" }]);
    expect(() => fleet.engine("b")).toThrow(UnknownIdError);
    expect(() => fleet.setRole("b", "decode")).toThrow(UnknownIdError);
    expect(() => fleet.setAvailable("b", true)).toThrow(UnknownIdError);
    expect(() => fleet.setPinned("b", true)).toThrow(UnknownIdError);
    expect(() => fleet.setProfile("b", null)).toThrow(UnknownIdError);
    expect(() => fleet.removeEngine("b", 0)).toThrow(UnknownIdError);
    expect(() => fleet.setRole("a", "both" as Role)).toThrow(ArgumentError);
    expect(() => fleet.removeEngine("a", Number.NaN)).toThrow(TimeError);
    const before = fleet.engine("a").profile;
    expect(() => fleet.setProfile("a", { ...PROFILE, tpotSlope: -1 })).toThrow(ProfileError);
    expect(fleet.engine("a").profile).toBe(before);
  });

  it("departed-engine: its 5 residents leave with it, and no later event of theirs fails", () => {
    const fleet = fleetOf([
      { id: "a", role: "decode" },
      { id: "b", role: "decode" },
    ]);
    const gone = fleet.engine("a");
    const residents = Array.from({ length: 5 }, (_, index) => request(100 * index));
    for (const [index, resident] of residents.entries()) {
      fleet.dispatch(gone, resident, index < 2 ? "prefill" : "decode", 1);
    }
    fleet.token(residents[2] as FleetRequest, 2);
    const released = fleet.removeEngine("a", 3);
    expect(new Set(released)).toEqual(new Set(residents));
    expect(released.slice(0, 2)).toEqual(residents.slice(0, 2));
    expect(fleet.engines.map((engine) => engine.id)).toEqual(["b"]);
    const left = { residentPrefillS: 0, residentDecodeTokens: 0, residentDecodeRequests: 0 };
    expect(fleet.read(3)).toMatchObject(left);
    for (const resident of residents) {
      expect([resident.state, resident.engine]).toEqual(["none", null]);
      expect(fleet.firstToken(resident, 4)).toBe(false);
      expect(fleet.token(resident, 4)).toBe(false);
      expect(fleet.finished(resident, 4)).toBe(false);
    }
    expect(() => fleet.dispatch(gone, residents[0] as FleetRequest, "decode", 5)).toThrow(UnknownIdError);
    fleet.dispatch(fleet.engine("b"), residents[4] as FleetRequest, "decode", 5);
    expect(fleet.read(5).residentDecodeTokens).toBe(400);
    expect(() => fleet.addEngine({ id: "a", role: "prefill" }, 6)).not.toThrow();
    expect(fleet.find("a")).not.toBe(gone);
  });
});

describe("events that do not fit", () => {
  it("change nothing and say so", () => {
    const fleet = fleetOf([{ id: "a", role: "decode" }]);
    const running = request(100);
    expect([fleet.firstToken(running, 0), fleet.token(running, 0), fleet.finished(running, 0)]).not.toContain(true);
    fleet.wait(running, "prefill", 0);
    expect([fleet.firstToken(running, 0), fleet.token(running, 0)]).not.toContain(true);
    fleet.dispatch(fleet.engine("a"), running, "prefill", 0);
    expect(fleet.token(running, 0)).toBe(false);
    fleet.dispatch(fleet.engine("a"), running, "decode", 0);
    expect(fleet.firstToken(running, 0)).toBe(false);
    expect(fleet.finished(running, 360)).toBe(true);
    expect(fleet.finished(running, 361)).toBe(false);
    expect(running.outputTokens).toBe(0);
  });

  it("refuses times that are not finite, phases and counts, and changes nothing", () => {
    const fleet = fleetOf([{ id: "a", role: "decode" }]);
    const engine = fleet.engine("a");
    const running = request(100);
    fleet.dispatch(engine, running, "decode", 0);
    for (const nowS of NOT_TIMES) {
      expect(() => fleet.wait(running, "prefill", nowS)).toThrow(TimeError);
      expect(() => fleet.dispatch(engine, running, "prefill", nowS)).toThrow(TimeError);
      expect(() => fleet.firstToken(running, nowS)).toThrow(TimeError);
      expect(() => fleet.token(running, nowS)).toThrow(TimeError);
      expect(() => fleet.finished(running, nowS)).toThrow(TimeError);
      expect(() => fleet.roll(nowS)).toThrow(TimeError);
      expect(() => fleet.poolLoad("prefill", nowS)).toThrow(TimeError);
      expect(() => engine.decodeLoad(nowS)).toThrow(TimeError);
      expect(() => engine.stalledGapS(nowS)).toThrow(TimeError);
    }
    for (const count of [...NOT_LENGTHS, 0]) expect(() => fleet.token(running, 1, count)).toThrow(ArgumentError);
    expect(() => fleet.wait(running, "both" as Role, 0)).toThrow(ArgumentError);
    expect(() => fleet.dispatch(engine, running, "waiting" as Role, 0)).toThrow(ArgumentError);
    expect([running.state, running.outputTokens, engine.decodeTokens]).toEqual(["decode", 0, 100]);
  });

  it("refuses lengths that are no token lengths", () => {
    const fleet = fleetOf([{ id: "a", role: "decode" }]);
    const running = request(100);
    fleet.dispatch(fleet.engine("a"), running, "decode", 0);
    for (const field of ["inputTokens", "requestedTokens", "cachedTokens", "outputTokens"]) {
      for (const bad of NOT_LENGTHS) {
        const shape = { inputTokens: 10, requestedTokens: 10, [field]: bad };
        expect(() => new FleetRequest(shape, 0)).toThrow(ArgumentError);
        expect(() => fleet.resize(running, shape)).toThrow(ArgumentError);
      }
    }
    expect(() => request(10, { cachedTokens: 11 })).toThrow(ArgumentError);
    expect(() => new FleetRequest({ inputTokens: 1, requestedTokens: 1 }, Number.NaN)).toThrow(TimeError);
    expect([running.tokens, fleet.read(0).residentDecodeTokens]).toEqual([100, 100]);
  });

  it("gives no NaN at the ends of time and of profiles", () => {
    const huge = { ...PROFILE, ttftA: 1e308, ttftC: 1e308, tpotSlope: 1e308, tpotIntercept: 1e308 };
    const fleet = fleetOf([{ id: "a", role: "decode", profile: huge }]);
    const engine = fleet.engine("a");
    const idle = fleet.addEngine({ id: "b", role: "prefill" }, -1.7e308);
    const running = request(1000);
    fleet.dispatch(engine, request(1000), "prefill", -1e308);
    fleet.dispatch(engine, running, "decode", -1e308);
    for (const nowS of [-1e308, 1e308, -1e308, 1.7e308]) fleet.token(running, nowS, 3);
    for (const rollS of [1e308, 1.7e308]) {
      fleet.roll(rollS);
      const published = [idle, engine].flatMap((each) => [each.meanGapS, each.correction, each.meanPrefillPriceS]);
      const loads = [fleet.poolLoad("prefill", -1e308), fleet.poolLoad("decode", -1e308)];
      const sums = [fleet.residencySample(), fleet.residentPrefillS()];
      expect([...published, ...loads, ...sums].some(Number.isNaN)).toBe(false);
    }
  });
});

describe("resize", () => {
  it("keeps the sums right wherever the request is", () => {
    const fleet = fleetOf([{ id: "a", role: "prefill" }]);
    const engine = fleet.engine("a");
    const running = request(100);
    const shape = (inputTokens: number) => ({ inputTokens, requestedTokens: 7, cachedTokens: 50 });
    fleet.resize(running, shape(200));
    fleet.dispatch(engine, running, "prefill", 0);
    expect(engine.prefillTokens).toBe(150);
    fleet.resize(running, shape(300));
    expect(engine.prefillTokens).toBe(250);
    fleet.dispatch(engine, running, "decode", 0);
    fleet.token(running, 0);
    fleet.resize(running, shape(400));
    expect([engine.prefillTokens, engine.decodeTokens, running.tokens]).toEqual([0, 401, 401]);
    expect(running.requestedTokens).toBe(7);
  });
});
