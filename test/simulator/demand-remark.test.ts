import { describe, expect, test } from "vitest";
import { demandRemark } from "../../simulator/view/demand-remark";
import type { RecordedSample } from "../../src/replay";

type Demand = Pick<RecordedSample, "prefillDemand" | "demandGaps" | "demandMissing">;

const known: Demand = { prefillDemand: 1, demandGaps: [], demandMissing: null };
const missing = (reason: string | null): Demand => ({ prefillDemand: null, demandGaps: [], demandMissing: reason });

/** Samples 5 s apart. */
const samples = (...demands: readonly Demand[]) =>
  demands.map((demand, index) => ({ timeS: 5 * (index + 1), ...demand }) as RecordedSample);

describe("the remark under a plot of the demand", () => {
  test("is empty where all of it is there", () => {
    expect(demandRemark("prefill", samples(known, known))).toBe("");
    expect(demandRemark("prefill", [])).toBe("");
  });

  test("says from when to when there is none, and why", () => {
    const down = missing("fleet_unavailable");
    expect(demandRemark("prefill", samples(known, down, down, known, down))).toBe(
      "No demand was asked for from 0:05 to 0:15, 0:20 to 0:25: an engine was down (fleet_unavailable).",
    );
    expect(demandRemark("prefill", samples(missing(null), known))).toBe(
      "No demand was asked for from 0:00 to 0:05: no decision was made.",
    );
    expect(demandRemark("prefill", samples(missing("my_reason")))).toContain(
      "a reason that this version does not know (my_reason)",
    );
  });

  test("names three stretches, and counts the others", () => {
    const pending = missing("move_pending");
    expect(
      demandRemark("prefill", samples(pending, known, pending, known, pending, known, pending, known, pending)),
    ).toBe(
      "No demand was asked for from 0:00 to 0:05, 0:10 to 0:15, 0:20 to 0:25 and 2 more times: " +
        "the last move was still under way (move_pending).",
    );
  });

  test("names each gap of the role once", () => {
    const long: Demand = { ...known, demandGaps: ["prefill_domain"] };
    const both: Demand = { ...known, demandGaps: ["prefill_domain", "decode_domain", "pending"] };
    expect(demandRemark("prefill", samples(long, both))).toBe(
      "At least as much as is drawn, since some work has no price: " +
        "inputs outside of the range that the profile was measured for (prefill_domain); " +
        "requests whose size was not known yet (pending).",
    );
    expect(demandRemark("decode", samples(long))).toBe("");
    expect(demandRemark("decode", samples(both))).toContain("(decode_domain); ");
  });
});
