import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { Accounting, ProfileSet } from "../../src/parts";
import { BUILDS } from "../core/builds";
import { engineProfile } from "./profiles";
import { smallConfig } from "./small-config";

const PROFILES = new ProfileSet([engineProfile()]);

/** What the core keeps of prices that were asked for before must not show in those that are asked for later. */
describe.each(BUILDS)("the price of what is offered now, whatever was offered before ($name build)", ({ options }) => {
  function account(maxShapes: number) {
    const clock = manualClock(0);
    const accounting = new Accounting(smallConfig({ maxShapes }), clock, options.module);
    const offer = (requests: number, input: number, requested: number) => {
      for (let i = 0; i < requests; i += 1) {
        accounting.offers.size(accounting.offers.open(clock.now()), clock.now(), input, requested);
      }
    };
    return {
      clock,
      accounting,
      offer,
      price: (correction = 1, profiles = PROFILES) => accounting.price(clock.now(), 10, profiles, correction),
    };
  }

  /** 30 requests of 3 shapes within 2 s, not in the order of their size. */
  function offerOf(used: ReturnType<typeof account>): void {
    for (const [input, requested] of [
      [700, 90],
      [100, 3],
      [3000, 1100],
    ] as const) {
      used.offer(10, input, requested);
      used.clock.advance(0.6);
    }
  }

  /** The same offer in an account that never held anything else. */
  function fresh(maxShapes: number, startS: number): number {
    const other = account(maxShapes);
    other.clock.set(startS);
    offerOf(other);
    return other.price().expectedEngines;
  }

  it("is the same to the last bit after a thousand times as much has come, was priced and has expired", () => {
    const used = account(128);
    for (let second = 0; second < 20; second += 1) {
      used.offer(1000, 5000 + second, 4000 - second);
      used.offer(200, 100, 3);
      used.price();
      used.clock.advance(1);
    }
    used.clock.advance(20);
    const startS = used.clock.now();
    offerOf(used);
    expect(used.price().expectedEngines).toBe(fresh(128, startS));
    expect(used.price().expectedEngines).toBeGreaterThan(0.01);
  });

  it("is the same to the last bit when what lies before the cut is most of what is kept", () => {
    const used = account(128);
    used.offer(50_000, 5000, 4000);
    used.clock.advance(8.7);
    const startS = used.clock.now();
    // It ends at 10.5 s: the cut, at 0.5 s, goes through the bucket of what came at 0 s.
    offerOf(used);
    expect(used.price().expectedEngines).toBe(fresh(128, startS));
  });

  it("is the same to the last bit after more shapes than there is room for came without a price between", () => {
    const used = account(3);
    used.price();
    for (let shape = 0; shape < 2000; shape += 1) {
      used.offer(1, 1000 + shape, 10 + (shape % 50));
      used.clock.advance(0.4);
    }
    used.clock.advance(20);
    const startS = used.clock.now();
    offerOf(used);
    expect(used.price().expectedEngines).toBe(fresh(3, startS));
  });

  it("is the same to the last bit after many short ones came a few at a time, and left at once", () => {
    const fast = new ProfileSet([engineProfile({ tpotSlope: 1e-9, tpotIntercept: 1e-4 })]);
    const used = account(128);
    const other = account(128);
    for (let few = 1; few <= 50; few += 1) {
      used.offer(few, 1000, 1);
      used.price(1, fast);
    }
    for (const { clock, offer, price } of [used, other]) {
      clock.set(9);
      offer(3, 7, 1);
      price(1, fast);
      clock.set(12);
    }
    expect(used.price(1, fast).expectedEngines).toBe(other.price(1, fast).expectedEngines);
  });

  it.each([
    [4, 1],
    [1, 4],
    [2, 3],
  ])("is the same to the last bit after it was asked for by a correction of %d, by %d", (before, now) => {
    const used = account(128);
    const other = account(128);
    for (const { offer } of [used, other]) for (let i = 1; i < 40; i += 1) offer(i, 100 * i, 10 + i);
    used.price(before);
    expect(used.price(now).expectedEngines).toBe(other.price(now).expectedEngines);
  });

  it.each([1, 2])("is nothing, to the last bit, once all that had a price has gone (asked for by %d too)", (other) => {
    const used = account(128);
    const wide = new ProfileSet([
      engineProfile({ tpotSlope: 1e-12 / 3, tpotIntercept: 0, decodeMaxRequests: 1, decodeMaxKvTokens: 2 ** 40 }),
    ]);
    const price = (correction = 1) => used.accounting.price(used.clock.now(), 10, wide, correction);
    // Prices so far apart that their sum loses digits of the least one.
    for (const [requests, input, requested] of [
      [7, 5, 3],
      [7, 2 ** 20 + 1, 12_345],
      [5, 4_000_000_001, 4_000_000_007],
    ] as const) {
      used.offer(requests, input, requested);
      expect(price().expectedEngines).toBeGreaterThan(0);
      price(other);
      price();
      used.clock.advance(2);
    }
    used.clock.advance(5);
    for (let second = 0; second < 5; second += 1) {
      price();
      used.clock.advance(1);
    }
    used.offer(1, 1, 0);
    expect(price()).toMatchObject({ expectedEngines: 0, gaps: ["output_unknown"] });
  });

  it("is of what is kept when the clock steps back, not of what was there before", () => {
    const used = account(128);
    used.offer(10, 700, 90);
    used.clock.advance(10);
    expect(used.price().expectedEngines).toBeGreaterThan(0.01);
    used.clock.advance(1);
    used.accounting.price(used.clock.now(), 2, PROFILES, 1);
    used.clock.advance(-1);
    expect(used.price().expectedEngines).toBe(0);
  });

  it("is that of what is taken over, overflow too, where it was priced without it before", () => {
    const [giver, taker] = [account(1), account(1)];
    offerOf(giver);
    taker.clock.set(giver.clock.now());
    expect(taker.price().expectedEngines).toBe(0);
    const nowS = giver.clock.now();
    taker.accounting.importState(giver.accounting.exportState(nowS), nowS);
    expect(taker.price().expectedEngines).toBe(giver.price().expectedEngines);
    expect(taker.price().expectedEngines).toBeGreaterThan(0.01);
  });

  it("tells what has no price as long as it is offered, and no longer", () => {
    const used = account(128);
    used.offer(5, 1000, 0);
    used.offer(5, 500_000, 100);
    expect(used.price().gaps).toEqual(["output_unknown", "decode_domain"]);
    used.clock.advance(9);
    used.offer(5, 500_000, 100);
    used.clock.advance(1.5);
    expect(used.price().gaps).toEqual(["decode_domain"]);
    used.clock.advance(9);
    used.offer(1, 100, 10);
    expect(used.price().gaps).toEqual([]);
  });
});
