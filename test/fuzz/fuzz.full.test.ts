import { describe, expect, it } from "vitest";
import { fuzz } from "./run";
import { TARGETS } from "./targets";

/** Of the cases that take milliseconds fewer. */
const RUNS: Readonly<Record<string, number>> = { events: 150, snapshot: 150, http: 200, regions: 150, pool: 150 };

describe("what nobody should give", () => {
  it.each(Object.keys(TARGETS))("%s", async (name) => {
    const runs = RUNS[name] ?? 400;
    expect(await fuzz(name, { seed: 20261130, runs })).toEqual({ runs, failure: null });
  });
});
