import { describe, expect, it } from "vitest";
import type { Decision, Limit } from "../../src/decision/decision";
import { explain } from "../../src/decision/explain";

/** A held decision about a move from 2 prefill and 3 decode engines to 3 and 2, which takes 287% to 430%. */
const WORSE: Decision = {
  at: 100,
  prefill: 3,
  decode: 2,
  currentPrefill: 2,
  currentDecode: 3,
  by: "reactive",
  reason: "evidence_collecting",
  result: "held",
  moves: [],
  limit: { gate: "evidence_span_s", value: 5.24, threshold: 60, clearsInS: 54.76 },
  objective: 4.3,
  objectiveDelta: -1.43,
};

const HELD = "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. ";
const EVIDENCE =
  "5.24 s of arrivals have been seen, and decode gives no engine before 60 s; that can clear in 54.8 s at the earliest.";
const WORSE_BY = "That would make things worse: the busier role would go from 287% to 430% of its limit. Also, ";

const LATE = {
  projectedTtftS: 1.4,
  ttftSloS: 1,
  triggerId: 7,
  urgentSignals: 1,
  candidateProjectedTtftS: 1.5,
  projectedTtftImprovementS: -0.1,
} as const;

function text(fields: Partial<Decision>): string {
  return explain({ ...WORSE, ...fields });
}

function gate(gate: Limit["gate"], value: number, threshold: number): Limit {
  return { gate, value, threshold, clearsInS: null };
}

describe("a move that is not worth it, whatever gate was asked first", () => {
  it("is told before the gate", () => {
    expect(text({})).toBe(HELD + WORSE_BY + EVIDENCE);
    expect(text({ reason: "source_pressure_decode", limit: gate("source_ratio", 4.3, 0.5) })).toBe(
      `${HELD}${WORSE_BY}decode would then be at 430% of its limit, and a role gives an engine only up to 50%.`,
    );
    expect(text({ reason: "floor_decode", limit: gate("min_decode", 2, 3) })).toBe(
      `${HELD}${WORSE_BY}that would leave 2 decode engines, and at least 3 must stay.`,
    );
    expect(text({ reason: "kv_capacity", limit: gate("kv_tokens_per_engine", 900, 800) })).toBe(
      `${HELD}${WORSE_BY}each decode engine would have to hold 900 KV tokens, and there is room for 800.`,
    );
  });

  it("is told where the busier role would be as busy", () => {
    expect(text({ objective: 2, objectiveDelta: 0 })).toBe(
      `${HELD}That would not help: the busier role would stay at 200% of its limit. Also, ${EVIDENCE}`,
    );
  });

  it("is told where a move was blocked", () => {
    const limit = { gate: "cooldown", value: 4, threshold: 10, clearsInS: 6 } as const;
    expect(text({ prefill: 1, decode: 4, result: "blocked", reason: "cooldown", limit })).toBe(
      "Could not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. " +
        `${WORSE_BY}only 4 s have passed since the last move to decode, or the start, and 10 s must; that can clear ` +
        "in 6 s at the earliest.",
    );
  });

  it("may be one of which nothing is known, as the profiles do not reach so far", () => {
    const unknown = { decodeProfileCovered: false, objective: Number.POSITIVE_INFINITY };
    expect(text({ ...unknown, objectiveDelta: Number.NEGATIVE_INFINITY })).toBe(
      `${HELD}What the move does is not known: an engine has no profile, or some work lies outside what the profiles ` +
        `were measured for. Also, ${EVIDENCE}`,
    );
    expect(text({ ...unknown, ...LATE, projectedTtftImprovementS: 0.5 })).toBe(
      `Urgent: d${HELD.slice(1)}What the move does is not known: an engine has no profile, or some work lies outside ` +
        `what the profiles were measured for. Also, ${EVIDENCE}`,
    );
  });

  it("is an urgent one that brings the first token no earlier", () => {
    const head = `Urgent: d${HELD.slice(1)}`;
    const waiting =
      "Waiting request 7 has a projected TTFT of 1.4 s, and 1.5 s with one more prefill engine; the limit is 1 s.";
    expect(text(LATE)).toBe(`${head}That would not help: w${waiting.slice(1)} Also, ${EVIDENCE}`);
    expect(text({ ...LATE, candidateProjectedTtftS: 0.9, projectedTtftImprovementS: 0.5 })).toBe(
      `${head}${EVIDENCE} ${waiting.replace("1.5", "0.9")}`,
    );
  });
});

describe("nothing of it is said", () => {
  it("of a move that is worth it", () => {
    expect(text({ objective: 0.8726, objectiveDelta: 0.4414 })).toBe(
      `${HELD}${EVIDENCE} The busier role would go from 131% to 87.3% of its limit.`,
    );
  });

  it("where the record does not say what the move would do", () => {
    const { objectiveDelta: _, ...unknown } = WORSE;
    expect(explain(unknown)).toBe(`${HELD}${EVIDENCE} The busier role would go to 430% of its limit.`);
  });

  it("where there is no other split, or the move was made", () => {
    expect(text({ prefill: 2, decode: 3, objectiveDelta: 0 })).not.toContain("That would");
    expect(text({ result: "applied", reason: "improved", limit: null })).not.toContain("That would");
  });

  it.each(["movement_margin", "no_candidate", "mixed_no_improvement", "profile_uncovered", "mixed_profiles_missing"])(
    "by %s, which says it itself",
    (reason) => {
      expect(text({ reason, limit: gate("improvement", -1.43, 0.05), decodeProfileCovered: false })).not.toContain(
        "Also, ",
      );
    },
  );
});
