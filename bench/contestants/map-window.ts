import { REFUSED } from "../../src/index";
import type { RawWindow } from "./hosted-window";

interface Cell {
  readonly number: number;
  a: number;
  b: number;
  c: number;
  firstS: number;
  lastS: number;
  count: number;
  lastCertain: boolean;
}

interface Bucket<Key> {
  readonly index: number;
  readonly exact: Map<Key, Cell>;
  overflow: Cell | null;
}

/** The demand window as one would write it first: a Map for each bucket. Overflow merges by the largest. */
export class MapWindow<Key> implements RawWindow {
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
    this.#head = Math.max(this.#head, Math.floor(Math.max(nowS, atS) / this.#bucketS));
    const index = Math.floor(atS / this.#bucketS);
    if (index < this.#head - this.#retained) return REFUSED;
    const bucket = this.#bucketOf(index);
    const key = this.#keyOf(a, b, c);
    const known = bucket.exact.get(key);
    if (known) return countInto(known, atS);
    if (bucket.exact.size >= this.#maxShapes) return this.#addOverflow(bucket, a, b, c, atS);
    const number = bucket.exact.size;
    bucket.exact.set(key, newCell(number, a, b, c, atS));
    return number;
  }

  #addOverflow(bucket: Bucket<Key>, a: number, b: number, c: number, atS: number): number {
    const { overflow } = bucket;
    if (!overflow) {
      bucket.overflow = newCell(this.#maxShapes, a, b, c, atS);
      return this.#maxShapes;
    }
    overflow.a = Math.max(overflow.a, a);
    overflow.b = Math.max(overflow.b, b);
    overflow.c = Math.max(overflow.c, c);
    return countInto(overflow, atS);
  }

  #bucketOf(index: number): Bucket<Key> {
    const slots = this.#retained + 1;
    const slot = ((index % slots) + slots) % slots;
    const bucket = this.#buckets[slot];
    if (bucket?.index === index) return bucket;
    const made = { index, exact: new Map<Key, Cell>(), overflow: null };
    this.#buckets[slot] = made;
    return made;
  }
}

function newCell(number: number, a: number, b: number, c: number, atS: number): Cell {
  return { number, a, b, c, firstS: atS, lastS: atS, count: 1, lastCertain: true };
}

function countInto(cell: Cell, atS: number): number {
  cell.count += 1;
  if (atS < cell.firstS) cell.firstS = atS;
  if (atS >= cell.lastS) {
    cell.lastS = atS;
    cell.lastCertain = true;
  }
  return cell.number;
}
