import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock } from "../../src/index";
import { Simulation, type SimulationOptionsInput } from "../../src/replay/index";
import { at, engines, exact } from "./fleet-helpers";

/** The order in which an engine that needs 1 s for each of ten requests serves them, with an SLO of 2.5 s. */
function orderOf(options: SimulationOptionsInput, count = 10): { order: number[]; met: number } {
  const clock = manualClock(0);
  const fleet = engines("pd");
  const pool = createPoolSync({ slo: { ttftS: 2.5, tpotS: 1 }, engines: fleet, clock });
  const order: number[] = [];
  const simulation = new Simulation({
    // Five at once, and one a second from then on.
    requests: Array.from({ length: count }, (_, i) => at(Math.max(0, i - 4), 1024, 1)),
    engines: fleet,
    clock,
    open: (request) => {
      const handle = pool.open();
      const complete = handle.complete.bind(handle);
      return Object.assign(handle, {
        complete: (result: { outputTokens: number }) => {
          order.push(request);
          complete(result);
        },
      });
    },
    options: { ...exact, ttftSloS: 2.5, prefillSlots: 1, ...options },
  });
  simulation.run();
  return { order, met: simulation.results().attainment.ttftMet };
}

describe("the late lane", () => {
  it("is off by default: first come, first served, and all are late after a burst", () => {
    expect(orderOf({})).toEqual({ order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], met: 2 });
  });

  it("serves those last that will miss their TTFT anyway", () => {
    const { order, met } = orderOf({ lateLane: true });
    expect(order).toEqual([0, 1, 5, 6, 7, 8, 9, 2, 3, 4]);
    expect(met).toBe(7);
  });

  it("serves a late one after so many others", () => {
    // That makes the last one late, too.
    expect(orderOf({ lateLane: true, lateEvery: 3 }, 8).order).toEqual([0, 1, 5, 6, 2, 3, 4, 7]);
  });

  it("needs handles that give an outlook", () => {
    const order: number[] = [];
    const silent = () => {};
    const simulation = new Simulation({
      requests: Array.from({ length: 5 }, () => at(0, 1024, 1)),
      engines: engines("pd"),
      open: (request) => ({
        size: silent,
        reprice: silent,
        wait: silent,
        prefill: silent,
        firstToken: () => order.push(request),
        decode: silent,
        token: silent,
        complete: silent,
        fail: silent,
        expire: silent,
        refuse: silent,
        reject: silent,
        cancel: silent,
      }),
      options: { ...exact, ttftSloS: 1, prefillSlots: 1, lateLane: true },
    });
    simulation.run();
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });
});
