import type { OfferCounts } from "../../src/accounting/offers";
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
  /** Pending offers in the order in which they were opened. */
  readonly waiting: NaiveOffer[] = [];
  readonly became = { sized: 0, lost: 0, invalid: 0, timedOut: 0, late: 0 };

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

  get pending(): number {
    return this.waiting.length;
  }

  open(arrivedS: number): NaiveOffer {
    const offer: NaiveOffer = { arrivedS, state: "pending", requested: null, arrival: null, expected: null };
    this.waiting.push(offer);
    return offer;
  }

  size(offer: NaiveOffer, input: number, requested: number | undefined, cached: number): void {
    this.settle(offer, "sized");
    offer.arrival = this.arrivals.add([input - cached, 0, 0], offer.arrivedS);
    if (!offer.arrival) this.became.late += 1;
    if (requested !== undefined) this.expect(offer, input, requested);
  }

  reprice(offer: NaiveOffer, input: number, requested: number | undefined, cached: number): void {
    offer.arrival = offer.arrival && this.arrivals.replace(offer.arrival, offer.arrivedS, [input - cached, 0, 0]);
    const known = requested ?? offer.requested;
    if (known !== null) this.expect(offer, input, known);
  }

  lose(offer: NaiveOffer): void {
    this.settle(offer, "lost");
    if (!this.unsized.add([0, 0, 0], offer.arrivedS)) this.became.late += 1;
  }

  invalidate(offer: NaiveOffer): void {
    this.settle(offer, "invalid");
  }

  /** Loses the offers that have waited too long, unless one that was opened before them has not. */
  expire(): void {
    const { offerTimeoutS } = this.config;
    const isDue = (offer: NaiveOffer | undefined) => offer && this.clock.now() - offer.arrivedS >= offerTimeoutS;
    while (offerTimeoutS > 0 && isDue(this.waiting[0])) {
      this.lose(this.waiting[0] as NaiveOffer);
      this.became.timedOut += 1;
    }
  }

  /** To the windows a snapshot is a query. Pending offers are not in it. */
  handOn(): void {
    for (const window of [this.arrivals, this.expected, this.observed, this.residency, this.unsized]) window.prune();
    this.waiting.length = 0;
  }

  counts(): OfferCounts {
    const { sized, lost, invalid, timedOut, late } = this.became;
    const offered = this.pending + sized + lost + invalid;
    return { offered, pending: this.pending, sized, lost, invalidUnsized: invalid, timedOut, late };
  }

  offeredRanges() {
    const sinceS = this.clock.now() - this.config.windowS;
    const requested = this.expected.cells(sinceS).flatMap(({ value }) => (value[1] > 0 ? [value[1]] : []));
    return { inputs: rangeOf(this.arrivals.cells(sinceS).map(({ value }) => value[0])), outputs: rangeOf(requested) };
  }

  /** Prefill tokens of the window, each overflow cell priced by its largest. */
  overflowTokens() {
    const cells = this.arrivals.cells(this.clock.now() - this.config.windowS);
    const tokens = (some: readonly NaiveCell[]) => some.reduce((sum, { value, count }) => sum + value[0] * count, 0);
    return { all: tokens(cells), overflow: tokens(cells.filter((cell) => cell.overflow)) };
  }

  learnedStatus() {
    const longS = 4 * this.config.windowS;
    const nowS = this.clock.now();
    const cells = this.observed.cells(nowS - longS);
    const overflow = cells.filter((cell) => cell.overflow);
    const counted = (some: readonly NaiveCell[]) => some.reduce((sum, { count }) => sum + count, 0);
    const isLearned = overflow.length === 0;
    return {
      inForce: isLearned,
      overflowShare: cells.length === 0 ? null : counted(overflow) / counted(cells),
      returnsInS: isLearned ? null : Math.max(...overflow.map(({ lastS }) => lastS)) + longS - nowS,
    };
  }

  private settle(offer: NaiveOffer, state: "sized" | "lost" | "invalid"): void {
    offer.state = state;
    this.waiting.splice(this.waiting.indexOf(offer), 1);
    this.became[state] += 1;
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
