import fc from "fast-check";
import { describe, it } from "vitest";
import { BUILDS } from "../core/builds";
import { live } from "../model/account-answers";
import { accountLife } from "../model/account-life";

describe.each(BUILDS)("the whole account ($name build)", ({ options: { module } }) => {
  it("tells what its naive double tells, whatever happens to both", () => {
    fc.assert(
      fc.property(accountLife(220), (life) => live(life, module)),
      { numRuns: 100 },
    );
  });
});
