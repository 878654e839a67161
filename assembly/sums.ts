/** Sums and range of values, and how many observations they are of. */
@unmanaged
export class Sums {
  counted: f64;
  sum: f64;
  sumOfSquares: f64;
  /** Infinity for no values. */
  least: f64;
  /** -Infinity for no values. */
  largest: f64;

  clear(): void {
    this.counted = 0.0;
    this.sum = 0.0;
    this.sumOfSquares = 0.0;
    this.least = Infinity;
    this.largest = -Infinity;
  }

  add(sums: Sums): void {
    this.counted += sums.counted;
    this.sum += sums.sum;
    this.sumOfSquares += sums.sumOfSquares;
    this.widen(sums.least, sums.largest);
  }

  @inline
  widen(least: f64, largest: f64): void {
    if (least < this.least) this.least = least;
    if (largest > this.largest) this.largest = largest;
  }
}

/** Sums of a whole window since some time: valid until an observation comes or goes. */
@unmanaged
export class Totals extends Sums {
  sinceS: f64;
  added: f64;
  gone: f64;
}

/** Sums of the buckets from an index to before the head: valid until a bucket other than the head changes. */
@unmanaged
export class RangeTotals extends Sums {
  from: i64;
  changes: f64;
}
