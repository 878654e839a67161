/** A cell: the observations of one shape in one bucket. */

/** The overflow cell of a bucket holds all shapes that have no cell of their own. */
@unmanaged
export class Cell {
  count: f64;
  first: f64;
  last: f64;
  a: u32;
  b: u32;
  c: u32;
  lastCertain: u32;

  @inline
  holds(a: u32, b: u32, c: u32): bool {
    return this.a == a && this.b == b && this.c == c;
  }

  /** Whether it exists and is not wholly before the cut. */
  @inline
  within(cutS: f64): bool {
    return this.count > 0.0 && this.last >= cutS;
  }

  /** Its count, unless it is wholly before the cut. A free cell counts 0, whatever its times are. */
  @inline
  countSince(cutS: f64): f64 {
    return this.last >= cutS ? this.count : 0.0;
  }

  begin(a: u32, b: u32, c: u32, atS: f64): void {
    this.count = 1.0;
    this.first = atS;
    this.last = atS;
    this.a = a;
    this.b = b;
    this.c = c;
    this.lastCertain = 1;
  }

  @inline
  countInto(atS: f64): void {
    this.count += 1.0;
    if (atS < this.first) this.first = atS;
    if (atS >= this.last) {
      this.last = atS;
      this.lastCertain = 1;
    }
  }

  /** The f64 that it holds, in a MERGE_MAX_REAL window. */
  @inline
  get real(): f64 {
    return Cell.realOf(this.a, this.b);
  }

  /** The f64 of which two numbers are the bits, low half first. */
  @inline
  static realOf(low: u32, high: u32): f64 {
    return reinterpret<f64>(((<u64>high) << 32) | <u64>low);
  }
}

/** A cell of a shape in an expected-decode window. */
@unmanaged
export class OfferedCell extends Cell {
  /** Where its shape is counted over the whole window (offered-shapes.ts). */
  shape: usize;
  padding: u32;
}
