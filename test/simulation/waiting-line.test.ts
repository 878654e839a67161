import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BucketSeries, LEVEL } from "../../src/simulation/series";
import { WaitingLine } from "../../src/simulation/waiting-line";

describe("WaitingLine", () => {
  it("keeps the order, whoever leaves", () => {
    const operation = fc.oneof(
      { arbitrary: fc.constant("push" as const), weight: 3 },
      fc.constant("first" as const),
      fc.nat(5),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
        const line = new WaitingLine(new BucketSeries(1), LEVEL.prefillLine);
        let model: number[] = [];
        for (const [request, what] of operations.entries()) {
          if (what === "push") {
            line.push(request);
            model.push(request);
          } else if (what === "first" && model.length > 0) {
            line.removeAt(0);
            model.shift();
          } else if (typeof what === "number" && model.length > what) {
            const leaver = model[what] ?? 0;
            line.remove(leaver);
            model = model.filter((other) => other !== leaver);
          }
          expect(line.requests()).toEqual(model);
          expect(line.size).toBe(model.length);
          expect(line.at(0)).toBe(model[0]);
          expect(line.at(2)).toBe(model[2]);
        }
      }),
    );
  });
});
