import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { DemandWindow } from "../../src/parts";
import { type NaiveCell, NaiveWindow } from "../model/naive-window";
import { BUILDS } from "./builds";

type Value = readonly [number, number, number];

/** Shapes so many and so alike that runs of the hash table grow together and wrap around. */
const tokens = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
const pool = fc.uniqueArray(fc.tuple(tokens, fc.constantFrom(0, 1, 7), fc.constant(0)), {
  selector: String,
  minLength: 20,
  maxLength: 60,
});
const churn = fc.record({
  maxShapes: fc.constantFrom(1, 2, 5, 8, 33),
  pool,
  moves: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 300, size: "max" }),
});

describe.each(BUILDS)("hash table of a bucket ($name build)", ({ options }) => {
  it("finds every shape after any number of removals", () => {
    fc.assert(
      fc.property(churn, ({ maxShapes, pool, moves }) => {
        const spec = { retainedS: 1, bucketS: 1, maxShapes, merge: "max" } as const;
        const clock = manualClock(0);
        const window = new DemandWindow({ ...spec, clock, ...options });
        const naive = new NaiveWindow(spec, clock);
        const held: { cell: number; naive: NaiveCell }[] = [];
        for (const [which, shape, adds] of moves) {
          const value = pool[shape % pool.length] as Value;
          const moved = adds ? undefined : held[which % held.length];
          if (moved) {
            moved.cell = window.replace(moved.cell, 0, value);
            moved.naive = naive.replace(moved.naive, 0, value) as NaiveCell;
          } else {
            held.push({ cell: window.add(value), naive: naive.add(value) as NaiveCell });
          }
        }
        expect(window.cells(0).map(byShape).sort()).toEqual(naive.cells(0).map(byShape).sort());
      }),
      { numRuns: 100 },
    );
  });
});

function byShape({ value, count, overflow }: Pick<NaiveCell, "value" | "count" | "overflow">): string {
  return `${value} x ${count}${overflow ? " overflow" : ""}`;
}
