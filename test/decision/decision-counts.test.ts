import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decision/decision";
import { DecisionCounter, NEWEST_DECISIONS } from "../../src/decision/decision-counts";

function decision(atS: number): Decision {
  return { atS, by: "reactive", result: "held", reason: "stable" } as unknown as Decision;
}

describe("the count of decisions", () => {
  it("keeps the newest hundred, and counts all", () => {
    const counter = new DecisionCounter();
    expect([counter.last, counter.newest]).toEqual([null, []]);
    for (let atS = 0; atS <= NEWEST_DECISIONS; atS += 1) counter.count(decision(atS));
    expect(counter.newest).toEqual(Array.from({ length: 100 }, (_, index) => decision(index + 1)));
    expect(counter.last).toEqual(decision(100));
    expect([...counter.byResult]).toEqual([["reactive:held", 101]]);
    expect([...counter.byReason]).toEqual([["reactive:held:stable", 101]]);
  });

  it("goes on from another's, of whose decisions it has the last", () => {
    const [given, taker] = [new DecisionCounter(), new DecisionCounter()];
    taker.count(decision(9));
    taker.importState(given.exportState());
    expect([taker.last, taker.newest, [...taker.byResult]]).toEqual([null, [], []]);
    for (const atS of [1, 2]) given.count(decision(atS));
    taker.importState(given.exportState());
    taker.count(decision(3));
    expect(taker.newest).toEqual([decision(2), decision(3)]);
    expect([...taker.byReason]).toEqual([["reactive:held:stable", 3]]);
    expect([...given.byReason]).toEqual([["reactive:held:stable", 2]]);
  });
});
