/**
 * The distinct shapes of an expected-decode window: how many observations of each lie in its exact cells, and what one
 * of them costs. Requests of one shape come again in bucket after bucket; so it is priced once.
 */
import { OFFERED_SHAPE_BYTES, SHAPE_TABLE_BYTES, shapeSlots } from "./layout";
import { Window } from "./window-structs";

@unmanaged
export class OfferedShape {
  /** 0: it is free. */
  count: f64;
  /** Engine-seconds of decode of one request (pricing.ts); NaN: not priced yet. */
  price: f64;
  input: u32;
  requested: u32;
  /** Output tokens that `price` is for. */
  output: u32;
  /** Address of the next one with the same hash, or of the next free one; 0: none. */
  next: usize;
}

@unmanaged
class ShapeTable {
  /** The first free shape, 0: none. */
  free: usize;
  /** Behind the last shape that was ever used. */
  end: usize;
  /** Address of the first shape of each hash: usize[mask + 1]. */
  heads: usize;
  mask: u32;
}

/** Lays a table out in blank memory: header, heads, shapes. */
export function createShapeTable(at: usize, retained: i32, maxShapes: i32): void {
  if (offsetof<ShapeTable>() != SHAPE_TABLE_BYTES) ERROR("ShapeTable drifted from layout.ts");
  if (offsetof<OfferedShape>() != OFFERED_SHAPE_BYTES) ERROR("OfferedShape drifted from layout.ts");
  const slots = <u32>shapeSlots(retained, maxShapes);
  const table = changetype<ShapeTable>(at);
  table.heads = at + SHAPE_TABLE_BYTES;
  table.mask = slots - 1;
  table.end = firstShape(table);
}

/** The shape's address; it is entered with a count of 0 if it is new. */
export function takeShape(window: Window, input: u32, requested: u32): usize {
  const table = changetype<ShapeTable>(window.shapes);
  const head = headOf(table, input, requested);
  for (let at = load<usize>(head); at != 0; at = changetype<OfferedShape>(at).next) {
    const shape = changetype<OfferedShape>(at);
    if (shape.input == input && shape.requested == requested) return at;
  }
  const at = freeShape(table);
  const shape = changetype<OfferedShape>(at);
  shape.input = input;
  shape.requested = requested;
  shape.price = NaN;
  shape.next = load<usize>(head);
  store<usize>(head, at);
  return at;
}

/** Takes observations of a shape away; without any it is forgotten. */
export function dropShape(window: Window, at: usize, count: f64): void {
  const shape = changetype<OfferedShape>(at);
  shape.count -= count;
  if (shape.count > 0.0) return;
  const table = changetype<ShapeTable>(window.shapes);
  let link = headOf(table, shape.input, shape.requested);
  while (load<usize>(link) != at) link = load<usize>(link) + offsetof<OfferedShape>("next");
  store<usize>(link, shape.next);
  shape.next = table.free;
  table.free = at;
}

/** The shapes lie one after the other from here, free ones among them. */
export function shapesOf(window: Window): usize {
  return firstShape(changetype<ShapeTable>(window.shapes));
}

/** Where they end. */
export function shapesEnd(window: Window): usize {
  return changetype<ShapeTable>(window.shapes).end;
}

function firstShape(table: ShapeTable): usize {
  return table.heads + ((table.mask + 1) << 2);
}

function headOf(table: ShapeTable, input: u32, requested: u32): usize {
  const mixed = (input * 0x9e3779b1) ^ rotl<u32>(requested * 0x85ebca6b, 11);
  return table.heads + (((mixed ^ (mixed >> 15)) & table.mask) << 2);
}

function freeShape(table: ShapeTable): usize {
  const free = table.free;
  if (free != 0) {
    table.free = changetype<OfferedShape>(free).next;
    return free;
  }
  const at = table.end;
  table.end += OFFERED_SHAPE_BYTES;
  return at;
}
