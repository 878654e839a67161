import { describe, expect, it } from "vitest";
import { effectLine } from "../../src/cli/print-effect";
import type { MoveEffectRow } from "../../src/journal/journal-rows";
import { output, scratch, TRACE } from "./command";

const ROW: MoveEffectRow = {
  type: "move_effect",
  at_s: 41,
  decided_s: 11,
  moved_s: 11,
  by: "headroom",
  engines: 2,
  predicted_load_unmoved: 1.5,
  predicted_load_moved: 1,
  load_unmoved: 1,
  load_moved: 0.75,
  load_before: 0.5,
  both_before_ratio: 0.5,
  both_after_ratio: 1,
};

describe("the effect of a move in English", () => {
  it.each<[Partial<MoveEffectRow>, string]>([
    [{}, "0.250 of load off the tighter role (predicted 0.500)"],
    [{ load_moved: 1.25, predicted_load_moved: 2 }, "0.250 of load more on the tighter role (predicted -0.500)"],
    [{ load_moved: 1, predicted_load_moved: null }, "no load gained"],
    [{ load_moved: null, predicted_load_unmoved: null }, "its load was not measured"],
  ])("%j", (change, gained) => {
    expect(effectLine({ ...ROW, ...change })).toBe(
      `0:41  effect of 0:11, 2 engines by headroom: ${gained}; both SLOs met 50.0% before, 100.0% after`,
    );
  });
});

describe("narwhal-slo explain", () => {
  const write = scratch();
  const journal = write("journal.jsonl", "");
  output("replay", TRACE, "--journal", journal);

  it("has the effect of each move 30 s after it, among the decisions by time", () => {
    const lines = output("explain", journal).trim().split("\n");
    const effects = lines.filter((line) => line.includes("  effect of "));
    expect(effects.length).toBeGreaterThan(1);
    expect(effects[0]).toMatch(/^0:35 {2}effect of 0:05, 1 engine by headroom: .*; both SLOs met \d+\.\d% before, /);
    const times = lines.map((line) => {
      const [, minutes, seconds] = /^(\d+):(\d+)/.exec(line) ?? [];
      return 60 * Number(minutes) + Number(seconds);
    });
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("has decisions alone where some are chosen", () => {
    expect(output("explain", journal, "--result", "applied")).not.toContain("effect of");
    expect(output("explain", journal, "--last", "500")).not.toContain("effect of");
  });
});
