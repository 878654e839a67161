import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { OutcomeWindow } from "../../src/parts";
import { Core } from "../../src/wasm/core";

const NOTHING = { total: 0, ttftMet: 0, tpotMet: 0, bothMet: 0, ttftRatio: null, tpotRatio: null, bothRatio: null };

function outcomesAt(startS: number, bucketS = 1, retainedS = 10) {
  const clock = manualClock(startS);
  return { clock, outcomes: new OutcomeWindow({ bucketS, retainedS, clock }) };
}

describe("an outcome window", () => {
  it("has no ratio of nothing", () => {
    const { outcomes } = outcomesAt(0);
    expect(outcomes.attainment(10)).toEqual(NOTHING);
    expect(outcomes.retained()).toEqual(NOTHING);
    expect(outcomes.evidence()).toEqual({
      bucketS: 1,
      retainedS: 10,
      coveredS: 0,
      buckets: 0,
      outcomes: 0,
      prunedBuckets: 0,
      prunedOutcomes: 0,
    });
  });

  it("counts who met both promises, which the two counts do not tell", () => {
    const { outcomes } = outcomesAt(0);
    outcomes.record(true, true);
    outcomes.record(true, false);
    outcomes.record(false, true);
    outcomes.record(false, false);
    expect(outcomes.attainment(1)).toEqual({
      total: 4,
      ttftMet: 2,
      tpotMet: 2,
      bothMet: 1,
      ttftRatio: 0.5,
      tpotRatio: 0.5,
      bothRatio: 0.25,
    });
  });

  it("shows an attainment of 0 as 0 (zero-goodput)", () => {
    const { outcomes } = outcomesAt(0);
    outcomes.record(false, false);
    expect(outcomes.attainment(1)).toMatchObject({ total: 1, ttftRatio: 0, tpotRatio: 0, bothRatio: 0 });
  });

  it("counts the bucket that the cut goes through whole", () => {
    const { clock, outcomes } = outcomesAt(5.1);
    outcomes.record(true, true);
    clock.set(7.9);
    expect(outcomes.attainment(2).total).toBe(1);
    expect(outcomes.attainment(1.8).total).toBe(0);
  });

  it("keeps all of an idle time, and counts none of it in a window (idle-ratio)", () => {
    const { clock, outcomes } = outcomesAt(0);
    for (let i = 0; i < 20; i += 1) outcomes.record(true, false);
    clock.set(50);
    expect(outcomes.attainment(10)).toEqual(NOTHING);
    expect(outcomes.retained()).toMatchObject({ total: 20, ttftRatio: 1, tpotRatio: 0 });
    expect(outcomes.evidence()).toMatchObject({ coveredS: 10, buckets: 1, outcomes: 20, prunedOutcomes: 0 });
  });

  it("drops an old window at the first record after an idle hour (one-slot-rotation)", () => {
    const { clock, outcomes } = outcomesAt(0, 1, 5);
    for (let i = 0; i < 5; i += 1) {
      outcomes.record(false, false);
      clock.advance(1);
    }
    clock.set(3600);
    outcomes.record(true, true);
    expect(outcomes.attainment(5)).toMatchObject({ total: 1, ttftMet: 1, tpotMet: 1 });
    expect(outcomes.evidence()).toMatchObject({ buckets: 1, outcomes: 1, prunedBuckets: 5, prunedOutcomes: 5 });
  });

  it("counts a record that comes too late as pruned, but no bucket for it", () => {
    const { outcomes } = outcomesAt(100);
    outcomes.record(true, true);
    outcomes.record(true, true, 89.9);
    expect(outcomes.evidence()).toMatchObject({ outcomes: 1, prunedBuckets: 0, prunedOutcomes: 1 });
  });

  it("that goes on from an empty one begins anew, at whatever time", () => {
    const spec = { widthS: 1, retainedS: 10 };
    const { outcomes } = new Core({ windows: [], outcomes: spec }, 0, 2 ** 20);
    const pruned = { prunedBuckets: 2, prunedOutcomes: 3 };
    outcomes?.record(true, true, -5.5);
    for (const atS of [-5.5, -50, -30]) {
      outcomes?.importState({ ...pruned, buckets: [] });
      expect(outcomes?.exportState()).toEqual({ ...pruned, buckets: [] });
      outcomes?.record(true, false, atS);
      const bucket = { index: Math.floor(atS), total: 1, ttftMet: 1, tpotMet: 0, bothMet: 0 };
      expect(outcomes?.exportState()).toEqual({ ...pruned, buckets: [bucket] });
    }
  });

  it("covers what lies between its oldest bucket and now, never less than nothing", () => {
    const { clock, outcomes } = outcomesAt(3.5);
    outcomes.record(true, true);
    expect(outcomes.evidence().coveredS).toBe(0.5);
    clock.set(2);
    expect(outcomes.evidence().coveredS).toBe(0);
  });
});
