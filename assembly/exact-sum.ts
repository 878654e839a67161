/**
 * A sum of counts times prices, to twice the digits of an f64: rounded to one f64, it is the same in whatever order
 * terms come and go. Ogita, Rump and Oishi, "Accurate sum and dot product" (2005), after Dekker and Knuth.
 */

/** 2^27 + 1: it splits an f64 into two halves whose products are exact. */
const SPLITTER = 134217729.0;

@unmanaged
export class ExactSum {
  high: f64;
  low: f64;

  @inline
  clear(): void {
    this.high = 0.0;
    this.low = 0.0;
  }

  /** Adds `count` times `price`: counts up to 2^26 exactly. */
  @inline
  add(count: f64, price: f64): void {
    const product = count * price;
    const scaled = SPLITTER * price;
    const half = scaled - (scaled - price);
    const lost = count * half - product + count * (price - half);
    const sum = this.high + product;
    const added = sum - this.high;
    const low = this.low + lost + (this.high - (sum - added) + (product - added));
    this.high = sum + low;
    this.low = low - (this.high - sum);
  }
}
