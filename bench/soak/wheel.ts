/** Things to do later, in slots of a millisecond: adding and taking one costs O(1), however many there are. */
export class Wheel<Item> {
  readonly #slots: Item[][];
  #slot: number;

  /** @param spanS how far ahead, at most, an item may be due */
  constructor(startS: number, spanS: number) {
    this.#slots = Array.from({ length: Math.ceil(spanS * SLOTS_PER_S) + 1 }, () => []);
    this.#slot = Math.floor(startS * SLOTS_PER_S);
  }

  /** The item is due at a time, at the next slot at the earliest. */
  add(item: Item, atS: number): void {
    const slot = Math.max(this.#slot + 1, Math.floor(atS * SLOTS_PER_S));
    if (slot - this.#slot >= this.#slots.length) throw new Error(`${atS} s is too far ahead`);
    this.#at(slot).push(item);
  }

  /** Takes all that is due until a time, in order of slots. */
  take(untilS: number, each: (item: Item) => void): void {
    const last = Math.floor(untilS * SLOTS_PER_S);
    while (this.#slot < last) {
      this.#slot += 1;
      const items = this.#at(this.#slot);
      for (const item of items) each(item);
      items.length = 0;
    }
  }

  #at(slot: number): Item[] {
    return this.#slots[slot % this.#slots.length] as Item[];
  }
}

const SLOTS_PER_S = 1000;
