import { describe, expect, it } from "vitest";
import type { PoolOptions } from "../../src/pool/create-pool";
import { enginesOf, PROFILE, type Scene, sceneAt8 } from "./fixtures";

const URGENT = { urgent: true, demandRiseTolerance: 99 };

/** A fleet at 8 s, nothing wrong with it, on which `wait()` projects. */
function calm(roles: string, options: Partial<PoolOptions> = {}, demand = {}): Scene {
  return sceneAt8(roles, demand, { ...URGENT, stepS: 10, ...options });
}

/** The same with two requests in the queue, the second of which comes to 1.5 s, on one prefill engine. */
function late(roles: string, options: Partial<PoolOptions> = {}, demand = {}): Scene {
  const scene = calm(roles, options, demand);
  scene.waiting(0.75, "a");
  scene.at(8.25).waiting(0.75, "b");
  return scene.at(8.5);
}

describe("a waiting request", () => {
  it("arms an urgent event when its projected TTFT exceeds the SLO, not when it meets it", () => {
    const scene = calm("pd");
    scene.waiting(1);
    expect(scene.pool.urgentPending).toBe(false);
    scene.waiting(2 ** -10);
    expect(scene.pool.urgentPending).toBe(true);
    expect(scene.pool.state().urgent_pending).toBe(true);
  });

  it("waits for what is resident and for who came before it, whatever the order of waiting", () => {
    const scene = calm("pd");
    const later = scene.pool.open({ at: 8 });
    const earlier = scene.pool.open({ at: 7.75 });
    later.size(512, 64);
    earlier.size(512, 64);
    scene.prefilling("p0", 0.25);
    later.wait();
    expect(scene.pool.urgentPending).toBe(false);
    // 0.25 s waited and 0.75 s to go: exactly at the limit.
    earlier.wait();
    expect(scene.pool.urgentPending).toBe(false);
    // The other one now comes after it: 1.25 s.
    later.wait();
    expect(scene.pool.urgentPending).toBe(true);
    expect(scene.urgent()).toMatchObject({ initialProjectedTtftS: 1.25, projectedTtftS: 1.25, residentPrefillS: 0.25 });
  });

  it("arms nothing when a prefill engine has no profile, none is available, or the path is off", () => {
    const unmeasured = calm("pd", { engines: [{ id: "bare", role: "prefill" }, ...enginesOf("pd")] });
    const down = calm("pd");
    down.pool.setAvailable("p0", false);
    for (const scene of [unmeasured, down, calm("pd", { urgent: false })]) {
      scene.waiting(9);
      expect(scene.pool.urgentPending).toBe(false);
    }
  });

  it("of decode arms nothing", () => {
    const scene = calm("pd");
    const request = scene.pool.open();
    request.size(9 * 1024, 64);
    request.firstToken();
    request.wait();
    expect(scene.pool.urgentPending).toBe(false);
  });
});

