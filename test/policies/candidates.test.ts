import { describe, expect, it } from "vitest";
import { type Config, resolveConfig } from "../../src/config";
import { admitted, best, type CandidateContext, heldReason, judge } from "../../src/policies/candidates";
import { projectionFacts } from "../../src/policies/facts";
import { heldLimit } from "../../src/policies/limits";
import type { EvidenceReading } from "../../src/scoring/evidence";
import type { SplitScore } from "../../src/scoring/scores";
import { demandWith, snapshotOf } from "../model/snapshots";

const CONFIG = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, minPrefill: 2, minDecode: 2 });

const EVIDENCE: EvidenceReading = {
  spanS: 60,
  arrivals: 10,
  closed: true,
  riskKind: null,
  riskAgeS: null,
  shortDecodeEngines: 1,
  longDecodeEngines: 1,
  trendRatio: 1,
  envelopeDecodeEngines: 1,
  blockedGate: "none",
};

/** A split that nothing is wrong with. */
function score(prefill: number, fields: Partial<SplitScore> = {}): SplitScore {
  return {
    prefill,
    decode: 8 - prefill,
    ttftRatio: 0.5,
    tpotRatio: 0.5,
    objective: 0.5,
    decodeQueueRatio: 0,
    decodeTokensPerEngine: 100,
    decodeSloCapacityTokens: 1000,
    decodeKvCapacityTokens: 100,
    decodeRequestLimit: 8,
    decodeRequestsPerEngine: 1,
    pendingDecodeRequests: 0,
    pendingDecodeTokens: 0,
    decodeProfileCovered: true,
    decodeCorrection: 1,
    ...fields,
  };
}

/** A decision from 4 + 4 engines, the busier role of which is at 100%. */
function context(fields: Partial<CandidateContext> = {}, config: Partial<Config> = {}): CandidateContext {
  return {
    config: { ...CONFIG, ...config },
    current: score(4, { objective: 1 }),
    evidence: EVIDENCE,
    recoveryPrefillRatio: 0,
    profilesComplete: true,
    urgent: false,
    ...fields,
  };
}

/** Why a candidate is not admitted, with its gate. */
function verdict(split: SplitScore, given: CandidateContext, improvementS: number | null = null) {
  const candidate = judge(split, given);
  const reason = heldReason(candidate, given, improvementS === null ? null : improvementS > 0);
  const relief =
    improvementS === null
      ? null
      : { candidateProjectedTtftS: 1, candidateProjectedTtftRatio: 1, projectedTtftImprovementS: improvementS };
  const hold = {
    wants: "hold" as const,
    prefill: split.prefill,
    facts: {},
    sawCandidates: true,
    reason,
    judged: { candidate, context: given },
  };
  const inputs = {
    config: given.config,
    snapshot: snapshotOf(),
    demand: demandWith(0, 0),
    evidence: given.evidence,
    relief,
  };
  const { gate, value, threshold } = heldLimit(hold, inputs);
  return { admitted: improvementS === null && admitted(candidate, given), reason, limit: [gate, value, threshold] };
}

const held = (reason: string, limit: readonly unknown[]) => ({ admitted: false, reason, limit });

/** Wrong in every way that a candidate for prefill can be: each case below mends what came before. */
const WORST = {
  ...score(7),
  decodeProfileCovered: false,
  decodeTokensPerEngine: 101,
  tpotRatio: 0.75,
  objective: 0.97,
};
const SHORT_OF_EVIDENCE = { ...EVIDENCE, closed: false, blockedGate: "evidence", arrivals: 9 } as const;

