import { describe, expect, it } from "vitest";
import { MAX_ENGINES, MemoryError, manualClock, resolveConfig } from "../../src/index";
import { Accounting, DemandWindow, OutcomeWindow, ProfileSet } from "../../src/parts";
import { engineProfile } from "../accounting/profiles";

const SLOS = { ttftSloS: 1, tpotSloS: 0.05 };

function refusal(create: () => unknown): MemoryError {
  try {
    create();
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the memory of the core", () => {
  it("is at most 8 MiB at the defaults", () => {
    const accounting = new Accounting(resolveConfig(SLOS), manualClock(0));
    expect(accounting.memoryBytes).toBeLessThanOrEqual(8 * 2 ** 20);
  });

  it("is refused beyond its bound, with the bytes that it would need", () => {
    const config = resolveConfig({ ...SLOS, maxMemoryBytes: 1_000_000 });
    const error = refusal(() => new Accounting(config, manualClock(0)));
    expect(error.message).toBe(
      `the configuration needs ${error.neededBytes} bytes, more than maxMemoryBytes 1000000: ` +
        "keep less time (windowS, retainedS), or lower maxShapes",
    );
    expect(error).toMatchObject({ code: "ERR_NARWHAL_MEMORY", limitBytes: 1_000_000 });
  });

  it("is granted with exactly the bytes that it needs, not with one less", () => {
    const clock = manualClock(0);
    const account = (maxMemoryBytes: number) => new Accounting(resolveConfig({ ...SLOS, maxMemoryBytes }), clock);
    const { neededBytes } = refusal(() => account(1));
    expect(refusal(() => account(neededBytes - 1)).neededBytes).toBe(neededBytes);
    expect(account(neededBytes).memoryBytes).toBeGreaterThanOrEqual(neededBytes);
  });

  it("of a window alone is bounded by 256 MiB unless told otherwise", () => {
    const clock = manualClock(0);
    const long = { retainedS: 1e6, bucketS: 0.01, clock };
    expect(refusal(() => new DemandWindow(long)).limitBytes).toBe(256 * 2 ** 20);
    expect(refusal(() => new OutcomeWindow(long)).limitBytes).toBe(256 * 2 ** 20);
    expect(refusal(() => new DemandWindow({ ...long, maxMemoryBytes: 2 ** 20 })).limitBytes).toBe(2 ** 20);
    expect(refusal(() => new OutcomeWindow({ ...long, maxMemoryBytes: 2 ** 20 })).limitBytes).toBe(2 ** 20);
  });

  it("is each account's own", () => {
    const clock = manualClock(0);
    const [busy, idle] = [1, 2].map(() => new Accounting(resolveConfig(SLOS), clock)) as [Accounting, Accounting];
    const profiles = new ProfileSet([engineProfile()]);
    for (let i = 0; i < 10; i += 1) busy.offers.size(busy.offers.open(0), 0, 1000 + i, 64);
    for (let i = 0; i < 10; i += 1) busy.complete(1000, 64, 32, 0);
    busy.outcomes.record(true, true);
    busy.learn(0);
    expect(idle.price(0, 120, profiles, 1)).toMatchObject({ prefillDemand: 0, decodeDemand: 0, arrivals: 0 });
    expect(idle.expectedOutput(1000, 64)).toBe(64);
    expect(idle.outcomes.retained().total).toBe(0);
    expect(busy.price(0, 120, profiles, 1)).toMatchObject({ arrivals: 10, complete: true });
    expect(busy.expectedOutput(1000, 64)).toBe(32);
  });
});

describe("the table of profiles", () => {
  const distinct = (engines: number) =>
    Array.from({ length: engines }, (_, i) => engineProfile({ ttftA: 0, ttftB: 0, ttftC: i / 1000 }));

  it("holds a profile of its own for every engine of the largest fleet", () => {
    const accounting = new Accounting(resolveConfig(SLOS), manualClock(0));
    for (let i = 0; i < 3; i += 1) accounting.complete(1000, 64, 32, 0);
    accounting.learn(0);
    accounting.offers.size(accounting.offers.open(0), 0, 1);
    const profiles = distinct(MAX_ENGINES);
    const mean = profiles.reduce((sum, { ttftC }) => sum + ttftC, 0) / MAX_ENGINES;
    expect(accounting.price(0, 5, new ProfileSet(profiles), 1).prefillDemand).toBeCloseTo(mean / 5, 12);
    expect(accounting.expectedOutput(1000, 64)).toBe(32);
  });

  it("has no room for more", () => {
    expect(() => new ProfileSet(distinct(MAX_ENGINES + 1))).toThrow(
      "profiles must be at most 256 distinct ones, got 257",
    );
  });

  it("counts engines of one kind once", () => {
    const { weights, engines } = new ProfileSet(Array.from({ length: 1000 }, () => engineProfile()));
    expect([...weights.values()]).toEqual([1000]);
    expect(engines).toBe(1000);
  });
});
