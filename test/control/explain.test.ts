import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/control/decision";
import { decisionDocument } from "../../src/control/decision-document";
import { explain } from "../../src/control/explain";
import { apart, percent, plain, seconds } from "../../src/control/explain-words";
import { GATES, REASONS } from "../../src/control/reasons";
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
    expect([plain(null), seconds(null), percent(null)]).toEqual([
      "an unknown number",
      "an unknown time",
      "an unknown share",
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

  it("does with what an older or a newer journal has", () => {
    const record = { ...decisionDocument(cases[0]?.decision as Decision), result: "held" as const };
    const { limit: _, moves: __, ...older } = record;
    expect(explain({ ...older, reason: "pinned" } as typeof record)).toMatch(
      /^Did not move one decode engine to prefill: /,
    );
    for (const reason of REASONS) {
      expect(explain({ ...older, reason, objective: null } as typeof record)).not.toMatch(/NaN|undefined|null/);
    }
    expect(explain({ ...record, reason: "moonlight" } as unknown as typeof record)).toMatch(
      /The reason is moonlight\. /,
    );
  });
});
