import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Made, poolFrom, SMALL } from "./pools";
import { type Happening, Traffic, traffic } from "./traffic";
import { decidedDifferently, differences } from "./view";

const before = traffic({ minLength: 20, maxLength: 400 });
const after = traffic({ minLength: 10, maxLength: 150 });
const originsS = fc.constantFrom(-0.5, 0, 100, 1_700_000_000);
const options = fc.record({
  applyMoves: fc.constantFrom("auto" as const, "auto" as const, "host" as const),
  whileUnavailable: fc.constantFrom("hold" as const, "rebalance" as const),
  urgent: fc.boolean(),
  overflow: fc.constantFrom("spec" as const, "binned" as const),
  advisory: fc.constantFrom(false, false, false, true),
  confirmations: fc.constantFrom(1, 2, 4),
  sustainedIntervals: fc.constantFrom(1, 3),
});

/** A pool that such things have happened to, without requests in flight. */
function servedBy(made: Made, happenings: readonly Happening[]): Traffic {
  const served = new Traffic(made);
  for (const happening of happenings) served.happen(happening);
  served.quiesce();
  return served;
}

describe("a pool that goes on with another one's accounts", () => {
  it("decides and tells the same as one that never stopped", () => {
    // A longer step would be doubted by the pool that stays, until two passes have seen it.
    const elapsedS = fc.constantFrom(0, 0, 1 / 64, 3, 9.25);
    fc.assert(
      fc.property(before, after, originsS, originsS, options, elapsedS, (past, future, from, to, opts, gapS) => {
        const stays = poolFrom(from, { ...SMALL, ...opts });
        const going = servedBy(stays, past);
        const bytes = stays.pool.snapshot();
        const taker = poolFrom(to, { ...SMALL, ...opts });
        taker.clock.advance(3);
        expect(taker.pool.restore(bytes, { elapsedS: gapS })).toMatchObject({ unknownEngines: [], missingEngines: [] });
        stays.clock.advance(gapS);
        expect(differences(taker.pool, stays.pool)).toEqual([]);
        const taken = new Traffic(taker);
        for (const happening of future) {
          expect(decidedDifferently(taken.happen(happening), going.happen(happening))).toEqual([]);
          if (happening.kind === "pass") expect(differences(taker.pool, stays.pool)).toEqual([]);
        }
        expect(differences(taker.pool, stays.pool)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("gives the snapshot that it was made from, bit by bit", () => {
    fc.assert(
      fc.property(before, originsS, originsS, options, (past, from, to, opts) => {
        const given = poolFrom(from, { ...SMALL, ...opts });
        servedBy(given, past);
        const bytes = given.pool.snapshot();
        const taker = poolFrom(to, { ...SMALL, ...opts });
        taker.pool.restore(bytes);
        expect(taker.pool.snapshot()).toEqual(bytes);
        expect(given.pool.snapshot()).toEqual(bytes);
      }),
      { numRuns: 50 },
    );
  });
});
