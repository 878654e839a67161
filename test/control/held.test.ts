import { describe, expect, it } from "vitest";
import { enginesOf, Scene, sceneAt8 } from "./fixtures";

/** What a decision says of itself, without its evidence. */
function verdict(scene: Scene) {
  const { prefill, decode, by, result, reason, limit } = scene.decide();
  return { split: [prefill, decode], by, result, reason, limit };
}

function held(reason: string, split: [number, number], limit: [string, number | null, number | null, number?]) {
  const [gate, value, threshold, clearsInS = null] = limit;
  return { split, by: "reactive", result: "held", reason, limit: { gate, value, threshold, clearsInS } };
}

describe("too little history", () => {
  it("too few arrivals: insufficient_history", () => {
    const scene = new Scene("ppdd", { minArrivals: 10 }).at(1).arrivals(9).at(8);
    expect(verdict(scene)).toEqual(held("insufficient_history", [2, 2], ["min_arrivals", 9, 10]));
  });

  it("too few arrivals, though they are work enough: insufficient_history", () => {
    const scene = sceneAt8("ppdd", { prefill: 4 }, { minArrivals: 4 });
    expect(verdict(scene)).toEqual(held("insufficient_history", [2, 2], ["min_arrivals", 3, 4]));
  });

  it("too little demand: insufficient_history", () => {
    const scene = sceneAt8("ppdd", { prefill: 0.25, decode: 0.125 }, { minArrivals: 11 });
    expect(verdict(scene)).toEqual(held("insufficient_history", [2, 2], ["demand_floor", 0.375, 0.5]));
  });

  it("demand at its floor, and arrivals at their least, are enough", () => {
    const scene = sceneAt8("ppdd", { prefill: 0.25, decode: 0.25 }, { minArrivals: 19 });
    expect(scene.decide()).toMatchObject({ arrivals: 19, reason: "movement_margin" });
  });

  it("the arrivals of recovery too: recovery_not_ready", () => {
    const scene = new Scene("ppdd", { minArrivals: 2 }).at(8);
    scene.unsized();
    expect(verdict(scene)).toEqual(held("recovery_not_ready", [2, 2], ["min_arrivals", 1, 2]));
  });
});

describe("recovery", () => {
  it("neither pool is over: recovery_not_ready", () => {
    const scene = sceneAt8("ppdd", { prefill: 3 });
    scene.unsized();
    scene.prefilling("p0", 1.5);
    expect(verdict(scene)).toEqual(held("recovery_not_ready", [2, 2], ["recovery_pressure", 0.75, 1]));
  });

  it("the higher one of both counts: recovery_not_ready", () => {
    const scene = sceneAt8("ppdd", { prefill: 3 }, { expand: 12 });
    scene.unsized();
    scene.decoding("d2");
    // A stall of 1 s is a load of 21; the pool's other engine has none.
    scene.at(9);
    expect(verdict(scene)).toEqual(held("recovery_not_ready", [2, 2], ["recovery_pressure", 10.5, 12]));
  });

  it("a profile is missing: recovery_not_ready", () => {
    const engines = [...enginesOf("ppd"), { id: "d3", role: "decode", profile: null } as const];
    const scene = sceneAt8("ppdd", { prefill: 3 }, { engines });
    scene.unsized();
    scene.prefilling("p0", 2);
    expect(verdict(scene)).toEqual(held("recovery_not_ready", [2, 2], ["profiles_complete", 0, 1]));
  });

  it("pressure at its limit is enough, of either role", () => {
    const prefill = sceneAt8("pdd", { prefill: 3 });
    prefill.unsized();
    prefill.prefilling("p0", 1);
    expect(prefill.decide()).toMatchObject({
      recoveryPrefillRatio: 1,
      prefill: 2,
      decisionBasis: "prefill_pressure_recovery",
    });
    const decode = sceneAt8("ppd", {}, { expand: 21 });
    decode.unsized();
    decode.decoding("d2");
    expect(decode.at(9).decide()).toMatchObject({
      observedDecodeRatio: 21,
      prefill: 1,
      decisionBasis: "decode_pressure_recovery",
    });
  });

  it("no engine is left to give to the role under pressure: the current split stands in", () => {
    const scene = sceneAt8("ppd", { decode: 2 });
    scene.unsized();
    scene.prefilling("p0", 4);
    expect(verdict(scene)).toEqual(held("movement_margin", [2, 1], ["improvement", 0, 0.05]));
    const other = sceneAt8("pdd", { prefill: 2 });
    other.unsized();
    other.decoding("d1");
    expect(verdict(other.at(9))).toEqual(held("movement_margin", [1, 2], ["improvement", 0, 0.05]));
  });

  it("ready, it looks only where the pressure is", () => {
    const scene = sceneAt8("ppdd", { prefill: 3, decode: 3 });
    scene.unsized();
    scene.decoding("d2");
    scene.at(9);
    expect(scene.decide()).toMatchObject({
      prefill: 1,
      reason: "source_pressure_prefill",
      decisionBasis: "decode_pressure_recovery",
      demandComplete: false,
    });
  });
});

