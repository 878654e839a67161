import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PricedWork } from "../../src/accounting/offered-work";
import { manualClock } from "../../src/index";
import { Accounting } from "../../src/parts";
import { smallConfig } from "./small-config";

/** Times in sixteenths of a second and amounts in 64ths are exact, so that the model may add in any order. */
const sixteenths = (most: number) => fc.integer({ min: 0, max: 16 * most }).map((n) => n / 16);
const amount = fc.integer({ min: 0, max: 640 }).map((n) => n / 64);
const work = fc.record({ prefillS: amount, decodeDemand: amount, decodeS: sixteenths(1000) });
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("add" as const), work, agoS: sixteenths(80) }),
    fc.record({ kind: fc.constant("remove" as const), place: fc.nat(50) }),
    fc.record({ kind: fc.constant("wait" as const), waitS: fc.oneof(sixteenths(3), sixteenths(90), sixteenths(2000)) }),
  ),
  { maxLength: 60 },
);

interface Added {
  readonly work: PricedWork;
  readonly atS: number;
}

/** [prefill, decode] of the second that begins at `second`. */
function offered(added: readonly Added[], second: number): [prefill: number, decode: number] {
  let prefill = 0;
  let decode = 0;
  for (const { work, atS } of added) {
    if (Math.floor(atS) === second) prefill += work.prefillS;
    const endS = atS + Math.min(900, work.decodeS);
    decode += work.decodeDemand * Math.max(0, Math.min(endS, second + 1) - Math.max(atS, second));
  }
  return [prefill, decode];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

describe("statistics of offered work", () => {
  it("are those of the arrivals that were not taken out", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(0, -7.5, 1_700_000_000.25), (happenings, startS) => {
        const clock = manualClock(startS);
        const statistics = new Accounting(smallConfig(), clock, undefined, { offeredWork: true }).offeredWork;
        if (!statistics) throw new Error("none are kept");
        const added: Added[] = [];
        let nowS = startS;
        for (const step of happenings) {
          if (step.kind === "wait") nowS += step.waitS;
          if (step.kind === "add") {
            added.push({ work: step.work, atS: nowS - step.agoS });
            statistics.add(step.work, nowS - step.agoS, nowS);
          }
          const [gone] = step.kind === "remove" ? added.splice(step.place, 1) : [];
          if (gone) statistics.remove(gone.work, gone.atS, nowS);
          const end = Math.floor(nowS);
          const from = Math.max(Math.ceil(startS), end - 60);
          const seconds = Array.from({ length: Math.max(0, end - from) }, (_, i) => offered(added, from + i));
          const rates = statistics.rates(nowS);
          expect(rates.historyS).toBe(seconds.length);
          expect(rates.prefill.mean).toBe(mean(seconds.map(([prefill]) => prefill)));
          expect(rates.decode.mean).toBe(mean(seconds.map(([, decode]) => decode)));
          expect(rates.decode.recent).toBe(mean(seconds.slice(-10).map(([, decode]) => decode)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
