import type { PriceOf } from "./prices";

/** Prices that a window remembers: each cell its own, each bucket the sum, until it changes. */
export class TypedPrices {
  /** NaN: not priced yet. */
  readonly #prices: Float64Array;
  /** NaN: it has changed. */
  readonly #sums: Float64Array;
  readonly #gaps: Uint8Array;
  #priceOf: PriceOf | null = null;

  constructor(buckets: number, cells: number) {
    this.#prices = new Float64Array(cells).fill(Number.NaN);
    this.#sums = new Float64Array(buckets).fill(Number.NaN);
    this.#gaps = new Uint8Array(buckets);
  }

  /** Another function means new prices. */
  renew(priceOf: PriceOf): void {
    if (priceOf === this.#priceOf) return;
    this.#priceOf = priceOf;
    this.#prices.fill(Number.NaN);
    this.#sums.fill(Number.NaN);
  }

  /** A cell has another shape. */
  forgetCell(cell: number): void {
    this.#prices[cell] = Number.NaN;
  }

  /** A bucket has other counts. */
  forgetBucket(bucket: number): void {
    this.#sums[bucket] = Number.NaN;
  }

  hasChanged(bucket: number): boolean {
    return Number.isNaN(this.#sums[bucket]);
  }

  /** The sum of a bucket that has not changed. */
  sumOf(bucket: number): number {
    return this.#sums[bucket] as number;
  }

  /** Whether part of a bucket could not be priced. */
  hasGap(bucket: number): boolean {
    return this.#gaps[bucket] === 1;
  }

  remember(bucket: number, sum: number, gap: boolean): void {
    this.#sums[bucket] = sum;
    this.#gaps[bucket] = gap ? 1 : 0;
  }

  /** The price of a cell; negative: it has none. */
  priceOf(cell: number, a: number, b: number, overflow: boolean): number {
    const known = this.#prices[cell] as number;
    if (!Number.isNaN(known)) return known;
    const price = (this.#priceOf as PriceOf)(a, b, overflow);
    this.#prices[cell] = price;
    return price;
  }
}