it("an engine is unavailable: fleet_unavailable", () => {
  const scene = sceneAt8("ppdddd", { prefill: 3 });
  scene.pool.setAvailable("d4", false);
  scene.pool.setAvailable("d5", false);
  expect(verdict(scene)).toEqual(held("fleet_unavailable", [2, 4], ["engines_unavailable", 2, 0]));
  expect(scene.pool.state().last_decision).not.toHaveProperty("prefill_work");
});

describe("floors of the split", () => {
  it("decode cannot give below its floor: floor_decode", () => {
    const scene = sceneAt8("pdd", { prefill: 2 }, { minDecode: 2 });
    expect(verdict(scene)).toEqual(held("floor_decode", [2, 1], ["min_decode", 1, 2]));
  });

  it("prefill cannot give below its floor: floor_prefill", () => {
    const scene = sceneAt8("ppd", { decode: 2 }, { minPrefill: 2 });
    expect(verdict(scene)).toEqual(held("floor_prefill", [1, 2], ["min_prefill", 1, 2]));
  });

  it("prefill stays below its floor, since all that could help are pinned: floor_decode by the floor of prefill", () => {
    const scene = sceneAt8("pddd", { prefill: 2 }, { minPrefill: 3 });
    for (const engine of ["d1", "d2", "d3"]) scene.pool.setPinned(engine, true);
    expect(verdict(scene)).toEqual(held("floor_decode", [2, 2], ["min_prefill", 2, 3]));
  });
});

describe("evidence for a move to prefill", () => {
  const prefillOver = { prefill: 3 };

  it("its span is too short: evidence_collecting, until the span is over", () => {
    const scene = new Scene("ppdd").at(6.5).demand(prefillOver).at(8);
    expect(verdict(scene)).toEqual(held("evidence_collecting", [3, 1], ["evidence_span_s", 1.5, 4, 2.5]));
    expect(scene.at(10).decide().reason).toBe("evidence_collecting");
    expect(scene.at(10.5).pool.state().demand_evidence.blocked_gate).toBe("none");
  });

  it("its arrivals are too few: evidence_collecting", () => {
    const scene = sceneAt8("ppdd", prefillOver, { evidenceMinArrivals: 4 });
    expect(verdict(scene)).toEqual(held("evidence_collecting", [3, 1], ["evidence_arrivals", 3, 4]));
  });

  it("a risk event restarts it: evidence_risk", () => {
    const scene = sceneAt8("ppdd", prefillOver).at(7);
    scene.pool.recordRisk("first_token_timeout");
    scene.at(7.25).arrivals(1).at(8);
    expect(verdict(scene)).toEqual(held("evidence_risk", [3, 1], ["evidence_span_s", 0.75, 4, 3.25]));
  });

  it("a risk event that is old enough ends sooner than the span: evidence_risk", () => {
    const scene = new Scene("ppdd").at(1);
    scene.pool.recordRisk("first_token_timeout");
    scene.at(7).demand(prefillOver).at(8);
    expect(verdict(scene)).toEqual(held("evidence_risk", [3, 1], ["evidence_span_s", 1, 4, 1]));
    expect(scene.at(9).pool.state().demand_evidence).toMatchObject({ closed: true, risk_age_s: 8 });
  });

  it("nothing was seen since the risk event: evidence_risk, for a whole span", () => {
    const scene = sceneAt8("ppdd", prefillOver);
    scene.pool.recordRisk("first_token_timeout");
    expect(verdict(scene)).toEqual(held("evidence_risk", [3, 1], ["evidence_span_s", 0, 4, 4]));
  });

  it("decode demand rises: evidence_trend", () => {
    const scene = new Scene("ppdd").at(0.5).arrivals(1).at(2).demand({ prefill: 3, decode: 0.25 });
    scene.at(6).demand({ decode: 0.5 }).at(8);
    // 0.75 engines over 8 s, 0.5 * 8 s / 4 s = 1 engine over the last 4 s.
    expect(verdict(scene)).toEqual(held("evidence_trend", [3, 1], ["evidence_trend", 4 / 3, 1.25]));
  });
});

describe("the record of a candidate", () => {
  it("has the evidence, and the larger decode demand of both horizons, for a move to prefill alone", () => {
    const scene = (prefill: number, decode: number) =>
      new Scene("ppdd", { demandRiseTolerance: 9 })
        .at(0.5)
        .arrivals(1)
        .at(2)
        .demand({ prefill, decode: 0.25 })
        .at(6)
        .demand({ decode })
        .at(8);
    // 0.75 engines over 8 s, and 0.5 * 8 s / 4 s = 1 engine over the last 4 s.
    expect(scene(3, 0.5).decide()).toMatchObject({ prefill: 3, decodeWork: 1, evidenceSpanS: 7.5 });
    const toDecode = scene(0, 3).decide();
    expect(toDecode).toMatchObject({ prefill: 1, decodeWork: 3.25 });
    expect(toDecode).not.toHaveProperty("evidenceSpanS");
  });
});

