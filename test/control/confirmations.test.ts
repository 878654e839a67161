import { describe, expect, it } from "vitest";
import { Confirmations } from "../../src/control/confirmations";
import { PROFILE, type Scene, sceneAt8 } from "./fixtures";

describe("confirmations", () => {
  it("count the same proposal in a row", () => {
    const confirmations = new Confirmations();
    const proposal = { prefill: 3, variant: "" };
    const counts = [
      proposal,
      { ...proposal },
      { ...proposal, prefill: 1 },
      proposal,
      { ...proposal, variant: "recovery" },
      { ...proposal, variant: "recovery" },
      { ...proposal, variant: "recovery mixed" },
      proposal,
    ].map((next) => confirmations.confirm(next));
    expect(counts).toEqual([1, 2, 1, 1, 1, 2, 1, 1]);
    confirmations.reset();
    expect(confirmations.confirm(proposal)).toBe(1);
  });
});

it("confirmations go on elsewhere where they were", () => {
  const proposal = { prefill: 3, variant: "mixed" };
  const confirmations = new Confirmations();
  expect(confirmations.exportState()).toEqual({ proposal: null, count: 0 });
  confirmations.confirm(proposal);
  confirmations.confirm(proposal);
  expect(confirmations.exportState()).toEqual({ proposal, count: 2 });
  const taker = new Confirmations();
  taker.importState(confirmations.exportState());
  expect(taker.confirm(proposal)).toBe(3);
});

/** Decode at 75%, prefill idle: a move to decode that has to win 3 steps. */
function confirming(options = {}): Scene {
  const scene = sceneAt8("ppd", { decode: 0.75 }, { confirmations: 3, stepS: 0.25, ...options });
  expect(scene.decide()).toMatchObject({ reason: "confirming", confirmations: 1, requiredConfirmations: 3 });
  return scene;
}

/** What the next steps come to. */
function steps(scene: Scene, ...timesS: number[]) {
  return timesS.map((timeS) => {
    const { reason, confirmations } = scene.at(timeS).decide();
    return confirmations === undefined ? reason : `${reason} ${confirmations}`;
  });
}

describe("a proposal that is being confirmed", () => {
  it("is carried out at the last one", () => {
    expect(steps(confirming(), 8.25, 8.5, 8.75)).toEqual(["confirming 2", "improved 3", "evidence_risk"]);
  });

  it("is not set back by a pass between two steps", () => {
    const scene = confirming();
    expect(scene.at(8.125).pool.pass().decisions).toEqual([]);
    expect(steps(scene, 8.25)).toEqual(["confirming 2"]);
  });

  it("begins anew after an engine was unavailable", () => {
    const scene = confirming();
    scene.pool.setAvailable("p0", false);
    expect(steps(scene, 8.25)).toEqual(["fleet_unavailable"]);
    scene.pool.setAvailable("p0", true);
    expect(steps(scene, 8.5, 8.75, 9)).toEqual(["confirming 1", "confirming 2", "improved 3"]);
  });

  it("begins anew after too little history", () => {
    const scene = confirming();
    expect(steps(scene, 30)).toEqual(["insufficient_history"]);
    scene.at(31).demand({ decode: 0.75 });
    expect(steps(scene, 31.25, 31.5)).toEqual(["confirming 1", "confirming 2"]);
  });

  it("begins anew after a gate has held it", () => {
    const scene = confirming();
    const request = scene.at(8.125).prefilling("p0", 0.625);
    // 0.625 s on one of two engines: 62.5% of the one that would be left.
    expect(steps(scene, 8.25)).toEqual(["source_pressure_prefill"]);
    request.cancel();
    expect(steps(scene.at(8.5), 8.5, 8.75, 9)).toEqual(["confirming 1", "confirming 2", "improved 3"]);
  });

  it("begins anew after a floor was restored", () => {
    const scene = confirming();
    scene.pool.setAvailable("d2", false);
    expect(steps(scene, 8.25)).toEqual(["restore_decode_floor"]);
    scene.pool.setAvailable("d2", true);
    scene.pool.addEngine({ id: "p3", role: "prefill", profile: PROFILE });
    scene.demand({ decode: 0.75 });
    expect(steps(scene, 8.5, 8.75, 9)).toEqual(["confirming 1", "confirming 2", "improved 3"]);
  });

  it("begins anew after an attempt that was blocked", () => {
    const scene = confirming({ cooldownS: 9 });
    expect(steps(scene, 8.25, 8.5, 8.75, 9)).toEqual(["confirming 2", "cooldown 3", "confirming 1", "confirming 2"]);
  });

  it("begins anew after an advisory one", () => {
    const scene = confirming({ advisory: true });
    expect(steps(scene, 8.25, 8.5, 8.75)).toEqual(["confirming 2", "improved 3", "confirming 1"]);
  });
});

describe("confirmations that are needed", () => {
  const many = { confirmations: 2, sustainedIntervals: 4 };
  const required = (scene: Scene) => scene.decide().requiredConfirmations;

  it("are 1 when the role that gains is over its limit, and the larger number below", () => {
    expect(required(sceneAt8("ppd", { decode: 1 }, many))).toBe(1);
    expect(required(sceneAt8("ppd", { decode: 63 / 64 - 1 / 64 }, many))).toBe(4);
    expect(required(sceneAt8("pdd", { prefill: 1 }, { ...many, confirmations: 5 }))).toBe(1);
    expect(required(sceneAt8("pdd", { prefill: 0.75 }, { ...many, confirmations: 5 }))).toBe(5);
  });

  it("are the larger number in recovery, however far over the role is", () => {
    const scene = sceneAt8("ppd", { decode: 2 }, many).at(7);
    scene.decoding("d2");
    const pending = scene.at(8).unsized();
    expect(scene.decide()).toMatchObject({ reason: "confirming", requiredConfirmations: 4, demandComplete: false });
    // The same split out of recovery is another proposal, and needs one.
    pending.invalid();
    expect(scene.at(9).decide()).toMatchObject({ result: "applied", confirmations: 1, requiredConfirmations: 1 });
  });

  it("are the larger number when both roles are under pressure", () => {
    const scene = sceneAt8("pdd", { prefill: 2 }, { ...many, demandRiseTolerance: 9 });
    scene.prefilling("p0", 3);
    scene.at(8 - 1 / 16).decoding("d1");
    // 1/16 s without a token is a load of 1, and half of that the mean of two engines.
    expect(scene.at(8).decide()).toMatchObject({
      eligibilityRule: "mixed_pressure",
      projectedTtftRatio: 1.5,
      projectedTpotRatio: 1,
      objectiveDelta: 1.5,
      reason: "confirming",
      requiredConfirmations: 4,
    });
  });
});
