import fc from "fast-check";
import { expect } from "vitest";
import { MapWindow } from "../../bench/contestants/map-window";
import { PricedAccount } from "../../bench/contestants/priced-account";
import type { PriceTerms } from "../../bench/contestants/prices";
import { TypedWindow } from "../../bench/contestants/typed-window";
import { numberOf } from "../../bench/windows";
import { checkProfile, manualClock, resolveConfig } from "../../src/index";
import { Accounting, type Offer, ProfileSet } from "../../src/parts";

const MEASURED = {
  ...{ ttftA: 1e-9, ttftB: 2e-5, ttftC: 0.01, tpotSlope: 2e-8, tpotIntercept: 0.008, tpotRequestSlope: 1e-4 },
  ...{ decodeMinRequests: 1, decodeMaxRequests: 64, decodeMinKvTokens: 1000, decodeMaxKvTokens: 400_000 },
};

/** Where some lengths lie in the domain, and some outside; a correction or a promise that is out of reach. */
export const priced = fc.record({
  windowS: fc.constantFrom(2, 5),
  stepS: fc.constantFrom(0.1, 1 / 3, 1),
  maxShapes: fc.constantFrom(1, 3, 8),
  tpotSloS: fc.constantFrom(0.05, 0.05, 0.015),
  profiles: fc.subarray(
    [
      checkProfile("plain", MEASURED),
      checkProfile("flat", { ...MEASURED, tpotSlope: 0, tpotRequestSlope: 0, decodeMaxRequests: 8 }),
      checkProfile("small", { ...MEASURED, kvCapacityTokens: 20_000, decodeMaxKvTokens: 20_000 }),
      checkProfile("bounded", {
        ...{ ...MEASURED, prefillMinTokens: 100, prefillMaxTokens: 4000 },
        ...{ decodeMinOutputTokens: 10, decodeMaxOutputTokens: 2000 },
      }),
    ],
    { minLength: 1 },
  ),
});

export const event = fc.record({
  kind: fc.constantFrom("size", "size", "size", "reprice", "complete", "price"),
  waitedS: fc.constantFrom(0, 0, 0.1, 0.3, 1, 7),
  agoS: fc.constantFrom(0, 0, 0, 0.2, 1, 3.05),
  inputTokens: fc.constantFrom(0, 50, 100, 700, 3000, 20_000),
  requestedTokens: fc.constantFrom(0, 5, 64, 64, 500),
  correction: fc.constantFrom(0.5, 1, 1, 1.25, 6),
  /** Which earlier request is repriced. */
  which: fc.nat(),
});

type Given = typeof priced extends fc.Arbitrary<infer T> ? T : never;
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** The core and its contestants side by side. */
export class PricedSideBySide {
  readonly #clock = manualClock(-1);
  readonly #given: Given;
  readonly #core: Accounting;
  readonly #profiles: ProfileSet;
  readonly #contestants: readonly PricedAccount[];
  readonly #requests: { offer: Offer; counted: ReturnType<PricedAccount["size"]>[] }[] = [];
  #terms: PriceTerms | null = null;
  /** What the terms rest on that was learned. */
  #learned = "";

  constructor(given: Given) {
    const { windowS, stepS, maxShapes, profiles, tpotSloS } = given;
    const nowS = this.#clock.now();
    const spans = { windowS, stepS, evidenceSpanS: 1, evidenceMaxSpanS: 1 };
    this.#given = given;
    this.#core = new Accounting(resolveConfig({ ttftSloS: 1, tpotSloS, maxShapes, ...spans }), this.#clock);
    this.#profiles = new ProfileSet(profiles);
    const spec = { retainedS: windowS, bucketS: Math.min(1, stepS), maxShapes };
    const text = (a: number, b: number, c: number) => `${a},${b},${c}`;
    this.#contestants = [
      [new TypedWindow(spec, nowS), new TypedWindow(spec, nowS)] as const,
      [new MapWindow(spec, nowS, (a) => a), new MapWindow(spec, nowS, numberOf)] as const,
      [new MapWindow(spec, nowS, text), new MapWindow(spec, nowS, text)] as const,
    ].map(([arrivals, expected]) => new PricedAccount(arrivals, expected, stepS, nowS));
  }

  apply({ kind, waitedS, agoS, inputTokens, requestedTokens, correction, which }: Event): void {
    this.#clock.advance(waitedS);
    const nowS = this.#clock.now();
    const request = this.#requests[which % Math.max(1, this.#requests.length)];
    if (kind === "price") this.compare(correction);
    else if (kind === "complete") this.#core.complete(inputTokens, requestedTokens, requestedTokens >> 1, nowS);
    else if (kind === "reprice" && request) {
      this.#core.offers.reprice(request.offer, nowS, inputTokens, requestedTokens);
      for (const [i, contestant] of this.#contestants.entries()) {
        contestant.reprice(request.counted[i] as (typeof request.counted)[0], nowS, inputTokens, requestedTokens);
      }
    } else this.#size(nowS - agoS, nowS, inputTokens, requestedTokens);
  }

  /** Sums are added up in another order. */
  compare(correction: number): void {
    const nowS = this.#clock.now();
    this.#core.learn(nowS);
    const terms = this.#termsOf(correction);
    const { windowS } = this.#given;
    for (const horizonS of [windowS, 1, windowS / 2]) {
      const { prefillDemand, expectedEngines, complete } = this.#core.price(nowS, horizonS, this.#profiles, correction);
      for (const contestant of this.#contestants) {
        const answer = contestant.price(nowS, horizonS, terms);
        expect(answer.complete).toBe(complete);
        expect(relative(answer.prefillDemand, prefillDemand)).toBeLessThan(1e-12);
        expect(relative(answer.expectedEngines, expectedEngines)).toBeLessThan(1e-12);
      }
    }
  }

  #size(atS: number, nowS: number, inputTokens: number, requestedTokens: number): void {
    const offer = this.#core.offers.open(atS);
    this.#core.offers.size(offer, nowS, inputTokens, requestedTokens);
    const counted = this.#contestants.map((contestant) => contestant.size(atS, nowS, inputTokens, requestedTokens));
    this.#requests.push({ offer, counted });
  }

  /** The same terms as long as nothing of them changes: so the contestants use what they remember. */
  #termsOf(correction: number): PriceTerms {
    const { profiles, tpotSloS } = this.#given;
    const learned = JSON.stringify(this.#core.learned(this.#clock.now()));
    if (this.#terms?.correction !== correction || learned !== this.#learned) {
      const expectedOutput = (input: number, requested: number) => this.#core.forecastOutput(input, requested) ?? -1;
      this.#terms = { profiles, tpotSloS, correction, expectedOutput };
    }
    this.#learned = learned;
    return this.#terms;
  }
}

function relative(value: number, other: number): number {
  return Math.abs(value - other) / Math.max(1e-300, Math.abs(other));
}
