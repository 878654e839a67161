import { HEAP_BASE } from "./layout";

// The host sizes the memory before it creates regions, so that this pointer only ever moves inside it.
let heapTop: usize = HEAP_BASE;

/** Reserves a region for the life of the instance. Called at creation only. */
export function reserve(bytes: usize): usize {
  const region = heapTop;
  heapTop += (bytes + 7) & ~7;
  assert(heapTop <= (<usize>memory.size()) << 16, "regions exceed the memory");
  return region;
}
