import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lengths, start, timeline } from "./events";
import { Pair } from "./pair";

function begin({ engines, shapes }: typeof start extends fc.Arbitrary<infer T> ? T : never): Pair {
  const pair = new Pair();
  for (const { role, profile } of engines) pair.addEngine(role, profile);
  for (const shape of shapes) pair.addRequest(lengths(shape));
  return pair;
}

describe("random events", () => {
  it("leave what a model without running sums finds", () => {
    const property = fc.property(start, timeline, (given, events) => {
      const pair = begin(given);
      let ticks = 0;
      for (const [forward, event] of events) {
        ticks += forward;
        pair.apply(event, ticks / 64);
        pair.compare(ticks / 64);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("leave exact zeros when every request has ended", () => {
    const property = fc.property(start, timeline, (given, events) => {
      const pair = begin(given);
      for (const [index, [, event]] of events.entries()) pair.apply(event, index);
      for (const record of pair.records) pair.fleet.finished(record, events.length);
      const { fleet } = pair;
      const { residentPrefillS, residentDecodeTokens, residentDecodeRequests } = fleet.read(events.length);
      const sums = [residentPrefillS, residentDecodeTokens, residentDecodeRequests];
      expect([...sums, fleet.residencySample(), fleet.waitingRequests]).toEqual([0, 0, 0, 0, 0]);
    });
    fc.assert(property, { numRuns: 50 });
  });
});