describe("the reason of a candidate is the first that applies", () => {
  const missing = { profilesComplete: false, recoveryPrefillRatio: 1 };

  it.each([
    ["floor_decode", WORST, { evidence: SHORT_OF_EVIDENCE, ...missing }, ["min_decode", 1, 2]],
    [
      "evidence_collecting",
      { ...WORST, prefill: 5 },
      { evidence: SHORT_OF_EVIDENCE, ...missing },
      ["evidence_arrivals", 9, 10],
    ],
    ["mixed_profiles_missing", { ...WORST, prefill: 5 }, missing, ["profiles_complete", 0, 1]],
    ["profile_uncovered", { ...WORST, prefill: 5 }, {}, ["profile_coverage", 0, 1]],
    ["kv_capacity", { ...WORST, prefill: 5, decodeProfileCovered: true }, {}, ["kv_tokens_per_engine", 101, 100]],
    ["source_pressure_decode", score(5, { tpotRatio: 0.75, objective: 0.97 }), {}, ["source_ratio", 0.75, 0.5]],
    ["movement_margin", score(5, { objective: 0.96875 }), {}, ["improvement", 0.03125, 0.05]],
  ] as const)("%s", (reason, split, fields, limit) => {
    const decode = reason === "floor_decode" ? 1 : 3;
    expect(verdict({ ...split, decode }, context(fields))).toEqual(held(reason, limit));
  });

  it("a floor is that of the role that gives, or the other's if that one is short", () => {
    const floors = context({}, { minPrefill: 6 });
    expect(verdict(score(5, { decode: 3 }), floors)).toEqual(held("floor_decode", ["min_prefill", 5, 6]));
    expect(verdict(score(5, { decode: 1 }), floors)).toEqual(held("floor_decode", ["min_decode", 1, 2]));
    expect(verdict(score(5, { decode: 2 }), floors)).toEqual(held("floor_decode", ["min_prefill", 5, 6]));
    expect(verdict(score(2, { decode: 1 }), context())).toEqual(held("floor_prefill", ["min_decode", 1, 2]));
    expect(verdict(score(3, { decode: 1 }), floors)).toEqual(held("floor_prefill", ["min_prefill", 3, 6]));
  });

  it("a candidate for prefill that has room for its KV tokens is let through", () => {
    const split = score(5, { decodeTokensPerEngine: 100, objective: 0.9 });
    expect(admitted(judge(split, context()), context())).toBe(true);
  });

  it.each([
    ["its KV tokens have no room", score(5, { objective: 0.9, decodeTokensPerEngine: 101 }), {}],
    ["the profiles do not cover it", score(5, { objective: 0.9, decodeProfileCovered: false }), {}],
    ["it breaks a floor", score(5, { objective: 0.9, decode: 1 }), {}],
    ["the evidence does not allow it", score(5, { objective: 0.9 }), { evidence: SHORT_OF_EVIDENCE }],
    ["its source is over its limit", score(5, { objective: 0.9, tpotRatio: 0.75 }), {}],
  ])("a candidate for prefill is not let through when %s, and nothing else is wrong", (_, split, fields) => {
    expect(admitted(judge(split, context(fields)), context(fields))).toBe(false);
  });

  it("a gain of the margin is enough", () => {
    const given = context({}, { movementMargin: 0.125 });
    expect(admitted(judge(score(5, { objective: 0.875 }), given), given)).toBe(true);
    expect(admitted(judge(score(5, { objective: 0.8751 }), given), given)).toBe(false);
  });

  it("the current split gains nothing and gives nothing: no gate but the margin and the profiles is its matter", () => {
    const given = context({ evidence: SHORT_OF_EVIDENCE }, { minPrefill: 6 });
    const current = score(4, { ttftRatio: 2, objective: Number.POSITIVE_INFINITY, decodeTokensPerEngine: 101 });
    expect(judge(current, { ...given, current })).toMatchObject({
      toPrefill: false,
      sourceRatio: 0,
      improvement: 0,
      kvSafe: true,
      evidenceAllowed: true,
      floorsSafe: true,
    });
    expect(verdict(current, { ...given, current })).toEqual(held("movement_margin", ["improvement", 0, 0.05]));
  });

  it("KV tokens, coverage of evidence and mixed pressure are no matter of a move to decode", () => {
    const split = score(3, { decodeTokensPerEngine: 101, objective: 0.9, tpotRatio: 9 });
    const given = context({ evidence: { ...EVIDENCE, blockedGate: "trend" }, recoveryPrefillRatio: 9 });
    expect(judge(split, given)).toMatchObject({ kvSafe: true, evidenceAllowed: true, mixed: false, sourceRatio: 0.5 });
    expect(admitted(judge(split, given), given)).toBe(true);
  });

  it("the source of a move to prefill is what decode or its queue has most of", () => {
    expect(judge(score(5, { tpotRatio: 0.2, decodeQueueRatio: 0.7 }), context()).sourceRatio).toBe(0.7);
    expect(judge(score(5, { tpotRatio: 0.8, decodeQueueRatio: 0.7 }), context()).sourceRatio).toBe(0.8);
  });
});

describe("mixed pressure", () => {
  const source = { tpotRatio: 0.75 };

  it("is a source over its limit while prefill is in need", () => {
    const mixed = (recoveryPrefillRatio: number, urgent = false) =>
      judge(score(5, source), context({ recoveryPrefillRatio, urgent })).mixed;
    expect([mixed(1), mixed(0.99), mixed(0, true)]).toEqual([true, false, true]);
    expect(judge(score(5), context({ recoveryPrefillRatio: 1, urgent: true })).mixed).toBe(false);
  });

  it("moves when it gains, and only then", () => {
    const given = context({ recoveryPrefillRatio: 1 }, { movementMargin: 0 });
    expect(admitted(judge(score(5, { ...source, objective: 0.99 }), given), given)).toBe(true);
    expect(verdict(score(5, { ...source, objective: 1 }), given)).toEqual(held("no_candidate", ["improvement", 0, 0]));
  });
});

