import { tableSlots } from "../../assembly/layout";
import { REFUSED } from "../../src/parts";
import { GONE, mergedRequest } from "./hosted-window";
import type { PricedSum, PricedWindow } from "./priced-account";
import type { PriceOf } from "./prices";
import { TypedPrices } from "./typed-prices";

/**
 * The demand window in TypeScript on typed arrays, with every trick of the core: a ring of buckets, an open-addressing
 * table and fixed cells in each, a total for each bucket, the head's bounds cached. Prices are remembered for each cell
 * and each bucket, where the core has counts of shapes over the whole window. Overflow merges as that of expected decode.
 */
export class TypedWindow implements PricedWindow {
  readonly #bucketS: number;
  readonly #slots: number;
  readonly #maxShapes: number;
  readonly #mask: number;
  #head: number;
  #headStartS = 0;
  #headEndS = 0;
  #headSlot = 0;

  // One for each bucket.
  readonly #indices: Float64Array;
  readonly #totals: Float64Array;
  readonly #exact: Uint16Array;
  readonly #used: Uint16Array;
  /** Free cell + 1 to take next, 0 for none; a free cell's first number holds the next one. */
  readonly #free: Uint16Array;
  readonly #tables: Uint16Array;
  // One for each cell; the last of a bucket is its overflow cell.
  readonly #shapes: Uint32Array;
  readonly #times: Float64Array;
  readonly #counts: Float64Array;
  readonly #lastCertain: Uint8Array;
  readonly #prices: TypedPrices;
  /** Whether something of the bucket at hand has no price. */
  #gap = false;

  constructor(
    { bucketS, retainedS, maxShapes }: { bucketS: number; retainedS: number; maxShapes: number },
    startS: number,
  ) {
    this.#bucketS = bucketS;
    this.#slots = Math.ceil(retainedS / bucketS) + 1;
    this.#maxShapes = maxShapes;
    this.#mask = tableSlots(maxShapes) - 1;
    const cells = this.#slots * (maxShapes + 1);
    this.#indices = new Float64Array(this.#slots).fill(Number.NaN);
    this.#totals = new Float64Array(this.#slots);
    this.#exact = new Uint16Array(this.#slots);
    this.#used = new Uint16Array(this.#slots);
    this.#free = new Uint16Array(this.#slots);
    this.#tables = new Uint16Array(this.#slots * (this.#mask + 1));
    this.#shapes = new Uint32Array(cells * 3);
    this.#times = new Float64Array(cells * 2);
    this.#counts = new Float64Array(cells);
    this.#lastCertain = new Uint8Array(cells);
    this.#prices = new TypedPrices(this.#slots, cells);
    this.#head = Math.floor(startS / bucketS);
    this.#setHead(this.#head);
  }

