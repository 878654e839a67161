import { REFUSED } from "../../src/parts";
import { GONE, mergedRequest } from "./hosted-window";
import type { PricedSum, PricedWindow } from "./priced-account";
import type { PriceOf } from "./prices";

interface Cell<Key> {
  readonly number: number;
  /** Undefined: the overflow cell, which no key leads to. */
  readonly key: Key | undefined;
  a: number;
  b: number;
  c: number;
  firstS: number;
  lastS: number;
  count: number;
  lastCertain: boolean;
  /** By what it is priced, and its price; another shape or another function: none. */
  pricedBy: PriceOf | null;
  price: number;
}

interface Bucket<Key> {
  readonly index: number;
  readonly exact: Map<Key, Cell<Key>>;
  /** By number, the overflow cell too. */
  readonly cells: (Cell<Key> | undefined)[];
  readonly free: number[];
}

/** The demand window as one would write it first: a Map for each bucket. Each cell keeps its price. */
export class MapWindow<Key> implements PricedWindow {
  readonly #bucketS: number;
  readonly #retained: number;
  readonly #maxShapes: number;
  readonly #keyOf: (a: number, b: number, c: number) => Key;
  readonly #buckets: (Bucket<Key> | undefined)[];
  #head: number;

  constructor(
    { bucketS, retainedS, maxShapes }: { bucketS: number; retainedS: number; maxShapes: number },
    startS: number,
    keyOf: (a: number, b: number, c: number) => Key,
  ) {
    this.#bucketS = bucketS;
    this.#retained = Math.ceil(retainedS / bucketS);
    this.#maxShapes = maxShapes;
    this.#keyOf = keyOf;
    this.#buckets = new Array(this.#retained + 1).fill(undefined);
    this.#head = Math.floor(startS / bucketS);
  }

  add(a: number, b: number, c: number, atS: number, nowS: number): number {
    this.#prune(Math.max(nowS, atS));
    const index = Math.floor(atS / this.#bucketS);
    if (index < this.#head - this.#retained) return REFUSED;
    return this.#put(this.#bucketOf(index), a, b, c, atS);
  }

  replace(number: number, a: number, b: number, c: number, atS: number, nowS: number): number {
    this.#prune(nowS);
    const index = Math.floor(atS / this.#bucketS);
    if (index < this.#head - this.#retained) return GONE;
    const bucket = this.#buckets[this.#slotOf(index)];
    if (bucket?.index !== index) return GONE;
    const cell = bucket.cells[number];
    if (!cell) return GONE;
    if (cell.key !== undefined && cell.a === a && cell.b === b && cell.c === c) return number;
    leave(bucket, cell, atS);
    return this.#put(bucket, a, b, c, atS);
  }

  count(sinceS: number, nowS: number): number {
    this.#prune(nowS);
    let observations = 0;
    for (const bucket of this.#buckets) {
      if (!bucket || bucket.index < this.#head - this.#retained) continue;
      for (const cell of bucket.cells) if (cell && cell.lastS >= sinceS) observations += cell.count;
    }
    return observations;
  }

  price(sinceS: number, nowS: number, priceOf: PriceOf): PricedSum {
    this.#prune(nowS);
    let seconds = 0;
    let complete = true;
    for (const bucket of this.#buckets) {
      if (!bucket || bucket.index < this.#head - this.#retained) continue;
      for (const cell of bucket.cells) {
        if (!cell || cell.lastS < sinceS) continue;
        const price = cell.pricedBy === priceOf ? cell.price : priceCell(cell, priceOf);
        if (price < 0) complete = false;
        else seconds += cell.count * price;
      }
    }
    return { seconds, complete };
  }

  #prune(timeS: number): void {
    this.#head = Math.max(this.#head, Math.floor(timeS / this.#bucketS));
  }

  #put(bucket: Bucket<Key>, a: number, b: number, c: number, atS: number): number {
    const key = this.#keyOf(a, b, c);
    const known = bucket.exact.get(key);
    if (known) return countInto(known, atS);
    if (bucket.exact.size >= this.#maxShapes) return this.#putOverflow(bucket, a, b, c, atS);
    const number = bucket.free.pop() ?? bucket.exact.size;
    const cell = newCell(number, key, a, b, c, atS);
    bucket.exact.set(key, cell);
    bucket.cells[number] = cell;
    return number;
  }

  #putOverflow(bucket: Bucket<Key>, a: number, b: number, c: number, atS: number): number {
    const overflow = bucket.cells[this.#maxShapes];
    if (!overflow) {
      bucket.cells[this.#maxShapes] = newCell<Key>(this.#maxShapes, undefined, a, b, c, atS);
      return this.#maxShapes;
    }
    overflow.a = Math.max(overflow.a, a);
    overflow.b = mergedRequest(overflow.b, b);
    overflow.c = Math.max(overflow.c, c);
    overflow.pricedBy = null;
    return countInto(overflow, atS);
  }

  #bucketOf(index: number): Bucket<Key> {
    const slot = this.#slotOf(index);
    const bucket = this.#buckets[slot];
    if (bucket?.index === index) return bucket;
    const made = { index, exact: new Map<Key, Cell<Key>>(), cells: [], free: [] };
    this.#buckets[slot] = made;
    return made;
  }

  #slotOf(index: number): number {
    const slots = this.#retained + 1;
    return ((index % slots) + slots) % slots;
  }
}

function newCell<Key>(number: number, key: Key | undefined, a: number, b: number, c: number, atS: number): Cell<Key> {
  return { number, key, a, b, c, firstS: atS, lastS: atS, count: 1, lastCertain: true, pricedBy: null, price: 0 };
}

function priceCell<Key>(cell: Cell<Key>, priceOf: PriceOf): number {
  cell.pricedBy = priceOf;
  cell.price = priceOf(cell.a, cell.b, cell.key === undefined);
  return cell.price;
}

function countInto<Key>(cell: Cell<Key>, atS: number): number {
  cell.count += 1;
  if (atS < cell.firstS) cell.firstS = atS;
  if (atS >= cell.lastS) {
    cell.lastS = atS;
    cell.lastCertain = true;
  }
  return cell.number;
}

function leave<Key>(bucket: Bucket<Key>, cell: Cell<Key>, atS: number): void {
  cell.count -= 1;
  if (atS === cell.lastS) cell.lastCertain = false;
  if (cell.count > 0) return;
  bucket.cells[cell.number] = undefined;
  if (cell.key === undefined) return;
  bucket.exact.delete(cell.key);
  bucket.free.push(cell.number);
}
