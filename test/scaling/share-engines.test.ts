import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { enginesFor, fleetHeadroom } from "../../src/scaling/fleet-headroom";
import { type SharingPool, shareEngines } from "../../src/scaling/share-engines";

const CHAT: SharingPool = { name: "chat", prefill: { load: 1.5, spread: 0.5 }, decode: { load: 3, spread: 0.5 } };
const CODE: SharingPool = { name: "code", prefill: { load: 3.2, spread: 0.4 }, decode: { load: 0.6, spread: 0.2 } };

const engines = (pools: readonly SharingPool[], gpus: number) =>
  shareEngines(pools, { gpus }).map((share) => share.engines);

describe("shareEngines", () => {
  it("gives each pool what keeps 3 spreads where the budget allows it", () => {
    // 1.5 + 3 x 0.5 = 3 and 3 + 3 x 0.5 = 4.5 -> 5; 3.2 + 3 x 0.4 = 4.4 -> 5 and 0.6 + 3 x 0.2 = 1.2 -> 2.
    expect(engines([CHAT, CODE], 100)).toEqual([8, 7]);
    expect(shareEngines([CHAT], { gpus: 100, spreads: 1 })[0]).toEqual({
      name: "chat",
      engines: 6,
      gpus: 6,
      wanted: 6,
      headroom: 1,
      limited: false,
      reason: "chat keeps 1 spreads of load free with 6 engines",
    });
  });

  it("names the pool that the budget limits", () => {
    const [chat, code] = shareEngines([CHAT, CODE], { gpus: 10 });
    expect([chat?.engines, code?.engines]).toEqual([5, 5]);
    expect([chat?.limited, code?.limited]).toEqual([true, true]);
    expect(code?.reason).toBe("code wants 7 engines, and the budget has room for 5");
  });

  it("fills floors first, and ties go by name", () => {
    const idle = (name: string): SharingPool => ({ ...CHAT, name });
    expect(engines([idle("b"), idle("a")], 3)).toEqual([1, 2]);
    expect(
      engines(
        [
          { ...CHAT, minEngines: 6 },
          { ...CODE, minEngines: 0 },
        ],
        6,
      ),
    ).toEqual([6, 0]);
  });

  it("keeps a pool within its cap, and says so", () => {
    const [chat] = shareEngines([{ ...CHAT, maxEngines: 4 }], { gpus: 100 });
    expect([chat?.engines, chat?.limited, chat?.reason]).toEqual([
      4,
      false,
      "chat is capped at 4 engines; 8 would keep 3 spreads free",
    ]);
  });

  it("lets a heavier pool come first", () => {
    const paid = (weight: number): SharingPool => ({ ...CHAT, name: "paid", weight });
    expect([engines([CHAT, paid(1)], 9), engines([CHAT, paid(4)], 9)]).toEqual([
      [5, 4],
      [4, 5],
    ]);
    expect([engines([CHAT, paid(1)], 13), engines([CHAT, paid(4)], 13)]).toEqual([
      [7, 6],
      [6, 7],
    ]);
  });

  test.each([
    ["gpus must be a whole number >= 0, got NaN", [CHAT], { gpus: Number.NaN }],
    ["gpus must be a whole number >= 0, got Infinity", [CHAT], { gpus: Number.POSITIVE_INFINITY }],
    ["gpus must be a whole number >= 0, got undefined", [CHAT], {} as { gpus: number }],
    ["spreads must be > 0, got 0", [CHAT], { gpus: 1, spreads: 0 }],
    ['name must be unique among the pools, got "chat"', [CHAT, CHAT], { gpus: 1 }],
    ['name must be a text, got ""', [{ ...CHAT, name: "" }], { gpus: 1 }],
    ["gpusPerEngine must be a whole number >= 1, got 0", [{ ...CHAT, gpusPerEngine: 0 }], { gpus: 1 }],
    ["maxEngines must be a whole number >= 2, got 1", [{ ...CHAT, maxEngines: 1 }], { gpus: 1 }],
    ["weight must be > 0, got -1", [{ ...CHAT, weight: -1 }], { gpus: 1 }],
    [
      "prefill.load must be >= 0 engines, got NaN",
      [{ ...CHAT, prefill: { load: Number.NaN, spread: 1 } }],
      { gpus: 1 },
    ],
    ["decode.spread must be > 0 engines, got 0", [{ ...CHAT, decode: { load: 1, spread: 0 } }], { gpus: 1 }],
  ])("refuses: %s", (message, pools, budget) => {
    expect(() => shareEngines(pools, budget)).toThrow(message);
  });
});

const need = fc.record({
  load: fc.double({ min: 0, max: 20, noNaN: true }),
  spread: fc.double({ min: 0.15, max: 5, noNaN: true }),
});
const pools = fc
  .array(
    fc.record({
      prefill: need,
      decode: need,
      minEngines: fc.nat(4),
      gpusPerEngine: fc.integer({ min: 1, max: 8 }),
      weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((list) => list.map((pool, i) => ({ ...pool, name: `pool-${i}` })));

describe("properties of shareEngines", () => {
  it("never exceeds the budget, and a larger one takes an engine from nobody", () => {
    fc.assert(
      fc.property(pools, fc.nat(120), fc.nat(40), (list, gpus, more) => {
        const before = shareEngines(list, { gpus });
        const after = shareEngines(list, { gpus: gpus + more });
        expect(before.reduce((sum, share) => sum + share.gpus, 0)).toBeLessThanOrEqual(gpus);
        for (const [i, share] of before.entries()) expect(after[i]?.engines).toBeGreaterThanOrEqual(share.engines);
      }),
    );
  });

  it("does not depend on the order of the pools, and names every starved one", () => {
    fc.assert(
      fc.property(pools, fc.nat(120), (list, gpus) => {
        const shares = shareEngines(list, { gpus });
        const reversed = shareEngines([...list].reverse(), { gpus }).reverse();
        expect(reversed).toEqual(shares);
        for (const { engines: got, wanted, limited } of shares) expect(limited).toBe(got < wanted);
      }),
    );
  });

  it("headroom of a fleet rises with its engines, and what is wanted is the least with enough of it", () => {
    fc.assert(
      fc.property(need, need, fc.nat(40), (prefill, decode, n) => {
        const fleet = { prefill, decode };
        expect(fleetHeadroom(fleet, n + 1)).toBeGreaterThanOrEqual(fleetHeadroom(fleet, n));
        const wanted = enginesFor(prefill, 3) + enginesFor(decode, 3);
        expect(fleetHeadroom(fleet, wanted)).toBeGreaterThanOrEqual(3 - 1e-6);
        expect(fleetHeadroom(fleet, wanted - 1)).toBeLessThan(3);
      }),
    );
  });

  it("is the best split of all", () => {
    fc.assert(
      fc.property(need, need, fc.nat(30), (prefill, decode, n) => {
        const spare = (p: number) =>
          Math.min((p - prefill.load) / prefill.spread, (n - p - decode.load) / decode.spread);
        const best = Math.max(...Array.from({ length: n + 1 }, (_, p) => spare(p)));
        expect(fleetHeadroom({ prefill, decode }, n)).toBe(best);
      }),
    );
  });
});