  add(a: number, b: number, c: number, atS: number, nowS: number): number {
    if (nowS < this.#headEndS && atS < this.#headEndS && atS >= this.#headStartS) {
      return this.#put(this.#headSlot, a, b, c, atS);
    }
    this.#prune(Math.max(nowS, atS));
    const index = Math.floor(atS / this.#bucketS);
    if (index <= this.#head - this.#slots) return REFUSED;
    const slot = this.#slotOf(index);
    if (this.#indices[slot] !== index) this.#reset(slot, index);
    return this.#put(slot, a, b, c, atS);
  }

  replace(number: number, a: number, b: number, c: number, atS: number, nowS: number): number {
    const bucket = this.#bucketOfTime(atS, nowS);
    if (bucket < 0) return GONE;
    if (number >= (this.#used[bucket] as number) && number < this.#maxShapes) return GONE;
    const cell = bucket * (this.#maxShapes + 1) + number;
    if ((this.#counts[cell] as number) <= 0) return GONE;
    if (number < this.#maxShapes && this.#holds(cell, a, b, c)) return number;
    this.#leave(bucket, number, atS);
    return this.#put(bucket, a, b, c, atS);
  }

  count(sinceS: number, nowS: number): number {
    this.#prune(nowS);
    const oldest = this.#head - this.#slots + 1;
    const cut = Math.floor(sinceS / this.#bucketS);
    let observations = cut < oldest ? 0 : this.#countFrom(cut, sinceS);
    for (let index = Math.max(oldest, cut + 1); index <= this.#head; index += 1) {
      const slot = this.#slotOf(index);
      if (this.#indices[slot] === index) observations += this.#totals[slot] as number;
    }
    return observations;
  }

  price(sinceS: number, nowS: number, priceOf: PriceOf): PricedSum {
    this.#prune(nowS);
    this.#prices.renew(priceOf);
    const oldest = this.#head - this.#slots + 1;
    const cut = Math.floor(sinceS / this.#bucketS);
    let seconds = 0;
    let complete = true;
    for (let index = Math.max(oldest, cut); index <= this.#head; index += 1) {
      const bucket = this.#slotOf(index);
      if (this.#indices[bucket] !== index) continue;
      if (index === cut) this.#priceBucket(bucket, sinceS);
      else if (this.#prices.hasChanged(bucket)) this.#priceBucket(bucket, Number.NEGATIVE_INFINITY);
      seconds += this.#prices.sumOf(bucket);
      if (this.#prices.hasGap(bucket)) complete = false;
      // Only sums of whole buckets are kept.
      if (index === cut) this.#prices.forgetBucket(bucket);
    }
    return { seconds, complete };
  }

  #priceBucket(bucket: number, sinceS: number): void {
    const cells = bucket * (this.#maxShapes + 1);
    const used = this.#used[bucket] as number;
    this.#gap = false;
    let seconds = 0;
    for (let number = 0; number < used; number += 1) seconds += this.#secondsOf(cells + number, sinceS, false);
    seconds += this.#secondsOf(cells + this.#maxShapes, sinceS, true);
    this.#prices.remember(bucket, seconds, this.#gap);
  }

  #secondsOf(cell: number, sinceS: number, overflow: boolean): number {
    const count = this.#countIfSince(cell, sinceS);
    if (count <= 0) return 0;
    const shape = cell * 3;
    const price = this.#prices.priceOf(
      cell,
      this.#shapes[shape] as number,
      this.#shapes[shape + 1] as number,
      overflow,
    );
    if (price < 0) this.#gap = true;
    return count * Math.max(0, price);
  }

  /** Observations of the cells of the bucket that the cut goes through. */
  #countFrom(index: number, sinceS: number): number {
    const bucket = this.#slotOf(index);
    if (this.#indices[bucket] !== index) return 0;
    const cells = bucket * (this.#maxShapes + 1);
    let observations = 0;
    for (let number = 0; number < (this.#used[bucket] as number); number += 1) {
      observations += this.#countIfSince(cells + number, sinceS);
    }
    return observations + this.#countIfSince(cells + this.#maxShapes, sinceS);
  }

  #countIfSince(cell: number, sinceS: number): number {
    return (this.#times[cell * 2 + 1] as number) >= sinceS ? (this.#counts[cell] as number) : 0;
  }

  #prune(timeS: number): void {
    if (timeS < this.#headEndS) return;
    const index = Math.floor(timeS / this.#bucketS);
    if (index > this.#head) this.#setHead(index);
  }

  /** The bucket of a time after pruning, negative when it is gone. */
  #bucketOfTime(atS: number, nowS: number): number {
    if (nowS < this.#headEndS && atS < this.#headEndS && atS >= this.#headStartS) return this.#headSlot;
    this.#prune(nowS);
    const index = Math.floor(atS / this.#bucketS);
    if (index <= this.#head - this.#slots) return GONE;
    const slot = this.#slotOf(index);
    return this.#indices[slot] === index ? slot : GONE;
  }

  #put(bucket: number, a: number, b: number, c: number, atS: number): number {
    this.#totals[bucket] = (this.#totals[bucket] as number) + 1;
    this.#prices.forgetBucket(bucket);
    const table = bucket * (this.#mask + 1);
    const cells = bucket * (this.#maxShapes + 1);
    let slot = hash(a, b, c) & this.#mask;
    for (let entry = this.#tables[table + slot]; entry; entry = this.#tables[table + slot]) {
      const cell = cells + entry - 1;
      if (this.#holds(cell, a, b, c)) {
        this.#countInto(cell, atS);
        return entry - 1;
      }
      slot = (slot + 1) & this.#mask;
    }
    if ((this.#exact[bucket] as number) >= this.#maxShapes) {
      return this.#putOverflow(cells + this.#maxShapes, a, b, c, atS);
    }
    const number = this.#takeCell(bucket);
    this.#tables[table + slot] = number + 1;
    this.#begin(cells + number, a, b, c, atS);
    return number;
  }

  #putOverflow(cell: number, a: number, b: number, c: number, atS: number): number {
    if (this.#counts[cell] === 0) {
      this.#begin(cell, a, b, c, atS);
      return this.#maxShapes;
    }
    const shape = cell * 3;
    if (a > (this.#shapes[shape] as number)) this.#shapes[shape] = a;
    this.#shapes[shape + 1] = mergedRequest(this.#shapes[shape + 1] as number, b);
    if (c > (this.#shapes[shape + 2] as number)) this.#shapes[shape + 2] = c;
    this.#prices.forgetCell(cell);
    this.#countInto(cell, atS);
    return this.#maxShapes;
  }

  #holds(cell: number, a: number, b: number, c: number): boolean {
    const shape = cell * 3;
    return this.#shapes[shape] === a && this.#shapes[shape + 1] === b && this.#shapes[shape + 2] === c;
  }

  #begin(cell: number, a: number, b: number, c: number, atS: number): void {
    this.#shapes[cell * 3] = a;
    this.#shapes[cell * 3 + 1] = b;
    this.#shapes[cell * 3 + 2] = c;
    this.#times[cell * 2] = atS;
    this.#times[cell * 2 + 1] = atS;
    this.#counts[cell] = 1;
    this.#lastCertain[cell] = 1;
    this.#prices.forgetCell(cell);
  }

  #countInto(cell: number, atS: number): void {
    const first = cell * 2;
    this.#counts[cell] = (this.#counts[cell] as number) + 1;
    if (atS < (this.#times[first] as number)) this.#times[first] = atS;
    if (atS < (this.#times[first + 1] as number)) return;
    this.#times[first + 1] = atS;
    this.#lastCertain[cell] = 1;
  }

  #leave(bucket: number, number: number, atS: number): void {
    const cell = bucket * (this.#maxShapes + 1) + number;
    this.#totals[bucket] = (this.#totals[bucket] as number) - 1;
    this.#prices.forgetBucket(bucket);
    const count = (this.#counts[cell] as number) - 1;
    this.#counts[cell] = count;
    if (atS === this.#times[cell * 2 + 1]) this.#lastCertain[cell] = 0;
    if (count > 0 || number === this.#maxShapes) return;
    this.#removeEntry(bucket, number);
    this.#shapes[cell * 3] = this.#free[bucket] as number;
    this.#free[bucket] = number + 1;
    this.#exact[bucket] = (this.#exact[bucket] as number) - 1;
  }

  #takeCell(bucket: number): number {
    this.#exact[bucket] = (this.#exact[bucket] as number) + 1;
    const free = this.#free[bucket] as number;
    if (free === 0) {
      const number = this.#used[bucket] as number;
      this.#used[bucket] = number + 1;
      return number;
    }
    this.#free[bucket] = this.#shapes[(bucket * (this.#maxShapes + 1) + free - 1) * 3] as number;
    return free - 1;
  }

  /** Backward-shift deletion: entries behind the gap move up, so that probing never needs tombstones. */
  #removeEntry(bucket: number, number: number): void {
    const mask = this.#mask;
    const table = bucket * (mask + 1);
    const cells = bucket * (this.#maxShapes + 1);
    let gap = this.#homeOf(cells + number);
    while (this.#tables[table + gap] !== number + 1) gap = (gap + 1) & mask;
    let next = (gap + 1) & mask;
    for (let entry = this.#tables[table + next]; entry; entry = this.#tables[table + next]) {
      const home = this.#homeOf(cells + entry - 1);
      if (((next - home) & mask) >= ((next - gap) & mask)) {
        this.#tables[table + gap] = entry;
        gap = next;
      }
      next = (next + 1) & mask;
    }
    this.#tables[table + gap] = 0;
  }

  #homeOf(cell: number): number {
    const shape = cell * 3;
    const a = this.#shapes[shape] as number;
    const b = this.#shapes[shape + 1] as number;
    const c = this.#shapes[shape + 2] as number;
    return hash(a, b, c) & this.#mask;
  }

  #setHead(index: number): void {
    const edgeS = (Math.abs(index) + 1) * this.#bucketS * 4 * Number.EPSILON;
    this.#head = index;
    this.#headStartS = index * this.#bucketS + edgeS;
    this.#headEndS = (index + 1) * this.#bucketS - edgeS;
    this.#headSlot = this.#slotOf(index);
    this.#reset(this.#headSlot, index);
  }

  #reset(bucket: number, index: number): void {
    this.#indices[bucket] = index;
    this.#totals[bucket] = 0;
    this.#prices.forgetBucket(bucket);
    this.#exact[bucket] = 0;
    this.#free[bucket] = 0;
    const table = bucket * (this.#mask + 1);
    if ((this.#used[bucket] as number) > 0) this.#tables.fill(0, table, table + this.#mask + 1);
    this.#used[bucket] = 0;
    this.#counts[bucket * (this.#maxShapes + 1) + this.#maxShapes] = 0;
  }

  #slotOf(index: number): number {
    return ((index % this.#slots) + this.#slots) % this.#slots;
  }
}

function hash(a: number, b: number, c: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ rotate(Math.imul(b, 0x85ebca6b), 11) ^ rotate(Math.imul(c, 0xc2b2ae35), 19);
  return mixed ^ (mixed >>> 15);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
