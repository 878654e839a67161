import type { Clock } from "../../src/clock";
import { bucketWidthS, type Config } from "../../src/config";
import { type NaiveCell, NaiveWindow } from "./naive-window";

/** An offer of the naive account; null cells: not counted there. */
export interface NaiveOffer {
  readonly arrivedS: number;
  state: "pending" | "sized" | "lost" | "invalid";
  requested: number | null;
  arrival: NaiveCell | null;
  expected: NaiveCell | null;
}

/** The five windows of section 1 and the offers of section 3, word for word. */
export class NaiveAccount {
  readonly startedS: number;
  readonly arrivals: NaiveWindow;
  readonly expected: NaiveWindow;
  readonly observed: NaiveWindow;
  readonly residency: NaiveWindow;
  readonly unsized: NaiveWindow;
  pending = 0;

  constructor(
    readonly config: Config,
    readonly clock: Clock,
  ) {
    this.startedS = clock.now();
    const { windowS, maxShapes } = config;
    const spec = { retainedS: windowS, bucketS: bucketWidthS(config), maxShapes };
    this.arrivals = new NaiveWindow({ ...spec, merge: "max" }, clock);
    this.expected = new NaiveWindow({ ...spec, merge: "expected" }, clock);
    this.observed = new NaiveWindow({ ...spec, retainedS: 4 * windowS, merge: "first" }, clock);
    this.residency = new NaiveWindow({ ...spec, merge: "real" }, clock);
    this.unsized = new NaiveWindow({ ...spec, maxShapes: 1, merge: "first" }, clock);
  }

  open(arrivedS: number): NaiveOffer {
    this.pending += 1;
    return { arrivedS, state: "pending", requested: null, arrival: null, expected: null };
  }

  size(offer: NaiveOffer, input: number, requested: number | undefined, cached: number): void {
    this.settle(offer, "sized");
    offer.arrival = this.arrivals.add([input - cached, 0, 0], offer.arrivedS);
    if (requested !== undefined) this.expect(offer, input, requested);
  }

  reprice(offer: NaiveOffer, input: number, requested: number | undefined, cached: number): void {
    offer.arrival = offer.arrival && this.arrivals.replace(offer.arrival, offer.arrivedS, [input - cached, 0, 0]);
    const known = requested ?? offer.requested;
    if (known !== null) this.expect(offer, input, known);
  }

  lose(offer: NaiveOffer): void {
    this.settle(offer, "lost");
    this.unsized.add([0, 0, 0], offer.arrivedS);
  }

  invalidate(offer: NaiveOffer): void {
    this.settle(offer, "invalid");
  }

  offeredRanges() {
    const sinceS = this.clock.now() - this.config.windowS;
    const requested = this.expected.cells(sinceS).flatMap(({ value }) => (value[1] > 0 ? [value[1]] : []));
    return { inputs: rangeOf(this.arrivals.cells(sinceS).map(({ value }) => value[0])), outputs: rangeOf(requested) };
  }

  private settle(offer: NaiveOffer, state: NaiveOffer["state"]): void {
    offer.state = state;
    this.pending -= 1;
  }

  private expect(offer: NaiveOffer, input: number, requested: number): void {
    const { expected } = this;
    offer.expected =
      offer.requested === null
        ? expected.add([input, requested, 0], offer.arrivedS)
        : offer.expected && expected.replace(offer.expected, offer.arrivedS, [input, requested, 0]);
    offer.requested = requested;
  }
}

function rangeOf(lengths: readonly number[]): readonly [number, number] | null {
  return lengths.length === 0 ? null : [Math.min(...lengths), Math.max(...lengths)];
}
