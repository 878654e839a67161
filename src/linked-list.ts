/** Something that is in one list at most, linked through its own fields. */
export interface Linked<Item> {
  previous: Item | null;
  next: Item | null;
}

/** A list of items that link themselves: O(1) to append and to remove, no garbage, in the order of the events. */
export class LinkedList<Item extends Linked<Item>> implements Iterable<Item> {
  #head: Item | null = null;
  #tail: Item | null = null;

  /** The first item; null when empty. */
  get head(): Item | null {
    return this.#head;
  }

  /** The last item; null when empty. */
  get tail(): Item | null {
    return this.#tail;
  }

  /** Adds an item, which is in no list, at the end. */
  append(item: Item): void {
    this.insertAfter(this.#tail, item);
  }

  /** Adds an item, which is in no list, behind one of this list; null: at the start. */
  insertAfter(before: Item | null, item: Item): void {
    const after = before === null ? this.#head : before.next;
    item.previous = before;
    item.next = after;
    if (before === null) this.#head = item;
    else before.next = item;
    if (after === null) this.#tail = item;
    else after.previous = item;
  }

  /** Takes out an item, which is in this list. */
  remove(item: Item): void {
    const { previous, next } = item;
    if (previous === null) this.#head = next;
    else previous.next = next;
    if (next === null) this.#tail = previous;
    else next.previous = previous;
    item.previous = null;
    item.next = null;
  }

  /** Appends all items to an array, from first to last. */
  copyInto(items: Item[]): void {
    for (let item = this.#head; item !== null; item = item.next) items.push(item);
  }

  /** From first to last. The item at hand may be taken out meanwhile. */
  *[Symbol.iterator](): Iterator<Item> {
    let item = this.#head;
    while (item !== null) {
      const next: Item | null = item.next;
      yield item;
      item = next;
    }
  }
}
