import { describe, expect, it } from "vitest";
import type { FleetLearning } from "../../src/fleet/fleet-learning";
import { resolveConfig } from "../../src/index";
import { type Engine, Fleet, FleetRequest } from "../../src/parts";
import { PROFILE } from "./fixtures";

function fleetOf(...roles: ("prefill" | "decode")[]) {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }), { learns: true });
  const engines = roles.map((role, i) => fleet.addEngine({ id: `e${i}`, role, profile: PROFILE }, 0));
  return { fleet, learning: fleet.learning as FleetLearning, engines: engines as [Engine, ...Engine[]] };
}

const request = (tokens = 1000, arrivedS = 0) =>
  new FleetRequest({ inputTokens: tokens, requestedTokens: 16 }, arrivedS);
const samples = (engine: Engine) => engine.learning?.model.prefill.samples;

describe("what a fleet learns of prefills", () => {
  it("is how long each took, one after the other", () => {
    const { fleet, engines } = fleetOf("prefill");
    const [first, second] = [request(), request(2000)];
    fleet.dispatch(engines[0], first, "prefill", 1);
    fleet.dispatch(engines[0], second, "prefill", 1.5);
    fleet.firstToken(first, 3);
    fleet.firstToken(second, 6);
    fleet.roll(7);
    // Of 1,000 and 2,000 tokens, which the profile says take 1 s and 2 s: 2 and 1.5 times, and the prior weighs two.
    expect(engines[0].learning?.model.prefill).toMatchObject({ samples: 2, scale: (2 + 1.5 + 2) / 4 });
  });

  it("is nothing of one that only began, or only ended, beside decode residents, of no work, or in no time", () => {
    const { fleet, engines } = fleetOf("prefill");
    const [engine] = engines;
    const [decoding, began, ended, empty, backwards] = [request(), request(), request(), request(0), request()];
    fleet.dispatch(engine, decoding, "decode", 0);
    fleet.dispatch(engine, began, "prefill", 0);
    fleet.finished(decoding, 1);
    fleet.firstToken(began, 9);
    fleet.dispatch(engine, ended, "prefill", 10);
    fleet.dispatch(engine, decoding, "decode", 11);
    fleet.firstToken(ended, 19);
    fleet.finished(decoding, 20);
    fleet.dispatch(engine, empty, "prefill", 20);
    fleet.firstToken(empty, 22);
    fleet.dispatch(engine, backwards, "prefill", 30);
    fleet.firstToken(backwards, 29);
    expect(samples(engine)).toBe(0);
    expect(fleet.firstToken(backwards, 31)).toBe(false);
  });

  it("counts for less while the model is refuted, in the phase that it is refuted by", () => {
    const { fleet, learning, engines } = fleetOf("prefill");
    const model = () => engines[0].learning?.model.exportState();
    const began = request();
    fleet.dispatch(engines[0], began, "prefill", 1);
    fleet.firstToken(began, 3);
    const before = model();
    learning.doubt("decode");
    expect(model()).toEqual(before);
    learning.doubt("prefill");
    expect(model()?.prefill.sums).toEqual(before?.prefill.sums.map((sum) => sum * 0.9));
    expect(model()?.decode).toEqual(before?.decode);
  });

  it("is of one kind for engines of the same profile, and of another for others", () => {
    const { fleet, engines } = fleetOf("prefill", "decode", "decode");
    expect(engines[1]?.learning?.model).toBe(engines[0].learning?.model);
    fleet.setProfile("e2", null);
    expect(engines[2]?.learning?.model).not.toBe(engines[0].learning?.model);
    expect(engines[2]?.learning?.model.prior).toBeNull();
  });
});

/** An engine with so many decode residents, which gives each of them a token every `gapS` for a second. */
function stream(fleet: Fleet, requests: FleetRequest[], fromS: number, gapS: number): void {
  for (let atS = fromS; atS < fromS + 1 - gapS / 2; atS += gapS) for (const one of requests) fleet.token(one, atS);
}