describe("the urgent step", () => {
  it("moves an engine at once: one confirmation, no cadence, no minimum of history", () => {
    const scene = late("pdd", { confirmations: 5, sustainedIntervals: 5, minArrivals: 1000, demandFloor: 1000 });
    expect(scene.urgent()).toMatchObject({
      at: 8.5,
      prefill: 2,
      decode: 1,
      currentPrefill: 1,
      currentDecode: 2,
      by: "reactive",
      reason: "improved",
      result: "applied",
      moves: [{ engine: "d1", from: "decode", to: "prefill" }],
      limit: null,
      decisionBasis: "projected_ttft_recovery",
      eligibilityRule: "projected_ttft_recovery",
      confirmations: 1,
      requiredConfirmations: 1,
      // Request b: 0.25 s waited, 0.75 s for a, 0.75 s of its own.
      projectedTtftS: 1.75,
      ttftSloS: 1,
      triggerProjectedTtftRatio: 1.75,
      triggerId: "b",
      initialProjectedTtftS: 1.5,
      urgentSignals: 1,
      eventToEvaluationS: 0.25,
      waitingPrefill: 2,
      residentPrefillS: 0,
      queuedPrefillS: 1.5,
      candidateProjectedTtftS: 1,
      candidateProjectedTtftRatio: 1,
      projectedTtftImprovementS: 0.75,
    });
    // Request a takes 0.5 s waited and 0.75 s of its own: over.
    expect(scene.pool.urgentPending).toBe(true);
  });

  it("re-arms no event when the queue meets the SLO after the move", () => {
    const scene = calm("pdd");
    scene.waiting(0.5);
    scene.waiting(0.5);
    scene.waiting(0.5);
    expect(scene.urgent().result).toBe("applied");
    expect(scene.pool.urgentPending).toBe(false);
    expect(scene.pool.urgent().decisions).toEqual([]);
  });

  it("joins the signals of one event, and keeps the highest first projection", () => {
    const scene = calm("pd");
    scene.waiting(2, "first");
    scene.at(8.5).waiting(2, "second");
    scene.at(9).waiting(0.25, "third");
    expect(scene.urgent()).toMatchObject({
      urgentSignals: 3,
      initialProjectedTtftS: 4.25,
      eventToEvaluationS: 1,
      triggerId: "second",
      projectedTtftS: 4.5,
      waitingPrefill: 3,
    });
  });

  it("keeps it when later ones are lower", () => {
    const scene = calm("pd");
    scene.waiting(4).cancel();
    scene.waiting(2);
    expect(scene.urgent()).toMatchObject({ urgentSignals: 2, initialProjectedTtftS: 4, projectedTtftS: 2 });
  });

  it("is an ordinary step when the queue is no longer over: it stops before the cadence", () => {
    const scene = calm("pdd");
    const request = scene.waiting(2);
    request.prefill("p0");
    expect(scene.pool.urgent().decisions).toEqual([]);
    expect(scene.pool.urgentPending).toBe(false);
  });

  it("never restarts the cadence, and adds no residency sample", () => {
    const scene = calm("pd", { stepS: 2 });
    expect(scene.decide().at).toBe(8);
    const { observations } = scene.pool.history().residency;
    scene.at(9).waiting(2);
    expect(scene.urgent().at).toBe(9);
    expect(scene.at(9.5).pool.urgent().decisions).toEqual([]);
    // Due, but not of a pass: the next pass is due all the same.
    expect(scene.at(10).urgent().at).toBe(10);
    expect(scene.pool.history().residency.observations).toBe(observations);
    expect(scene.at(10.5).decide().at).toBe(10.5);
    expect(scene.at(12).pool.pass().decisions).toEqual([]);
    expect(scene.at(12.5).decide().at).toBe(12.5);
  });

  it("says when the confirmations can be there, by the cadence that it has left alone", () => {
    const scene = sceneAt8("ppd", { decode: 0.75 }, { confirmations: 3 });
    expect(scene.decide().limit).toEqual({ gate: "confirmations", value: 1, threshold: 3, clearsInS: 2 });
    // A step of no event between two passes: the pass may follow at once.
    expect(scene.at(9.25).urgent().limit).toEqual({ gate: "confirmations", value: 2, threshold: 3, clearsInS: 0 });
    expect(scene.decide().result).toBe("applied");
    const slow = sceneAt8("ppd", { decode: 0.75 }, { confirmations: 4, stepS: 2 });
    expect(slow.decide().limit).toEqual({ gate: "confirmations", value: 1, threshold: 4, clearsInS: 6 });
  });

  it("of a pass takes the event, and restarts the cadence", () => {
    const scene = calm("pd", { stepS: 2 });
    expect(scene.decide().urgentSignals).toBeUndefined();
    scene.at(9).waiting(2);
    expect(scene.decide()).toMatchObject({ at: 9, urgentSignals: 1 });
    expect(scene.pool.urgentPending).toBe(false);
    expect(scene.at(10).pool.pass().decisions).toEqual([]);
    expect(scene.at(11).decide().urgentSignals).toBeUndefined();
  });

  it("that restores the prefill floor leaves the cadence alone as well", () => {
    const scene = calm("pppddd", { minPrefill: 3, stepS: 2 });
    expect(scene.decide().at).toBe(8);
    scene.at(9).pool.removeEngine("p0");
    expect(scene.urgent().by).toBe("floor_recovery");
    expect(scene.at(9.5).pool.pass().decisions).toEqual([]);
    expect(scene.at(10).decide().by).toBe("reactive");
  });

  it("restores the prefill floor before all else, and leaves the event armed", () => {
    const scene = calm("pddd", { minPrefill: 2 });
    scene.waiting(9);
    expect(scene.urgent().by).toBe("floor_recovery");
    expect(scene.pool.urgentPending).toBe(true);
    expect(scene.urgent()).toMatchObject({ by: "reactive", urgentSignals: 1 });
  });
});

