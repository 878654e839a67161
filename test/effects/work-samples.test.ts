import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/config";
import { tighterLoad, WorkSamples } from "../../src/effects/work-samples";
import { Fleet, FleetRequest } from "../../src/fleet";
import { profile } from "../simulation/fleet-helpers";

const TPOT_S = 0.25;

function fleetOf() {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: TPOT_S }));
  for (const id of ["a", "b"]) fleet.addEngine({ id, role: "prefill", profile }, 0);
  fleet.addEngine({ id: "c", role: "decode", profile }, 0);
  const request = () => new FleetRequest({ inputTokens: 1024, requestedTokens: 10 }, 0);
  const samples = new WorkSamples(60);
  const look = (nowS: number) => {
    samples.add(fleet, TPOT_S, nowS);
    return samples.mean(nowS - 1, nowS);
  };
  return { fleet, request, samples, look };
}

describe("the work of a fleet", () => {
  it("of prefill is the engines at it, and what waits there and in the line", () => {
    const { fleet, request, look } = fleetOf();
    expect(look(0)).toEqual({ prefill: 0, decode: 0 });
    fleet.dispatch(fleet.engine("a"), request(), "prefill", 0);
    expect(look(1)).toEqual({ prefill: 1, decode: 0 });
    fleet.dispatch(fleet.engine("a"), request(), "prefill", 0);
    // Another second of work, which is to be gone in three.
    expect(look(2)?.prefill).toBeCloseTo(4 / 3, 12);
    fleet.wait(request(), "prefill", 0);
    expect(look(3)?.prefill).toBeCloseTo(5 / 3, 12);
    for (let waiting = 0; waiting < 100; waiting++) fleet.wait(request(), "prefill", 0);
    expect(look(4)?.prefill).toBe(3);
  });

  it("of decode is the engines that its residents take", () => {
    const { fleet, request, look } = fleetOf();
    fleet.dispatch(fleet.engine("c"), request(), "decode", 0);
    expect(look(0)?.decode).toBe(fleet.engine("c").decodeWork());
    expect(look(0)?.decode).toBeCloseTo(1024 / 100_000, 12);
  });

  it("is the mean of the looks of a span, and forgotten after a time", () => {
    const { fleet, request, samples } = fleetOf();
    samples.add(fleet, TPOT_S, 1);
    fleet.dispatch(fleet.engine("a"), request(), "prefill", 1);
    samples.add(fleet, TPOT_S, 2);
    expect(samples.mean(0, 2)).toEqual({ prefill: 0.5, decode: 0 });
    expect(samples.mean(1, 2)).toEqual({ prefill: 1, decode: 0 });
    expect(samples.mean(2, 9)).toBeNull();
    samples.add(fleet, TPOT_S, 62);
    expect(samples.mean(0, 62)).toEqual({ prefill: 1, decode: 0 });
    for (let look = 0; look < 1000; look++) samples.add(fleet, TPOT_S, 62 + look / 1000);
    expect(samples.mean(61, 62.5)).toBeNull();
    samples.clear();
    expect(samples.mean(0, 99)).toBeNull();
  });
});

it("the load of a split is that of its tighter role", () => {
  const work = { prefill: 3, decode: 2 };
  expect(tighterLoad(work, { prefill: 2, decode: 4 })).toBe(1.5);
  expect(tighterLoad(work, { prefill: 4, decode: 2 })).toBe(1);
  expect(tighterLoad(work, { prefill: 0, decode: 2 })).toBe(3);
});
