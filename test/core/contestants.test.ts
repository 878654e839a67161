import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostedWindow } from "../../bench/contestants/hosted-window";
import { MapWindow } from "../../bench/contestants/map-window";
import { TypedWindow } from "../../bench/contestants/typed-window";
import { DemandWindow, manualClock, type Shape } from "../../src/index";

const arrival = fc.record({
  waitedS: fc.constantFrom(0, 0, 0.1, 0.3, 1, 7),
  agoS: fc.constantFrom(0, 0, 0, 0.2, 1, 3.05, -2),
  tokens: fc.integer({ min: 0, max: 12 }),
});

/** A benchmark against something that does less would say nothing. */
describe("the contestants of the benchmark", () => {
  it("put every arrival into the cell that the core puts it into", () => {
    const spec = fc.record({
      bucketS: fc.constantFrom(0.1, 1 / 3, 1),
      retainedS: fc.constantFrom(1, 2.5),
      maxShapes: fc.constantFrom(1, 3, 8),
    });
    fc.assert(
      fc.property(spec, fc.array(arrival, { maxLength: 60, size: "max" }), (spec, arrivals) => {
        const clock = manualClock(-1);
        const core = new DemandWindow({ ...spec, clock });
        const contestants = [
          new TypedWindow(spec, clock.now()),
          new MapWindow(spec, clock.now(), (a) => a),
          new MapWindow(spec, clock.now(), (a, b, c) => `${a},${b},${c}`),
        ].map((window) => new HostedWindow(window, clock));
        for (const { waitedS, agoS, tokens } of arrivals) {
          clock.advance(waitedS);
          const shape: Shape = [tokens];
          const cell = core.add(shape, clock.now() - agoS);
          const cells = contestants.map((window) => window.add(shape, clock.now() - agoS));
          expect(cells).toEqual(contestants.map(() => cell));
        }
      }),
      { numRuns: 200 },
    );
  });
});
