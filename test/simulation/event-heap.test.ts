import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT, EventHeap } from "../../src/simulation/event-heap";

describe("EventHeap", () => {
  it("is empty at first", () => {
    const heap = new EventHeap();
    expect(heap.nextS).toBe(Number.POSITIVE_INFINITY);
    expect(heap.pop()).toBeUndefined();
  });

  it("gives what it was given", () => {
    const heap = new EventHeap();
    heap.push(1.5, EVENT.deadline, 7, 3);
    expect(heap.nextS).toBe(1.5);
    expect(heap.pop()).toEqual({ timeS: 1.5, sequence: 0, kind: EVENT.deadline, subject: 7, stamp: 3 });
  });

  it("gives events by time and then in the order of pushing, whatever was popped between", () => {
    // A number pushes an event of that time, null pops one.
    const steps = fc.array(fc.oneof({ arbitrary: fc.nat(8), weight: 3 }, fc.constant(null)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (operations) => {
        const heap = new EventHeap();
        const model: { timeS: number; subject: number }[] = [];
        for (const [subject, timeS] of operations.entries()) {
          if (timeS !== null) {
            heap.push(timeS, EVENT.arrival, subject);
            model.push({ timeS, subject });
            // The sort is stable.
            model.sort((a, b) => a.timeS - b.timeS);
          } else {
            expect(heap.pop()?.subject).toBe(model.shift()?.subject);
          }
          expect(heap.nextS).toBe(model[0]?.timeS ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });
});
