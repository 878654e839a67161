import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decision/decision";
import { explain } from "../../src/decision/explain";
import { decisionOf } from "./decisions";

/** Of 5 engines 2 prefill now; 4 would leave the tighter role the most to spare. */
const HEADROOM = decisionOf({
  currentPrefill: 2,
  currentDecode: 3,
  by: "headroom",
  reason: "headroom_best",
  prefillLoadEngines: 2.2,
  prefillSpreadEngines: 0.4,
  decodeLoadEngines: 0.65,
  decodeSpreadEngines: 0.2,
  headroomCurrent: -0.5,
  headroomBest: 1.75,
  headroomBestPrefill: 4,
});

/** What is said of the tighter role: the last sentence. */
function tighter(fields: Partial<Decision>): string {
  return explain({ ...HEADROOM, ...fields })
    .split(" to spare. ")
    .at(-1) as string;
}

describe("what the tighter role can spare", () => {
  it.each([
    [{ headroomBestPrefill: 2 }, "Prefill, the tighter role, is short by 0.2 engines."],
    [{ headroomBestPrefill: 2, prefillLoadEngines: 1 }, "Prefill, the tighter role, has 1 engine to spare."],
    [{ headroomBestPrefill: 2, prefillLoadEngines: 2 }, "Prefill, the tighter role, has 0 engines to spare."],
    [
      { headroomBestPrefill: 2, decodeLoadEngines: 3.0707, decodeSpreadEngines: 0.11 },
      "Decode, the tighter role, is short by 0.0707 engines.",
    ],
  ])("of the present split: %j", (fields, text) => {
    expect(tighter(fields)).toBe(text);
  });

  it.each([
    [{}, "in the best split that would be decode, with 0.35 engines to spare."],
    [{ decodeLoadEngines: 1.5 }, "in the best split that would be decode, short by 0.5 engines."],
    [{ decodeLoadEngines: 0.1 }, "in the best split it would have 1.8 engines to spare."],
    [{ prefillLoadEngines: 4.3 }, "in the best split it would be short by 0.3 engines."],
  ])("of the best one: %j", (fields, text) => {
    expect(tighter(fields).split("; ")[1]).toBe(text);
  });

  it("is the past where the move was made", () => {
    const moves = [{ engine: "a", from: "decode", to: "prefill" }] as const;
    const applied = { prefill: 3, decode: 2, reason: "improved", result: "applied", moves } as const;
    const best = "in the best split that would be decode, with 0.35 engines to spare.";
    expect(explain({ ...HEADROOM, ...applied })).toContain(
      ` Prefill, the tighter role, was short by 0.2 engines; ${best}`,
    );
    expect(explain({ ...HEADROOM, ...applied, prefillLoadEngines: 1.9 })).toContain(
      ` Prefill, the tighter role, had 0.1 engines to spare; ${best}`,
    );
  });

  it("is in standard deviations where the record has no loads", () => {
    const { prefillLoadEngines: _, ...unknown } = HEADROOM;
    const text = "Kept 2 prefill and 3 decode engines. No other split leaves the tighter role more to spare. ";
    expect(explain(unknown)).toBe(
      `${text}The tighter role has -0.5 standard deviations of its load to spare, and 1.75 in the best split.`,
    );
    expect(explain({ ...unknown, headroomBestPrefill: 2 })).toBe(
      `${text}The tighter role has -0.5 standard deviations of its load to spare.`,
    );
    const { currentPrefill: __, currentDecode: ___, ...older } = HEADROOM;
    expect(explain(older)).toContain(" The tighter role has -0.5 standard deviations ");
  });
});
