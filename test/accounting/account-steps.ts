import fc from "fast-check";
import type { Accounting, ManualClock, Offer } from "../../src/index";
import type { NaiveAccount, NaiveOffer } from "./naive-account";

/** Something that happens to an account. `which` counts the offers so far, modulo their number. */
export type AccountStep =
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "open"; readonly agoS: number }
  | { readonly kind: "arrive"; readonly lengths: Lengths }
  | { readonly kind: "size"; readonly which: number; readonly lengths: Lengths }
  | { readonly kind: "lose" | "invalidate"; readonly which: number }
  | { readonly kind: "complete"; readonly observed: number; readonly lengths: Lengths; readonly times: number }
  | { readonly kind: "sample"; readonly engines: number };

interface Lengths {
  readonly input: number;
  readonly requested: number | undefined;
  readonly cached: number;
}

const lengths: fc.Arbitrary<Lengths> = fc.record({
  input: fc.constantFrom(1, 40, 500, 1024, 1024, 1025, 6000, 30_000),
  requested: fc.constantFrom(undefined, 0, 4, 100, 100, 120, 512, 5000),
  cached: fc.constantFrom(0, 0, 0, 1),
});
const which = fc.nat();

export const accountStep: fc.Arbitrary<AccountStep> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("open"), agoS: fc.constantFrom(0, 0, 0.3, 2, 15) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("arrive"), lengths }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("size"), which, lengths }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("lose", "invalidate"), which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait"), seconds: fc.constantFrom(0.1, 0.7, 1, 4, 11) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("complete"),
      observed: fc.constantFrom(1, 40, 90),
      lengths,
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sample"), engines: fc.constantFrom(0, 0.25, 1.5, 7) }) },
);

/** An account, its naive double, and the offers that both know. */
export interface Pair {
  readonly clock: ManualClock;
  readonly accounting: Accounting;
  readonly naive: NaiveAccount;
  readonly offers: { readonly offer: Offer; readonly double: NaiveOffer }[];
}

/** Lets the same happen to both. A size of an offer that has one already reprices it. */
export function applyStep({ clock, accounting, naive, offers }: Pair, step: AccountStep): void {
  const nowS = clock.now();
  switch (step.kind) {
    case "wait":
      clock.advance(step.seconds);
      return;
    case "open":
      offers.push(open(accounting, naive, nowS - step.agoS));
      return;
    case "arrive": {
      const pair = open(accounting, naive, nowS);
      offers.push(pair);
      applyToOffer({ accounting, naive }, pair, nowS, { kind: "size", which: 0, lengths: step.lengths });
      return;
    }
    case "complete": {
      const { input, requested = 0 } = step.lengths;
      for (let i = 0; i < step.times; i += 1) {
        accounting.complete(input, requested, step.observed, nowS);
        naive.observed.add([input, requested, step.observed]);
      }
      return;
    }
    case "sample":
      accounting.sampleResidency(step.engines, nowS);
      naive.residency.add([step.engines, 0, 0]);
      return;
    default:
      applyToOffer({ accounting, naive }, offers[step.which % offers.length], nowS, step);
  }
}

function open(accounting: Accounting, naive: NaiveAccount, arrivedS: number): Pair["offers"][number] {
  return { offer: accounting.offers.open(arrivedS), double: naive.open(arrivedS) };
}

type OfferStep = Extract<AccountStep, { readonly which: number }>;

function applyToOffer(
  { accounting, naive }: Pick<Pair, "accounting" | "naive">,
  pair: Pair["offers"][number] | undefined,
  nowS: number,
  step: OfferStep,
): void {
  if (!pair) return;
  const { offer, double } = pair;
  if (step.kind === "size") {
    if (double.state !== "pending" && double.state !== "sized") return;
    const { input, requested, cached } = step.lengths;
    const method = double.state === "pending" ? "size" : "reprice";
    accounting.offers[method](offer, nowS, input, requested, cached);
    naive[method](double, input, requested, cached);
    return;
  }
  if (double.state !== "pending") return;
  if (step.kind === "lose") {
    accounting.offers.lose(offer, nowS);
    naive.lose(double);
  } else {
    accounting.offers.invalidate(offer);
    naive.invalidate(double);
  }
}
