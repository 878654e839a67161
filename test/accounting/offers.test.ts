import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock, StateError } from "../../src/index";
import { Accounting, FleetRequest, type Offer, type OfferState } from "../../src/parts";
import { smallConfig } from "./small-config";

const account = () => new Accounting(smallConfig(), manualClock(0));

describe("an offer", () => {
  it("counts as an arrival from its first byte, at that time whenever it is sized", () => {
    const { offers, ...accounting } = bound(account());
    const offer = offers.open(3);
    expect(accounting.arrivals(9)).toBe(1);
    offers.size(offer, 9, 100, 10);
    expect(accounting.arrivals(13)).toBe(1);
    expect(accounting.arrivals(14)).toBe(0);
  });

  it("leaves no decode work while its output is not known", () => {
    const accounting = account();
    const offer = accounting.offers.open(0);
    accounting.offers.size(offer, 0, 100);
    expect(accounting.history(0).expectedDecode.cells).toBe(0);
    accounting.offers.reprice(offer, 0, 120);
    expect(accounting.history(0).expectedDecode.cells).toBe(0);
    accounting.offers.reprice(offer, 0, 120, 64);
    expect(accounting.offeredRanges(0)).toEqual({ inputs: [120, 120], outputs: [64, 64] });
  });

  it("keeps its requested output through a repricing that does not name it", () => {
    const accounting = account();
    const offer = accounting.offers.open(0);
    accounting.offers.size(offer, 0, 100, 64);
    accounting.offers.reprice(offer, 1, 110);
    accounting.offers.reprice(offer, 2, 120);
    expect(accounting.offeredRanges(2)).toEqual({ inputs: [120, 120], outputs: [64, 64] });
    expect(accounting.history(2)).toMatchObject({ arrivals: { observations: 1 }, expectedDecode: { observations: 1 } });
  });

  it("is offered as the prefill work that no cache holds", () => {
    const accounting = account();
    const offer = accounting.offers.open(0);
    accounting.offers.size(offer, 0, 100, 64, 30);
    expect(accounting.offeredRanges(0).inputs).toEqual([70, 70]);
    accounting.offers.reprice(offer, 0, 100, 64, 100);
    expect(accounting.offeredRanges(0).inputs).toEqual([0, 0]);
  });

  it("may be repriced when nothing is kept of it any more", () => {
    const accounting = account();
    const offer = accounting.offers.open(0);
    accounting.offers.size(offer, 0, 100, 64);
    accounting.offers.reprice(offer, 11, 120, 64);
    accounting.offers.reprice(offer, 12, 130, 64);
    expect(accounting.offeredRanges(12)).toEqual({ inputs: null, outputs: null });
    expect(accounting.offers.counts()).toMatchObject({ sized: 1, pending: 0 });
  });

  it("leaves no trace when it is invalid, and an arrival when it is lost", () => {
    const { offers, ...accounting } = bound(account());
    offers.invalidate(offers.open(0));
    expect(accounting.arrivals(0)).toBe(0);
    offers.lose(offers.open(0), 5);
    expect(accounting.arrivals(5)).toBe(1);
    expect(accounting.arrivals(10.5)).toBe(0);
  });
});

function bound(accounting: Accounting) {
  return { offers: accounting.offers, arrivals: (nowS: number) => accounting.arrivalCount(nowS - 10, nowS) };
}