describe("profiles", () => {
  it("both roles are under pressure and a profile is missing: mixed_profiles_missing", () => {
    const engines = [...enginesOf("pd"), { id: "d2", role: "decode", profile: null } as const];
    const scene = sceneAt8("pdd", { prefill: 2 }, { engines, demandRiseTolerance: 9 });
    scene.prefilling("p0", 1);
    expect(verdict(scene)).toEqual(held("mixed_profiles_missing", [2, 1], ["profiles_complete", 0, 1]));
  });

  it("a profile is missing: profile_uncovered", () => {
    const engines = [...enginesOf("pd"), { id: "d2", role: "decode", profile: null } as const];
    const scene = sceneAt8("pdd", { prefill: 2 }, { engines });
    expect(verdict(scene)).toEqual(held("profile_uncovered", [2, 1], ["profile_coverage", 0, 1]));
  });

  it("the residents of an engine lie outside its domain: profile_uncovered, towards prefill only", () => {
    const scene = sceneAt8("pdd", { prefill: 2 });
    for (let request = 0; request < 9; request += 1) scene.decoding("d1");
    expect(verdict(scene)).toEqual(held("profile_uncovered", [2, 1], ["profile_coverage", 0, 1]));
    expect(scene.pool.state().last_decision).toMatchObject({ projected_tpot_ratio: null, objective_delta: null });
  });
});

describe("pressure on the role that gives", () => {
  it("decode: source_pressure_decode", () => {
    const scene = sceneAt8("pdd", { prefill: 2, decode: 0.75 });
    expect(verdict(scene)).toEqual(held("source_pressure_decode", [2, 1], ["source_ratio", 0.75, 0.5]));
  });

  it("prefill: source_pressure_prefill", () => {
    const scene = sceneAt8("ppd", { prefill: 0.75, decode: 2 });
    expect(verdict(scene)).toEqual(held("source_pressure_prefill", [1, 2], ["source_ratio", 0.75, 0.5]));
  });

  it("at its limit, a role gives", () => {
    expect(sceneAt8("ppd", { prefill: 0.5, decode: 2 }).decide()).toMatchObject({ result: "applied", prefill: 1 });
  });
});

describe("the gain", () => {
  it("is too small: movement_margin", () => {
    const scene = sceneAt8("ppd", { prefill: 0.5, decode: 0.53125 }, { movementMargin: 0.0625 });
    expect(verdict(scene)).toEqual(held("movement_margin", [1, 2], ["improvement", 0.03125, 0.0625]));
  });

  it("is a loss: movement_margin", () => {
    const scene = sceneAt8("pdd", { prefill: 0.25, decode: 0.5 });
    expect(verdict(scene)).toEqual(held("movement_margin", [2, 1], ["improvement", -0.25, 0.05]));
  });

  it("no other split exists, and the margin is above 0: movement_margin", () => {
    const scene = sceneAt8("pd", { decode: 2 });
    expect(verdict(scene)).toEqual(held("movement_margin", [1, 1], ["improvement", 0, 0.05]));
  });

  it("no other split exists, and the margin is 0: no_candidate", () => {
    const scene = sceneAt8("pd", { decode: 2 }, { movementMargin: 0 });
    expect(verdict(scene)).toEqual(held("no_candidate", [1, 1], ["candidates", 0, 1]));
  });

  it("both roles are under pressure and the margin is 0, but nothing is gained: no_candidate", () => {
    const scene = new Scene("pdd", { movementMargin: 0 }).at(0.5).arrivals(1);
    for (const timeS of [2, 6]) {
      // With the prefill resident, 1 engine of each role: either split has a role at 200%.
      scene.at(timeS).demand({ prefill: 0.875, decode: 63 / 64 });
      scene.prefilling("p0", 1);
    }
    scene.at(8);
    expect(verdict(scene)).toEqual(held("no_candidate", [2, 1], ["improvement", 0, 0]));
  });
});

describe("confirmations", () => {
  it("the proposal has not won often enough: confirming", () => {
    const scene = sceneAt8("ppd", { decode: 0.75 }, { confirmations: 2, sustainedIntervals: 3 });
    expect(verdict(scene)).toEqual(held("confirming", [1, 2], ["confirmations", 1, 3, 2]));
    expect(verdict(scene.at(9))).toEqual(held("confirming", [1, 2], ["confirmations", 2, 3, 1]));
    expect(scene.at(10).decide()).toMatchObject({ result: "applied", confirmations: 3, requiredConfirmations: 3 });
  });
});
