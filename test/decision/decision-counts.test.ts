import { describe, expect, it } from "vitest";
import { DecisionCounter, NEWEST_DECISIONS } from "../../src/decision/decision-counts";
import { decisionOf } from "./decisions";

describe("the count of decisions", () => {
  it("keeps the newest hundred, and counts all", () => {
    const counter = new DecisionCounter();
    expect([counter.last, counter.newest]).toEqual([null, []]);
    for (let at = 0; at <= NEWEST_DECISIONS; at += 1) counter.count(decisionOf({ at }));
    expect(counter.newest).toEqual(Array.from({ length: 100 }, (_, index) => decisionOf({ at: index + 1 })));
    expect(counter.last).toEqual(decisionOf({ at: 100 }));
    expect([...counter.byResult]).toEqual([["reactive:held", 101]]);
    expect([...counter.byReason]).toEqual([["reactive:held:confirming", 101]]);
  });

  it("goes on from another's, of whose decisions it has the last", () => {
    const [given, taker] = [new DecisionCounter(), new DecisionCounter()];
    taker.count(decisionOf({ at: 9 }));
    taker.importState(given.exportState());
    expect([taker.last, taker.newest, [...taker.byResult]]).toEqual([null, [], []]);
    for (const at of [1, 2]) given.count(decisionOf({ at }));
    taker.importState(given.exportState());
    taker.count(decisionOf({ at: 3 }));
    expect(taker.newest).toEqual([decisionOf({ at: 2 }), decisionOf({ at: 3 })]);
    expect([...taker.byReason]).toEqual([["reactive:held:confirming", 3]]);
    expect([...given.byReason]).toEqual([["reactive:held:confirming", 2]]);
  });
});