describe("an urgent decision is held", () => {
  it("while an engine is unavailable, with what it saw: fleet_unavailable", () => {
    const scene = late("pddd");
    scene.pool.setAvailable("d3", false);
    expect(scene.urgent()).toMatchObject({
      prefill: 2,
      decode: 2,
      reason: "fleet_unavailable",
      limit: { gate: "engines_unavailable", value: 1, threshold: 0, clearsInS: null },
      currentPrefill: 1,
      triggerId: "b",
      decisionBasis: "projected_ttft_recovery",
    });
  });

  it("when a profile is missing: urgent_profiles_missing", () => {
    const engines = [...enginesOf("pd"), { id: "bare", role: "decode" as const }];
    const scene = late("pdd", { engines, minArrivals: 1000 });
    expect(scene.urgent()).toMatchObject({
      prefill: 2,
      reason: "urgent_profiles_missing",
      limit: { gate: "profiles_complete", value: 0, threshold: 1, clearsInS: null },
    });
    expect(scene.pool.state().last_decision).not.toHaveProperty("candidate_projected_ttft_s");
  });

  it("of a fleet without decode engines, at the split that it has", () => {
    const scene = calm("ppp", { engines: enginesOf("ppp", { ...PROFILE, prefillMaxTokens: 1024 }) });
    scene.waiting(1.5);
    expect(scene.urgent()).toMatchObject({ prefill: 3, decode: 0, reason: "urgent_profiles_missing" });
    scene.waiting(1.5);
    scene.pool.setAvailable("p1", false);
    expect(scene.urgent()).toMatchObject({ prefill: 3, decode: 0, reason: "fleet_unavailable" });
  });

  it("when one donor would not help, whatever the others: urgent_no_improvement", () => {
    const scene = late("pdd");
    scene.prefilling("d2", 0.75);
    expect(scene.urgent()).toMatchObject({
      reason: "urgent_no_improvement",
      limit: { gate: "urgent_improvement_s", value: 0, threshold: 0, clearsInS: null },
      candidateProjectedTtftS: 1.75,
      projectedTtftImprovementS: 0,
    });
  });

  it("by donors that cannot move, too: pinned ones count", () => {
    const scene = late("pdd");
    scene.prefilling("d2", 0.75);
    scene.pool.setPinned("d2", true);
    expect(scene.urgent().reason).toBe("urgent_no_improvement");
  });

  it("without a donor: urgent_no_improvement, or what the current split is held by", () => {
    const scene = calm("pd");
    scene.waiting(2);
    expect(scene.urgent()).toMatchObject({ prefill: 1, reason: "urgent_no_improvement", objectiveDelta: 0 });
  });

  it("when decode is under pressure and would lose: mixed_no_improvement", () => {
    const scene = late("pddd", {}, { decode: 4.5 });
    expect(scene.urgent()).toMatchObject({
      reason: "mixed_no_improvement",
      eligibilityRule: "projected_ttft_recovery",
      // 4.5 engines and the two requests, which the last 4 s count twice.
      limit: { gate: "improvement", value: (4.5 + 2 / 64) / 3 - (4.5 + 4 / 64) / 2, threshold: 0, clearsInS: null },
    });
  });

  it("when it would gain nothing, however little decode's pressure is to do with prefill's: mixed_no_improvement", () => {
    // With the two requests, which the last 4 s count twice, 3 engines of decode work on 2 engines: 1.5, as the queue now.
    const scene = late("pddd", { expand: 9 }, { decode: 3 - 4 / 64 });
    expect(scene.urgent()).toMatchObject({
      reason: "mixed_no_improvement",
      recoveryPrefillRatio: 1.5,
      projectedTpotRatio: 1.5,
      limit: { gate: "improvement", value: 0, threshold: 0, clearsInS: null },
    });
  });

  it("by the profiles' domain as ever: profile_uncovered", () => {
    const scene = late("pddd");
    for (let request = 0; request < 9; request += 1) scene.decoding("d1");
    expect(scene.urgent()).toMatchObject({
      reason: "profile_uncovered",
      limit: { gate: "profile_coverage", value: 0, threshold: 1 },
    });
  });

  it("by the evidence as ever: evidence_risk", () => {
    const scene = late("pdd").at(8.5);
    scene.pool.recordRisk("first_token_timeout");
    expect(scene.urgent()).toMatchObject({
      reason: "evidence_risk",
      limit: { gate: "evidence_span_s", value: 0, threshold: 4, clearsInS: 4 },
    });
  });

  it("by the floors as ever: floor_decode", () => {
    expect(late("pdd", { minDecode: 2 }).urgent()).toMatchObject({
      reason: "floor_decode",
      limit: { gate: "min_decode", value: 1, threshold: 2 },
    });
  });

  it("and moves under mixed pressure when it gains", () => {
    const scene = late("pddd", { confirmations: 5 }, { decode: 2.25 });
    expect(scene.urgent()).toMatchObject({ result: "applied", sourcePressureSafe: true, requiredConfirmations: 1 });
  });
});

describe("an urgent move", () => {
  it("that is blocked arms nothing anew", () => {
    const scene = late("pdd");
    for (const engine of ["d1", "d2"]) scene.pool.setPinned(engine, true);
    expect(scene.urgent()).toMatchObject({ result: "blocked", reason: "pinned", urgentSignals: 1 });
    expect(scene.pool.urgentPending).toBe(false);
  });

  it("that is advisory arms nothing anew", () => {
    const scene = late("pdd", { advisory: true });
    expect(scene.urgent()).toMatchObject({ result: "advisory", reason: "improved" });
    expect(scene.pool.urgentPending).toBe(false);
  });
});
