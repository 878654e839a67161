import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HandleState } from "../../src/pool/request-options";
import { poolAt0, view } from "./fixtures";
import { Stepper, steps } from "./random-moves";

/** The controller decides at every pass that it can. */
const OPTIONS = { minArrivals: 1, demandFloor: 0, stepS: 1 };

function sumOf(counts: Readonly<Record<string, number | null>>): number {
  return Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

describe("whatever moves are made on many requests", () => {
  it("every request and every offer is in one place at every moment", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const made = poolAt0(OPTIONS);
        const stepper = new Stepper(made);
        for (const step of sequence) {
          stepper.make(step);
          const { requests, offers, fleet, demand_history } = made.pool.state();
          const { opened, ...places } = requests;
          const { offered, timed_out: _, late: __, ...became } = offers;
          expect(opened).toBe(stepper.requests.length);
          expect(sumOf(places)).toBe(opened);
          expect(offered).toBe(opened);
          expect(sumOf(became)).toBe(offered);
          expect([offers.pending, demand_history.unsized.pending]).toEqual([requests.pending, requests.pending]);
          expect((fleet.prefill ?? 0) + (fleet.decode ?? 0)).toBe(fleet.engines.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("the fleet holds exactly the requests that say so, and no token of another", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const made = poolAt0(OPTIONS);
        const stepper = new Stepper(made);
        for (const step of sequence) {
          stepper.make(step);
          const count = (state: HandleState, engine: string | null) =>
            stepper.requests.filter((request) => request.state === state && request.engine === engine).length;
          const { fleet } = made.pool.state();
          expect(fleet.waiting).toBe(count("waiting", null));
          for (const { id, prefill_requests, decode_requests } of fleet.engines) {
            expect([prefill_requests, decode_requests]).toEqual([count("prefill", id), count("decode", id)]);
          }
        }
        for (const request of stepper.requests) request.cancel();
        made.pool.pass();
        made.pool.pass();
        const empty = { prefill_requests: 0, decode_requests: 0, decode_tokens: 0, decode_load: 0 };
        const { requests, fleet } = made.pool.state();
        expect([requests.pending, requests.open, fleet.waiting]).toEqual([0, 0, 0]);
        for (const engine of fleet.engines) expect(engine).toMatchObject(empty);
      }),
      { numRuns: 100 },
    );
  });

  it("two pools fed in turn end as each does alone", () => {
    const run = (sequence: Parameters<Stepper["make"]>[0][]) => {
      const made = poolAt0(OPTIONS);
      const stepper = new Stepper(made);
      for (const step of sequence) stepper.make(step);
      return { ...view(made.pool), scores: made.pool.scores() };
    };
    fc.assert(
      fc.property(steps, steps, (one, other) => {
        const pools = [poolAt0(OPTIONS), poolAt0(OPTIONS)] as const;
        const steppers = [new Stepper(pools[0]), new Stepper(pools[1])] as const;
        for (let turn = 0; turn < Math.max(one.length, other.length); turn += 1) {
          const [step, otherStep] = [one[turn], other[turn]];
          if (step) steppers[0].make(step);
          if (otherStep) steppers[1].make(otherStep);
        }
        const [first, second] = pools;
        expect({ ...view(first.pool), scores: first.pool.scores() }).toEqual(run(one));
        expect({ ...view(second.pool), scores: second.pool.scores() }).toEqual(run(other));
      }),
      { numRuns: 60 },
    );
  });

  it("strict mode throws exactly what is counted, and counts the same", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const lenient = poolAt0(OPTIONS);
        const strict = poolAt0({ ...OPTIONS, strict: true });
        const steppers = { lenient: new Stepper(lenient), strict: new Stepper(strict) };
        let thrown = 0;
        for (const step of sequence) {
          steppers.lenient.make(step);
          try {
            steppers.strict.make(step);
          } catch (error) {
            expect(error).toMatchObject({ code: expect.stringMatching(/^ERR_NARWHAL_/) });
            thrown += 1;
          }
        }
        expect(view(strict.pool)).toEqual(view(lenient.pool));
        const { engine_removed, clock_ahead, clock_back, ...wrong } = strict.pool.state().anomalies;
        expect(sumOf(wrong)).toBe(thrown);
      }),
      { numRuns: 100 },
    );
  });
});
