/**
 * The distinct shapes of an expected-decode window: how many observations of each lie in its exact cells, and what one
 * of them costs. Requests of one shape come again in bucket after bucket; so it is priced once, and what all of them
 * cost is a sum over shapes, in which only changed ones are counted again.
 */
import { Cell, OfferedCell } from "./cell";
import { ExactSum } from "./exact-sum";
import { hashOf } from "./hash";
import { OFFERED_SHAPE_BYTES, SHAPE_TABLE_BYTES, shapeHeads } from "./layout";
import { Window } from "./window-structs";

/** An expected output that is not known, which is not none. */
export const UNKNOWN_OUTPUT: u32 = u32.MAX_VALUE;

@unmanaged
export class OfferedShape {
  /** 0: it is forgotten at the next query, unless it comes again before. */
  count: f64;
  /** How many of them the sum counts. */
  summed: f64;
  /** Engine-seconds of decode of one request (decode-price.ts); NaN: not priced yet. */
  price: f64;
  input: u32;
  requested: u32;
  /** Output tokens that `price` is for. */
  output: u32;
  /** Address of the next one with the same hash, or of the next free one; 0: none. */
  next: usize;
  /** Address of another one that has changed since the sum was taken, LAST_CHANGED; 0: it has not. */
  nextChanged: usize;
  /** How many of them lie in buckets before the table's `olderEnd`. */
  older: u32;
}

/** The shapes of a window, what they cost together, and how many of their observations have a price or none. */
@unmanaged
export class ShapeTable {
  priced: f64;
  outputUnknown: f64;
  outOfDomain: f64;
  /** The first free shape, 0: none. */
  free: usize;
  /** Behind the last shape that was ever used. */
  end: usize;
  /** Behind the last one that there is room for. */
  limit: usize;
  /** The first of those that have changed since the sum was taken. */
  changed: usize;
  /** Address of the first shape of each hash: usize[mask + 1]. */
  heads: usize;
  mask: u32;
  /** The index of buckets before which all observations are counted as `older` too (later-shapes.ts). */
  olderEnd: i64;

  /** Cost of all observations that have a price: it lies behind the header. */
  @inline
  get cost(): ExactSum {
    return changetype<ExactSum>(changetype<usize>(this) + offsetof<ShapeTable>());
  }

  clearSum(): void {
    this.cost.clear();
    this.priced = 0.0;
    this.outputUnknown = 0.0;
    this.outOfDomain = 0.0;
  }

  /** Sets how many of a shape the sum counts. */
  sumUp(shape: OfferedShape, count: f64): void {
    const more = count - shape.summed;
    if (more == 0.0) return;
    shape.summed = count;
    if (shape.price > 0.0) this.sumPriced(more, shape.price);
    else if (shape.output == UNKNOWN_OUTPUT) this.outputUnknown += more;
    else if (shape.output > 0) this.outOfDomain += more;
  }

  private sumPriced(more: f64, price: f64): void {
    this.cost.add(more, price);
    this.priced += more;
    // Removes what rounding may have left.
    if (this.priced == 0.0) this.cost.clear();
  }

  /** The first shape that has changed, which is then on no list; 0: none has. */
  takeChanged(): usize {
    const at = this.changed;
    if (at == LAST_CHANGED) return 0;
    this.changed = changetype<OfferedShape>(at).nextChanged;
    changetype<OfferedShape>(at).nextChanged = 0;
    return at;
  }

  /** Forgets a shape that is on no list and has no count. */
  forget(shape: OfferedShape): void {
    this.sumUp(shape, 0.0);
    const at = changetype<usize>(shape);
    let link = this.headOf(shape.input, shape.requested);
    while (load<usize>(link) != at) link = load<usize>(link) + offsetof<OfferedShape>("next");
    store<usize>(link, shape.next);
    shape.next = this.free;
    this.free = at;
  }

  /** Counts more observations of a shape in a bucket, or fewer. */
  @inline
  count(shape: OfferedShape, more: f64, index: i64): void {
    shape.count += more;
    if (index < this.olderEnd) shape.older += <i32>more;
    if (shape.nextChanged == 0) this.noteChange(shape);
  }

  noteChange(shape: OfferedShape): void {
    shape.nextChanged = this.changed;
    this.changed = changetype<usize>(shape);
  }

  get first(): usize {
    return this.heads + ((this.mask + 1) << 2);
  }

  headOf(input: u32, requested: u32): usize {
    return this.heads + ((hashOf(input, requested, 0) & this.mask) << 2);
  }

  take(): usize {
    if (this.free == 0 && this.end == this.limit) this.forgetGone();
    const free = this.free;
    if (free != 0) {
      this.free = changetype<OfferedShape>(free).next;
      return free;
    }
    const at = this.end;
    this.end += OFFERED_SHAPE_BYTES;
    return at;
  }

  /** There is room for all shapes that have a count: after a long time without a query, others make way for them. */
  private forgetGone(): void {
    let at = this.changed;
    this.changed = LAST_CHANGED;
    while (at != LAST_CHANGED) {
      const shape = changetype<OfferedShape>(at);
      at = shape.nextChanged;
      shape.nextChanged = 0;
      if (shape.count > 0.0) this.noteChange(shape);
      else this.forget(shape);
    }
  }
}

/** Ends the list of changed shapes: no address. */
const LAST_CHANGED: usize = 1;

/** Lays out a table in blank memory: header, heads, shapes. */
export function createShapeTable(at: usize, retained: i32, shapeCells: i32): void {
  if (offsetof<ShapeTable>() + offsetof<ExactSum>() != SHAPE_TABLE_BYTES) ERROR("ShapeTable drifted from layout.ts");
  if (offsetof<OfferedShape>() != OFFERED_SHAPE_BYTES) ERROR("OfferedShape drifted from layout.ts");
  const slots = <u32>shapeHeads(retained, shapeCells);
  const table = changetype<ShapeTable>(at);
  table.heads = at + SHAPE_TABLE_BYTES;
  table.mask = slots - 1;
  table.end = table.first;
  table.limit = table.end + <usize>((retained + 1) * shapeCells) * OFFERED_SHAPE_BYTES;
  table.changed = LAST_CHANGED;
}

/** The shape's address; it is entered with a count of 0 if it is new. */
export function takeShape(window: Window, input: u32, requested: u32): usize {
  const table = shapesOf(window);
  const head = table.headOf(input, requested);
  for (let at = load<usize>(head); at != 0; at = changetype<OfferedShape>(at).next) {
    const shape = changetype<OfferedShape>(at);
    if (shape.input == input && shape.requested == requested) return at;
  }
  const at = table.take();
  const shape = changetype<OfferedShape>(at);
  shape.input = input;
  shape.requested = requested;
  shape.price = NaN;
  shape.next = load<usize>(head);
  store<usize>(head, at);
  return at;
}

/** Where the shape of a cell of an expected-decode window is counted. */
export function shapeOf(cell: Cell): OfferedShape {
  return changetype<OfferedShape>(changetype<OfferedCell>(changetype<usize>(cell)).shape);
}

export function shapesOf(window: Window): ShapeTable {
  return changetype<ShapeTable>(window.shapes);
}
