import { describe, expect, test } from "vitest";
import { amount } from "../../simulator/view/amount";
import { decisionAt } from "../../simulator/view/lane-drawing";
import { timeTicks } from "../../simulator/view/time-ticks";
import type { DecisionDocument } from "../../src/index";

const decision = (at: number, result: "held" | "applied") => ({
  record: { at, result } as DecisionDocument,
  scores: [],
});

describe("a click on the lane", () => {
  const decisions = [decision(10, "held"), decision(12, "applied"), decision(14, "held"), decision(500, "held")];

  test("takes the nearest decision", () => {
    expect(decisionAt(decisions, 480, 1)).toBe(3);
    expect(decisionAt(decisions, 0, 0.1)).toBe(0);
  });

  test("prefers one that acted, where several are in reach", () => {
    expect(decisionAt(decisions, 14, 1)).toBe(1);
    expect(decisionAt(decisions, 14, 0.01)).toBe(2);
  });

  test("finds nothing where there is nothing", () => {
    expect(decisionAt([], 10, 1)).toBeNull();
  });
});

describe("the time axis", () => {
  test("has round times, ten spans at most", () => {
    expect(timeTicks([0, 480])).toEqual([0, 60, 120, 180, 240, 300, 360, 420, 480]);
    expect(timeTicks([121, 241])).toEqual([135, 150, 165, 180, 195, 210, 225, 240]);
    expect(timeTicks([0, 3502]).length).toBe(6);
  });
});

test("counts have no decimals, measures have as many as they need", () => {
  expect([3, 2000, 2.456, 0.5, null].map(amount)).toEqual(["3", "2,000", "2.46", "0.500", "-"]);
});
