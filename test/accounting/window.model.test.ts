import fc from "fast-check";
import { describe, it } from "vitest";
import { BUILDS } from "../core/builds";
import { windowCase } from "../model/window-cases";
import { playBoth } from "../model/window-pair";

describe.each(BUILDS)("demand window ($name build)", ({ options: { module } }) => {
  it("answers as the naive window does, whatever happens to both", () => {
    fc.assert(
      fc.property(windowCase, (example) => playBoth(example, module)),
      { numRuns: 400 },
    );
  });
});
