import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { checkConservation, stateSchema } from "../../src/schema-entry";
import { replay, shipped } from "../replay/replay-run-inputs";
import { poolAt0 } from "./fixtures";
import { type Step, Stepper, steps } from "./random-moves";

type ValidState = v.InferOutput<typeof stateSchema>;

/** W = 10 s in buckets of a second. */
const SMALL = { windowS: 10, stepS: 1, evidenceSpanS: 5, evidenceMaxSpanS: 10 };

describe("what a window counts", () => {
  it("was recorded, and neither refused nor is it expired", () => {
    const { pool, clock } = poolAt0(SMALL);
    const flow = () => {
      const { observations, recorded, refused, expired } = pool.history().arrivals;
      return { observations, recorded, refused, expired };
    };
    for (const at of [0, 0.5, 1.25]) {
      clock.set(at);
      pool.open().size(100, 10);
    }
    expect(flow()).toEqual({ observations: 3, recorded: 3, refused: 0, expired: 0 });
    // The first two are older than 10 s, though their bucket is still there.
    clock.set(10.75);
    expect(flow()).toEqual({ observations: 1, recorded: 3, refused: 0, expired: 2 });
    clock.set(11);
    expect(flow()).toEqual({ observations: 1, recorded: 3, refused: 0, expired: 2 });
    pool.open({ at: 0.75 }).size(100, 10);
    expect(flow()).toEqual({ observations: 1, recorded: 4, refused: 1, expired: 2 });
    clock.set(1e6);
    expect(flow()).toEqual({ observations: 0, recorded: 4, refused: 1, expired: 3 });
  });

  it("is not counted again when it is repriced", () => {
    const { pool, clock } = poolAt0(SMALL);
    const request = pool.open();
    request.size(100, 10);
    for (const tokens of [90, 80, 80, 100]) request.reprice(tokens);
    clock.set(1e6);
    request.reprice(70);
    const { arrivals, expectedDecode } = pool.history();
    for (const window of [arrivals, expectedDecode]) {
      expect(window).toMatchObject({ observations: 0, recorded: 1, refused: 0, expired: 1 });
    }
  });

  it("is counted once where the clock has stepped back", () => {
    const { pool, clock } = poolAt0(SMALL);
    pool.open().size(100, 10);
    clock.set(10.5);
    expect(pool.history().arrivals).toMatchObject({ observations: 0, expired: 1 });
    clock.set(10);
    expect(pool.history().arrivals).toMatchObject({ observations: 0, expired: 1 });
  });

  it("goes on over a handoff", () => {
    const { pool, clock } = poolAt0(SMALL);
    for (let second = 0; second < 15; second += 1) {
      clock.set(second);
      pool.open().size(100 + second, 10);
    }
    const late = pool.open({ at: 1 });
    late.size(7);
    pool.open();
    const { arrivals } = pool.history();
    expect(arrivals).toMatchObject({ observations: 11, recorded: 16, refused: 1, expired: 4 });
    const bytes = pool.snapshot();
    const { pool: taker, clock: other } = poolAt0(SMALL);
    taker.open().fail();
    taker.restore(bytes);
    expect(taker.history().arrivals).toEqual(arrivals);
    expect(taker.state().offers).toMatchObject({ offered: 16, pending: 0, sized: 16 });
    other.advance(100);
    taker.open().size(7);
    expect(taker.history().arrivals).toMatchObject({ observations: 1, recorded: 17, refused: 1, expired: 15 });
    expect(checkConservation(taker.state())).toEqual([]);
  });
});

const options = fc.record({
  maxShapes: fc.constantFrom(1, 3),
  overflow: fc.constantFrom("spec" as const, "binned" as const),
  offerTimeoutS: fc.constantFrom(0, 2),
  policy: fc.constantFrom("reactive" as const, "headroom" as const),
});

/** Makes steps on a pool, and checks it after each. */
function makeAll(made: ReturnType<typeof poolAt0>, sequence: readonly Step[]): void {
  const stepper = new Stepper(made);
  for (const step of sequence) {
    stepper.make(step);
    expect(checkConservation(made.pool.state())).toEqual([]);
  }
}

describe("what always holds", () => {
  it("holds after whatever moves, and in a pool that goes on from there while requests are in flight", () => {
    fc.assert(
      fc.property(steps, steps, options, (before, after, some) => {
        const [made, taker] = [poolAt0({ ...SMALL, ...some }), poolAt0({ ...SMALL, ...some })];
        makeAll(made, before);
        taker.pool.restore(made.pool.snapshot());
        expect(checkConservation(taker.pool.state())).toEqual([]);
        makeAll(taker, after);
      }),
      { numRuns: 80 },
    );
  });

  it("holds after a whole replay of real traffic", () => {
    expect(checkConservation(replay(shipped("ppdd")).state)).toEqual([]);
  });
});

describe("a state in which something is lost or counted twice", () => {
  const { pool } = poolAt0();
  const ended = pool.open();
  ended.size(100, 10);
  ended.complete();
  pool.open().fail();

  const lost = (part: "requests" | "offers" | "attainment", field: string) => (state: ValidState) => {
    const counts = state[part] as unknown as Record<string, number>;
    counts[field] = (counts[field] as number) + 1;
  };
  const lostIn =
    (window: keyof ValidState["demand_history"], field: "observations" | "refused" | "expired") =>
    (state: ValidState) => {
      state.demand_history[window][field] += 1;
    };

  it.each([
    ["requests.opened", lost("requests", "opened"), ["requests.opened = pending + open + completed"]],
    ["requests.open", lost("requests", "open"), ["requests.opened = "]],
    ["requests.cancelled", lost("requests", "cancelled"), ["requests.opened = "]],
    ["requests.failed", lost("requests", "failed"), ["requests.opened = ", "requests.completed + failed"]],
    ["attainment.outcomes", lost("attainment", "outcomes"), ["requests.completed + failed"]],
    ["attainment.pruned_outcomes", lost("attainment", "pruned_outcomes"), ["requests.completed + failed"]],
    ["offers.offered", lost("offers", "offered"), ["offers.offered = "]],
    ["offers.pending", lost("offers", "pending"), ["offers.offered = "]],
    ["offers.sized", lost("offers", "sized"), ["offers.offered = ", "offers.sized = "]],
    ["offers.lost", lost("offers", "lost"), ["offers.offered = ", "offers.lost = "]],
    ["offers.invalid_unsized", lost("offers", "invalid_unsized"), ["offers.offered = "]],
    ["offers.late", lost("offers", "late"), ["offers.late = "]],
    ["arrivals", lostIn("arrivals", "observations"), ["demand_history.arrivals.recorded = "]],
    ["unsized", lostIn("unsized", "refused"), ["offers.late = ", "demand_history.unsized.recorded = "]],
    ["residency", lostIn("residency", "expired"), ["demand_history.residency.recorded = "]],
  ])("%s", (_, change, rules) => {
    const state = v.parse(stateSchema, pool.state());
    expect(checkConservation(state)).toEqual([]);
    change(state);
    const breaches = checkConservation(state);
    expect(breaches.map(({ rule }) => rule)).toEqual(rules.map((rule) => expect.stringContaining(rule)));
    for (const { left, right } of breaches) expect(Math.abs(left - right)).toBe(1);
  });
});
