import { describe, expect, it } from "vitest";
import { manualClock, resolveConfig } from "../../src/index";
import { Accounting, type Engine, Fleet, ProfileSet } from "../../src/parts";
import { Capacities } from "../../src/policies/capacities";
import type { EngineProfileInput } from "../../src/profile";
import { PROFILE, Scene } from "../control/fixtures";

const SLOW_PREFILL: EngineProfileInput = { ...PROFILE, ttftB: 3 * 2 ** -10 };

function fleetOf(engines: readonly [role: "prefill" | "decode", profile: EngineProfileInput, pinned?: boolean][]) {
  const config = resolveConfig({ ttftSloS: 1, tpotSloS: 2 ** -4 });
  const { offeredWork, offers } = new Accounting(config, manualClock(0), undefined, { offeredWork: true });
  const fleet = new Fleet(config, { learns: true });
  for (const [i, [role, profile, pinned = false]] of engines.entries()) {
    fleet.addEngine({ id: `e${i}`, role, profile, pinned }, 0);
  }
  offeredWork?.use(new ProfileSet(fleet.engines.flatMap(({ learning }) => learning?.model.profile ?? [])), 0);
  offers.size(offers.open(0), 0, 1024, 64);
  return { fleet, capacities: new Capacities(fleet.engines, offeredWork) };
}

describe("what the engines of a split can do", () => {
  it("is as many as there are where all are equal", () => {
    const { capacities } = fleetOf([
      ["prefill", PROFILE],
      ["decode", PROFILE],
      ["decode", PROFILE],
    ]);
    expect(capacities.of(1)).toEqual({ prefill: 1, decode: 2 });
    expect(capacities.of(2)).toEqual({ prefill: 2, decode: 1 });
  });

  it("is what those can who would serve: the best of decode for prefill first", () => {
    // A prompt takes 1, 3, 1 and 3 s, in the mean 2 s: the engines do 2, 2/3, 2 and 2/3 of a mean engine.
    const { capacities } = fleetOf([
      ["prefill", PROFILE],
      ["decode", SLOW_PREFILL],
      ["decode", PROFILE],
      ["decode", SLOW_PREFILL],
    ]);
    expect(capacities.of(1)).toEqual({ prefill: 2, decode: 3 });
    expect(capacities.of(2)).toEqual({ prefill: 4, decode: 2 });
    expect(capacities.of(3).prefill).toBeCloseTo(4 + 2 / 3, 12);
  });

  it("is what is left where the worst of prefill goes to decode", () => {
    const { capacities } = fleetOf([
      ["prefill", PROFILE],
      ["prefill", SLOW_PREFILL],
      ["decode", PROFILE],
    ]);
    // A prompt takes 5/3 s in the mean.
    expect(capacities.of(1).prefill).toBeCloseTo(5 / 3, 12);
    expect(capacities.of(1).decode).toBe(2);
  });

  it("leaves pinned engines where they are", () => {
    const { capacities } = fleetOf([
      ["prefill", PROFILE],
      ["decode", PROFILE, true],
      ["decode", SLOW_PREFILL],
    ]);
    expect(capacities.of(2).prefill).toBeCloseTo(5 / 3 + 5 / 9, 12);
  });

  it("says whose loss costs less, where they differ by more than a tenth", () => {
    const { fleet, capacities } = fleetOf([
      ["prefill", PROFILE],
      ["decode", SLOW_PREFILL],
      ["decode", PROFILE],
      ["decode", { ...PROFILE, ttftB: 1.05 * 2 ** -10 }],
    ]);
    const [, slow, fast, alike] = fleet.engines as [Engine, Engine, Engine, Engine];
    expect(capacities.prefers("prefill", fast, slow)).toBe(1);
    expect(capacities.prefers("prefill", slow, fast)).toBe(-1);
    expect(capacities.prefers("decode", slow, fast)).toBe(1);
    expect(capacities.prefers("prefill", fast, alike)).toBe(0);
  });
});

describe("the donor of the headroom policy", () => {
  it("is the engine whose loss costs least, whatever its load", () => {
    const engines = [
      { id: "p0", role: "prefill", profile: PROFILE },
      { id: "d1", role: "decode", profile: SLOW_PREFILL },
      { id: "d2", role: "decode", profile: PROFILE },
    ] as const;
    const scene = new Scene("pdd", { policy: "headroom", engines });
    scene.decoding("d2");
    for (let second = 0; second < 5; second += 1) {
      scene.at(second + 0.5);
      const request = scene.pool.open();
      request.size(1.5 * 1024);
      request.cancel();
    }
    expect(scene.at(5).decide()).toMatchObject({ result: "applied", moves: [{ engine: "d2" }] });
  });
});
