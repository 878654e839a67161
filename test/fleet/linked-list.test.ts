import { describe, expect, it } from "vitest";
import { type Linked, LinkedList } from "../../src/linked-list";

class Item implements Linked<Item> {
  previous: Item | null = null;
  next: Item | null = null;
}

function listOf(count: number): [LinkedList<Item>, Item[]] {
  const list = new LinkedList<Item>();
  const items = Array.from({ length: count }, () => new Item());
  for (const item of items) list.append(item);
  return [list, items];
}

/** The items from the first to the last, which must be those from the last to the first. */
function itemsOf(list: LinkedList<Item>): Item[] {
  const backwards: Item[] = [];
  for (let item = list.tail; item !== null; item = item.previous) backwards.unshift(item);
  expect([...list]).toEqual(backwards);
  return backwards;
}

describe("a linked list", () => {
  it("is empty at first", () => {
    const [list] = listOf(0);
    expect([list.head, list.tail, [...list]]).toEqual([null, null, []]);
  });

  it.each([0, 1, 2])("loses item %d of three, whose links are free then", (place) => {
    const [list, items] = listOf(3);
    const [gone] = items.splice(place, 1) as [Item];
    list.remove(gone);
    expect(itemsOf(list)).toEqual(items);
    expect([list.head, list.tail]).toEqual([items[0], items[1]]);
    expect([gone.previous, gone.next]).toEqual([null, null]);
  });

  it.each([0, 1, 2])("takes an item in at place %d of two", (place) => {
    const [list, items] = listOf(2);
    const item = new Item();
    list.insertAfter(items[place - 1] ?? null, item);
    items.splice(place, 0, item);
    expect(itemsOf(list)).toEqual(items);
    expect([list.head, list.tail]).toEqual([items[0], items[2]]);
  });

  it("may lose the item at hand while it is gone through", () => {
    const [list, items] = listOf(3);
    const seen: Item[] = [];
    for (const item of list) {
      seen.push(item);
      list.remove(item);
    }
    expect(seen).toEqual(items);
    expect([list.head, list.tail]).toEqual([null, null]);
  });

  it("is copied behind what an array holds", () => {
    const [list, items] = listOf(2);
    const before = new Item();
    const copy = [before];
    list.copyInto(copy);
    expect(copy).toEqual([before, ...items]);
  });
});
