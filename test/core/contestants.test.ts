import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostedWindow } from "../../bench/contestants/hosted-window";
import { MapWindow } from "../../bench/contestants/map-window";
import { TypedWindow } from "../../bench/contestants/typed-window";
import { manualClock } from "../../src/index";
import { DemandWindow, type Shape } from "../../src/parts";
import { event, PricedSideBySide, priced } from "./priced-side-by-side";

const spec = fc.record({
  bucketS: fc.constantFrom(0.1, 1 / 3, 1),
  retainedS: fc.constantFrom(1, 2.5),
  maxShapes: fc.constantFrom(1, 3, 8),
});

const step = fc.record({
  kind: fc.constantFrom("add", "add", "add", "replace", "replace", "count"),
  waitedS: fc.constantFrom(0, 0, 0.1, 0.3, 1, 7),
  agoS: fc.constantFrom(0, 0, 0, 0.2, 1, 3.05, -2),
  tokens: fc.integer({ min: 0, max: 12 }),
  /** Which earlier observation is repriced. */
  which: fc.nat(),
});

/** A benchmark against something that does less would say nothing. */
describe("the contestants of the benchmark", () => {
  it("record, reprice and count as the core does", () => {
    fc.assert(
      fc.property(spec, fc.array(step, { maxLength: 60, size: "max" }), (spec, steps) => {
        const clock = manualClock(-1);
        const core = new DemandWindow({ ...spec, clock });
        const contestants = [
          new TypedWindow(spec, clock.now()),
          new MapWindow(spec, clock.now(), (a) => a),
          new MapWindow(spec, clock.now(), (a, b, c) => `${a},${b},${c}`),
        ].map((window) => new HostedWindow(window, clock));
        /** What the core answers, which each contestant has to answer too. */
        const all = (ask: (window: DemandWindow | HostedWindow) => number) => {
          const answer = ask(core);
          expect(contestants.map(ask)).toEqual(contestants.map(() => answer));
          return answer;
        };
        const kept: { cell: number; readonly atS: number }[] = [];
        for (const { kind, waitedS, agoS, tokens, which } of steps) {
          clock.advance(waitedS);
          const atS = clock.now() - agoS;
          const shape: Shape = [tokens];
          const observation = kept[which % Math.max(1, kept.length)];
          if (kind === "count") all((window) => window.count(atS));
          else if (kind === "replace" && observation) {
            const { cell, atS } = observation;
            if (cell >= 0) observation.cell = all((window) => window.replace(cell, atS, shape));
          } else kept.push({ cell: all((window) => window.add(shape, atS)), atS });
        }
      }),
      { numRuns: 500 },
    );
  });

  it("price as the core does", () => {
    fc.assert(
      fc.property(priced, fc.array(event, { maxLength: 60, size: "max" }), (given, events) => {
        const all = new PricedSideBySide(given);
        for (const happening of events) all.apply(happening);
        all.compare(1);
      }),
      { numRuns: 500 },
    );
  });
});
