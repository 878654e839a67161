import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/config";
import { capacities, speedsOf } from "../../src/regret/fluid-fleet";
import { fluidLoadOf } from "../../src/regret/fluid-load";
import { movesOf } from "../../src/regret/role-schedule";
import { type SearchRules, searchSplits } from "../../src/regret/split-search";
import type { ReplayEngine } from "../../src/replay/index";
import { at } from "../simulation/fleet-helpers";
import { inputOf } from "./inputs";

const CONFIG = resolveConfig({ ttftSloS: 2.5, tpotSloS: 1 });
const [ENGINE] = inputOf("pd", []).engines;
const PROFILE = (ENGINE as ReplayEngine).profile;

describe("the work of a trace as a fluid", () => {
  it("has the prefill of each request, and decode second by second", () => {
    // 1 s and 2 s of prefill. At most 59 requests of 17 tokens keep 1 s a token, if the batch has 60 at most.
    const load = fluidLoadOf([at(0, 1024, 1), at(4, 2048, 1), at(8, 1024, 1)], PROFILE, CONFIG, 2);
    expect([load.seconds, load.meanPrefillS]).toEqual([5, 4 / 3]);
    expect([...load.arrivedS]).toEqual([0, 2, 4]);
    expect([...load.prefillS]).toEqual([1, 2, 1]);
    expect([...load.firstIn]).toEqual([0, 1, 1, 2, 2, 3]);
    // They decode from 1 s, 4 s and 5 s on: one second each, and the last one after the end.
    expect([...load.decodeShares]).toEqual([0, 1, 0, 0, 1]);
  });

  it("has no request twice, and none at all of an empty trace", () => {
    expect(fluidLoadOf([], PROFILE, CONFIG, 1)).toMatchObject({ seconds: 1, meanPrefillS: 0 });
  });
});

describe("what engines can do", () => {
  it("gives prefill the engines that decode misses least", () => {
    const { engines } = inputOf("pdd", []);
    const [a, b, c] = engines as [(typeof engines)[0], (typeof engines)[0], (typeof engines)[0]];
    const slow = { ...b, profile: { ...b.profile, ttftB: b.profile.ttftB * 2 } };
    const speeds = speedsOf([a, slow, c], [at(0, 1024, 16)], CONFIG);
    expect(speeds.map(({ prefill, decode }) => [prefill, decode])).toEqual([
      [1, 1],
      [0.5, 1],
      [1, 1],
    ]);
    expect(capacities(speeds)).toEqual({ prefill: [0, 1, 2, 2.5], decode: [3, 2, 1, 0] });
    expect(movesOf([2, 1, 2], 10, [a, slow, c], speeds)).toEqual([
      { atS: 0, engine: "d2", to: "prefill" },
      { atS: 10, engine: "d2", to: "decode" },
      { atS: 20, engine: "d2", to: "prefill" },
    ]);
  });
});

describe("the splits that miss least", () => {
  const rules: SearchRules = {
    ttftSloS: 2.5,
    epochS: 10,
    awayS: 0,
    lane: false,
    caution: 1,
    prefill: [0, 1, 2, 3],
    decode: [3, 2, 1, 0],
  };
  /** A quiet stretch, then 1.8 s of prefill each second, and quiet again. */
  const busy = Array.from({ length: 20 }, (_, i) => at(20 + i, 1843, 1));
  const load = fluidLoadOf([at(0, 1024, 1), ...busy, at(59, 1024, 1)], PROFILE, CONFIG, 1);

  it("change when the work does, and stay as they are where nothing is lost", () => {
    expect(searchSplits(load, rules, 1)).toEqual([1, 1, 2, 2, 2, 2]);
    expect(searchSplits(load, rules, 2)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("change earlier where engines are away meanwhile", () => {
    expect(searchSplits(load, { ...rules, awayS: 10 }, 1).indexOf(2)).toBeLessThan(2);
  });

  it("leave decode the engines that it needs", () => {
    const long = Array.from({ length: 60 }, (_, i) => at(i, 8, 200));
    const decoding = fluidLoadOf(long, PROFILE, CONFIG, 1);
    expect(searchSplits(decoding, { ...rules, caution: 4 }, 2).at(-1)).toBe(1);
  });

  it("let late requests stand aside with the lane", () => {
    const flood = fluidLoadOf([...Array.from({ length: 9 }, () => at(0, 2048, 1)), at(5, 1024, 1)], PROFILE, CONFIG, 1);
    expect(searchSplits(flood, { ...rules, prefill: [0, 1, 1, 3] }, 1)).toEqual([1]);
    expect(searchSplits(flood, { ...rules, lane: true }, 2)).toEqual([2]);
  });
});
