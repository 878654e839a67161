import { describe, expect, it } from "vitest";
import { Clairvoyant } from "../../src/regret/clairvoyant";
import { play } from "../../src/regret/play";
import { Regret } from "../../src/regret/regret";
import { at } from "../simulation/fleet-helpers";
import { burst, inputOf } from "./inputs";

/** Prefill work that one engine cannot do, for 30 s, then none. */
const HARD = Array.from({ length: 30 }, (_, i) => at(20 + i, 1536, 1));

describe("the clairvoyant", () => {
  it("has the engines where they will be needed", () => {
    const input = inputOf("pdd", HARD);
    expect(play(input, []).kept).toBe(3);
    const clairvoyant = new Clairvoyant(input, []);
    expect([clairvoyant.done, clairvoyant.progress]).toEqual([false, 0]);
    const { kept, total, moves } = clairvoyant.run();
    expect([kept, total]).toEqual([30, 30]);
    expect(moves).toMatchObject([{ to: "prefill" }]);
    expect([clairvoyant.done, clairvoyant.progress]).toEqual([true, 1]);
  });

  it("is no worse than a schedule that it is given", () => {
    const input = inputOf("pdd", burst());
    const known = play(input, [{ atS: 0, engine: "d1", to: "prefill" }]);
    expect(new Clairvoyant(input, [known.moves]).run().kept).toBeGreaterThanOrEqual(known.kept);
  });

  it("has nothing to choose on one engine", () => {
    expect(new Clairvoyant(inputOf("p", [at(0, 1024, 1)]), []).run()).toEqual({ kept: 1, total: 1, moves: [] });
  });

  it("waits for engines that are away before it changes the split again", () => {
    const { moves } = new Clairvoyant(inputOf("pdd", HARD, { moveMode: "offline", restartS: 12 }), []).run();
    expect(moves.map(({ atS }) => atS % 10)).toEqual(moves.map(() => 0));
  });
});

describe("the regret of a run", () => {
  it("is nothing where all was kept", () => {
    const input = inputOf("pd", [at(0, 1024, 1), at(5, 1024, 1)]);
    const report = new Regret(input, play(input, [])).run();
    expect(report).toMatchObject({ total: 2, kept: 2, bestKept: 2, parts: { order: 0, admission: 0, roles: 0 } });
  });

  it("is of the order where late requests kept others waiting", () => {
    const input = inputOf("pd", burst());
    const regret = new Regret(input, play(input, []));
    expect([regret.done, regret.progress]).toEqual([false, 0]);
    const report = regret.run();
    expect(report).toMatchObject({ total: 10, kept: 2, bestKept: 7, parts: { order: 5, admission: 0, roles: 0 } });
    expect([regret.done, regret.progress]).toEqual([true, 1]);
  });

  it("is of the roles where another split was needed, and its parts are all of it", () => {
    const input = inputOf("pdd", HARD);
    const { kept, bestKept, parts, best } = new Regret(input, play(input, [])).run();
    expect(bestKept).toBe(30);
    expect(parts.roles).toBeGreaterThan(0);
    expect(kept + parts.order + parts.admission + parts.roles).toBe(bestKept);
    expect(best.moves.length).toBe(1);
  });
});