describe("on the urgent path", () => {
  const urgent = context({ urgent: true });

  it("no relief comes after missing profiles and before the domain", () => {
    const uncovered = score(5, { decodeProfileCovered: false, tpotRatio: Number.POSITIVE_INFINITY });
    const missing = { ...urgent, profilesComplete: false };
    expect(verdict(uncovered, missing, -0.5)).toEqual(held("mixed_profiles_missing", ["profiles_complete", 0, 1]));
    expect(verdict(uncovered, urgent, -0.5)).toEqual(held("urgent_no_improvement", ["urgent_improvement_s", -0.5, 0]));
    expect(verdict(uncovered, urgent, 0)).toEqual(held("urgent_no_improvement", ["urgent_improvement_s", 0, 0]));
    expect(verdict(uncovered, urgent, 0.5)).toEqual(held("profile_uncovered", ["profile_coverage", 0, 1]));
  });

  it("a source over its limit has to gain: mixed_no_improvement, after the KV capacity", () => {
    const split = score(5, { tpotRatio: 0.75, objective: 1 });
    const full = { ...split, decodeTokensPerEngine: 101 };
    expect(verdict(full, urgent, 1)).toEqual(held("kv_capacity", ["kv_tokens_per_engine", 101, 100]));
    expect(verdict(split, urgent, 1)).toEqual(held("mixed_no_improvement", ["improvement", 0, 0]));
    const worse = { ...split, objective: 1.25 };
    expect(verdict(worse, urgent, 1)).toEqual(held("mixed_no_improvement", ["improvement", -0.25, 0]));
  });

  it("what cannot be compared has not gained", () => {
    const lost = context({ urgent: true, current: score(4, { objective: Number.POSITIVE_INFINITY }) });
    const split = score(5, { tpotRatio: 0.75, objective: Number.POSITIVE_INFINITY });
    expect(verdict(split, lost, 1)).toEqual(held("mixed_no_improvement", ["improvement", null, 0]));
  });
});

describe("the best candidate", () => {
  it("has the least objective, and of equals the fewest prefill engines", () => {
    const judged = (prefill: number, objective: number) => judge(score(prefill, { objective }), context());
    expect(best([])).toBeNull();
    expect(best([judged(3, 0.9), judged(5, 0.8)])?.score.prefill).toBe(5);
    expect(best([judged(3, 0.8), judged(5, 0.9)])?.score.prefill).toBe(3);
    expect(best([judged(3, 0.8), judged(5, 0.8)])?.score.prefill).toBe(3);
    const infinite = Number.POSITIVE_INFINITY;
    expect(best([judged(3, infinite), judged(5, infinite)])?.score.prefill).toBe(3);
  });
});

describe("the record of a candidate", () => {
  const over = { tpotRatio: 0.75 };
  const needed = { recoveryPrefillRatio: 1 };

  it.each([
    ["of complete demand", 5, {}, {}, true, ["demand_projection", "source_shrink", true]],
    ["of complete demand, to decode", 3, {}, {}, true, ["demand_projection", "source_shrink", true]],
    ["of recovery, to prefill", 5, {}, {}, false, ["prefill_pressure_recovery", "source_shrink", true]],
    ["of recovery, to decode", 3, {}, {}, false, ["decode_pressure_recovery", "source_shrink", true]],
    ["of the split of now, in recovery", 4, {}, {}, false, ["decode_pressure_recovery", "source_shrink", true]],
    ["whose source is over", 5, over, {}, true, ["demand_projection", "source_shrink", false]],
    ["of mixed pressure", 5, over, needed, true, ["demand_projection", "mixed_pressure", true]],
    [
      "of the urgent path",
      5,
      {},
      { urgent: true },
      false,
      ["projected_ttft_recovery", "projected_ttft_recovery", true],
    ],
  ] as const)(
    "%s has its basis, its rule, and whether its source can give",
    (_, prefill, split, fields, complete, wanted) => {
      const given = context(fields);
      const demand = { ...demandWith(1, 1), complete };
      const facts = projectionFacts(judge(score(prefill, split), given), given, demand);
      expect([facts.decisionBasis, facts.eligibilityRule, facts.sourcePressureSafe]).toEqual(wanted);
      expect(facts).toMatchObject({ currentPrefill: 4, currentDecode: 4 });
    },
  );
});