describe("what a fleet learns of decode", () => {
  function streaming() {
    const { fleet, engines } = fleetOf("prefill", "decode");
    const engine = engines[1] as Engine;
    const residents = Array.from({ length: 4 }, () => request());
    for (const one of residents) fleet.dispatch(engine, one, "decode", 0);
    return { fleet, engines, engine, residents, decode: () => engine.learning?.model.decode };
  }

  it("is the mean gap of an interval, beside what was on the engine", () => {
    const { fleet, engine, residents, decode } = streaming();
    stream(fleet, residents, 0, 1 / 16);
    fleet.roll(1);
    expect(decode()?.samples).toBe(1);
    expect(engine.learning?.model.decodeRequests).toEqual({ least: 4, largest: 4 });
    // 62.5 ms, where the profile says 18 ms: 3.47 times, and the prior weighs two.
    expect(decode()?.scale).toBeCloseTo((2 + 0.0625 / 0.018032) / 3, 3);
  });

  it("is nothing of an interval that prefill had a part in, or of few gaps", () => {
    const { fleet, engine, residents, decode } = streaming();
    stream(fleet, residents, 0, 1 / 2);
    fleet.roll(1);
    expect(decode()?.samples).toBe(0);
    fleet.dispatch(engine, request(), "prefill", 1);
    stream(fleet, residents, 1, 1 / 16);
    fleet.roll(2);
    expect(decode()?.samples).toBe(0);
  });

  it("counts a stall as four mean gaps", () => {
    const { fleet, residents, decode } = streaming();
    stream(fleet, residents, 0, 1 / 16);
    fleet.roll(1);
    const scale = decode()?.scale as number;
    stream(fleet, residents, 9, 1 / 16);
    fleet.roll(10);
    expect(decode()?.samples).toBe(2);
    expect((decode()?.scale as number) / scale).toBeLessThan(1.5);
  });
});

describe("what a fleet sees of the SLOs", () => {
  it("is nothing before a pass", () => {
    const { learning } = fleetOf("prefill");
    expect(learning.signals).toMatchObject({ firstTokensPerS: null, firstTokens: 0, lateShare: null, gapRatio: null });
  });

  it("counts first tokens that waited too long, not those that prefill alone made late", () => {
    const { fleet, learning, engines } = fleetOf("prefill");
    const [waited, slow] = [request(1000, 0), request(1000, 9)];
    fleet.dispatch(engines[0], waited, "prefill", 8);
    fleet.firstToken(waited, 9);
    fleet.dispatch(engines[0], slow, "prefill", 9);
    fleet.firstToken(slow, 12);
    fleet.roll(12);
    expect(learning.signals).toMatchObject({ firstTokens: 2, lateShare: 0.5 });
    // 10 s later both weigh half.
    fleet.roll(22);
    expect(learning.signals).toMatchObject({ firstTokens: 1, lateShare: 0.5, firstTokensPerS: 0.2 });
  });
});

describe("what a fleet has learned", () => {
  it("goes on elsewhere to the bit, for the kinds that are there", () => {
    const { fleet, learning, engines } = fleetOf("prefill", "decode");
    for (let i = 0; i < 8; i += 1) {
      const one = request(500 + 100 * i, i);
      fleet.dispatch(engines[0], one, "prefill", i);
      fleet.firstToken(one, i + 0.75);
    }
    fleet.roll(8);
    const taken = fleetOf("prefill", "decode");
    taken.learning.importState(learning.exportState(), taken.engines);
    expect(taken.learning.exportState()).toEqual(learning.exportState());
    expect(taken.engines[0].learning?.model.profile).toEqual(engines[0].learning?.model.profile);
    taken.learning.importState(null, taken.engines);
    expect(taken.learning.exportState()).toEqual(fleetOf("prefill", "decode").learning.exportState());
  });

  it("is nothing of a fleet that does not learn", () => {
    const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
    const engine = fleet.addEngine({ id: "e", role: "prefill", profile: PROFILE }, 0);
    expect([fleet.learning, engine.learning]).toEqual([null, null]);
  });
});