describe("a call that does not fit", () => {
  const settle: Readonly<Record<Exclude<OfferState, "pending">, (accounting: Accounting, offer: Offer) => void>> = {
    sized: ({ offers }, offer) => offers.size(offer, 0, 100, 64),
    lost: ({ offers }, offer) => offers.lose(offer, 0),
    invalid: ({ offers }, offer) => offers.invalidate(offer),
  };

  it.each(Object.keys(settle) as (keyof typeof settle)[])("is refused of an offer that is %s", (state) => {
    const accounting = account();
    const { offers } = accounting;
    const offer = offers.open(0);
    settle[state](accounting, offer);
    const before = JSON.stringify([offers.counts(), accounting.history(0)]);
    const message = (operation: string) => `${operation} is not possible: the offer is ${state}`;
    expect(() => offers.size(offer, 0, 100)).toThrow(message("size"));
    expect(() => offers.lose(offer, 0)).toThrow(message("lose"));
    expect(() => offers.invalidate(offer)).toThrow(message("invalidate"));
    if (state !== "sized") expect(() => offers.reprice(offer, 0, 100)).toThrow(message("reprice"));
    expect(JSON.stringify([offers.counts(), accounting.history(0)])).toBe(before);
  });

  it("is refused of an offer that is pending, with the parts", () => {
    const { offers } = account();
    const offer = offers.open(0);
    expect(() => offers.reprice(offer, 0, 100)).toThrow(
      expect.objectContaining({
        name: "StateError",
        code: "ERR_NARWHAL_STATE",
        operation: "reprice",
        state: "pending",
      }),
    );
  });

  it("is refused of a request that no account has opened", () => {
    const { offers } = account();
    const request = new FleetRequest({ inputTokens: 100, requestedTokens: 64 }, 0) as Offer;
    expect(() => offers.size(request, 0, 100)).toThrow("size is not possible: the offer is none");
    expect(() => offers.lose(request, 0)).toThrow("lose is not possible: the offer is none");
    expect(offers.counts()).toMatchObject({ offered: 0, pending: 0 });
  });

  it.each([
    ["inputTokens must be a whole number of tokens, 0 .. 4294967295, got -1", [0, -1]],
    ["inputTokens must be a whole number of tokens, 0 .. 4294967295, got NaN", [0, Number.NaN]],
    ["requestedTokens must be a whole number of tokens, 0 .. 4294967295, got 0.5", [0, 100, 0.5]],
    ["cachedTokens must be a whole number of tokens, 0 .. 4294967295, got -1", [0, 100, 64, -1]],
    ["cachedTokens must be <= inputTokens 100, got 101", [0, 100, 64, 101]],
    ["nowS must be a finite number of seconds, got NaN", [Number.NaN, 100, 64]],
  ] as [string, [number, number, number?, number?]][])("%s: and nothing has changed", (message, given) => {
    const accounting = account();
    const { offers } = accounting;
    const [pending, sized] = [offers.open(0), offers.open(0)];
    offers.size(sized, 0, 7, 8);
    const before = JSON.stringify([pending, sized, offers.counts(), accounting.history(0)]);
    expect(() => offers.size(pending, ...given)).toThrow(message);
    expect(() => offers.reprice(sized, ...given)).toThrow(message);
    expect(JSON.stringify([pending, sized, offers.counts(), accounting.history(0)])).toBe(before);
  });

  it("has no time that is not finite", () => {
    const { offers } = account();
    expect(() => offers.open(Number.NaN)).toThrow("arrivedS must be a finite number of seconds, got NaN");
    const offer = offers.open(0);
    expect(() => offers.lose(offer, Number.POSITIVE_INFINITY)).toThrow("nowS must be a finite number of seconds");
    expect(offers.counts()).toMatchObject({ offered: 1, pending: 1 });
  });
});

describe("offers", () => {
  const call = fc.record({
    method: fc.constantFrom("open", "size", "reprice", "lose", "invalidate"),
    which: fc.nat(),
  });

  it("are conserved: offered = pending + sized + lost + invalid, whatever is called", () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60, size: "max" }), (calls) => {
        const { offers } = account();
        const opened: Offer[] = [];
        for (const { method, which } of calls) {
          const offer = opened[which % opened.length];
          if (method === "open" || !offer) opened.push(offers.open(0));
          else attempt(() => offers[method](offer, 0, 100, 64));
          const { offered, pending, sized, lost, invalidUnsized } = offers.counts();
          expect(offered).toBe(opened.length);
          expect([pending, sized, lost, invalidUnsized]).toEqual(
            ["pending", "sized", "lost", "invalid"].map((state) => opened.filter((o) => o.offerState === state).length),
          );
          expect(offers.pending).toBe(pending);
        }
      }),
    );
  });
});

function attempt(call: () => void): void {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(StateError);
  }
}
