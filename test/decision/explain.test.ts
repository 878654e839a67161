import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decision/decision";
import { decisionDocument } from "../../src/decision/decision-document";
import { explain } from "../../src/decision/explain";
import { apart, countOf, percent, plain, seconds } from "../../src/decision/explain-words";
import { GATES, REASONS } from "../../src/decision/reasons";
import { ArgumentError } from "../../src/errors";
import { cases } from "./explain-cases";

describe("two values that differ", () => {
  it("are written with as many digits as tell them apart, and alike beyond fifteen", () => {
    expect(apart(99.98, 100, plain)).toEqual(["99.98", "100"]);
    expect(apart(1, 1 + 2 ** -48, plain)).toEqual(["1", "1"]);
    expect(apart(1.00000000000001, 1.00000000000002, plain)).toEqual(["1.00000000000001", "1.00000000000002"]);
    expect(apart(2 / 3, 2 / 3, plain)).toEqual(["0.667", "0.667"]);
  });
});

describe("a value that is not known", () => {
  it("is written as such, with what it is of", () => {
    expect([plain(null), seconds(null), percent(null), countOf(null, "engine")]).toEqual([
      "an unknown number",
      "an unknown time",
      "an unknown share",
      "an unknown number of engines",
    ]);
  });
});

describe("the explanation", () => {
  it.each(cases)("of $name", ({ decision, text }) => {
    expect(explain(decision)).toBe(text);
    const document = decisionDocument(decision);
    expect(explain(document)).toBe(text);
    expect(explain(JSON.parse(JSON.stringify(document)))).toBe(text);
  });

  it("lists more engines than two", () => {
    const applied = cases.find(({ decision }) => decision.moves.length === 2)?.decision as Decision;
    const moves = ["gpu-1", "gpu-2", "gpu-3"].map((engine) => ({ engine, from: "decode", to: "prefill" }) as const);
    expect(explain({ ...applied, moves })).toMatch(/^Moved engines gpu-1, gpu-2 and gpu-3 from decode to prefill: /);
  });

  it("names every gate once at least", () => {
    const gates = new Set(cases.map(({ decision }) => decision.limit?.gate));
    expect(GATES.filter((gate) => !gates.has(gate))).toEqual([]);
  });

  it("tells the role that a floor is short of without the present split, which records of the spec lack", () => {
    const record = { at: 1, prefill: 2, decode: 2, moves: [], result: "blocked", limit: null };
    const text = (fields: object) => explain({ ...record, ...fields } as never);
    expect(text({ by: "floor_recovery", reason: "restore_prefill_floor" })).toBe(
      "Could not move one decode engine to prefill: there are 2 prefill and 2 decode engines. The prefill role had fewer " +
        "available engines than must stay.",
    );
    expect(text({ by: "decode_floor", reason: "restore_decode_floor" })).toBe(
      "Could not move one prefill engine to decode: there are 2 prefill and 2 decode engines. The decode role had fewer " +
        "available engines than must stay.",
    );
  });

  it("names a risk event of which nothing is known", () => {
    const record = { ...decisionDocument(cases[0]?.decision as Decision), result: "held", reason: "evidence_risk" };
    expect(explain({ ...record, risk_age_s: 3, objective: null } as never)).toMatch(
      / A risk event came 3 s ago; since then an unknown time of arrivals have been seen, and decode gives no engine /,
    );
    expect(explain({ ...record, risk_kind: "constructor", risk_age_s: 3 } as never)).toMatch(
      / The risk event constructor came 3 s ago; /,
    );
  });

  it("refuses what is no decision, with what it was given", () => {
    const [{ decision }] = cases as [(typeof cases)[0]];
    expect(() => explain({ ...decision, moves: 5 } as never)).toThrow(
      new ArgumentError("decision", "must be a decision or its record", { ...decision, moves: 5 }),
    );
    expect(() => explain(null as never)).toThrow("decision must be an object that can be read, got null");
  });

  it("does with what an older or a newer journal has", () => {
    const record = { ...decisionDocument(cases[0]?.decision as Decision), result: "held" as const };
    const { limit: _, moves: __, ...older } = record;
    expect(explain({ ...older, reason: "pinned" } as typeof record)).toMatch(
      /^Did not move one decode engine to prefill: /,
    );
    expect(explain({ ...older, reason: "pinned", prefill: 4, decode: 1 } as typeof record)).toMatch(
      /^Did not move 2 decode engines to prefill: 2 prefill and 3 decode engines would become 4 and 1\. /,
    );
    for (const reason of REASONS) {
      expect(explain({ ...older, reason, objective: null } as typeof record)).not.toMatch(/NaN|undefined|null/);
    }
    expect(explain({ ...record, reason: "moonlight" })).toMatch(/The reason is moonlight\. /);
  });
});
