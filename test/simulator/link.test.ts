import { describe, expect, test } from "vitest";
import { linkOf, stateOf } from "../../simulator/app/link";
import { DEFAULT_STATE, type PageState } from "../../simulator/app/settings";

describe("the link of a page", () => {
  test("is empty for the defaults", () => {
    expect(linkOf(DEFAULT_STATE)).toBe("");
    expect(stateOf("")).toEqual(DEFAULT_STATE);
  });

  test("holds all of it, exactly", () => {
    const state: PageState = {
      workload: { trace: "file", file: { name: "my trace & more.csv", digest: "ab12" }, load: 0.1 + 0.2, seed: 42 },
      pace: 60,
      a: { stepS: 1 / 3, urgent: true, control: "advisory", customProfile: '{"a":"+%"}' },
      b: {},
      decision: "B12",
    };
    expect(stateOf(linkOf(state))).toEqual(state);
  });

  test("is short", () => {
    expect(linkOf({ ...DEFAULT_STATE, a: { prefill: 2 }, b: { control: "off" } })).toBe(
      "a.prefill=2&compare=1&b.control=off",
    );
  });

  test.each([
    "load=-1&seed=1.5&pace=3&decision=C1",
    "load=much&seed=-4&pace=",
    "a.nothing=1&a.stepS=soon&a.urgent=maybe&a.control=perhaps&b.stepS=1",
    "a.stepS=&a.windowS=Infinity",
  ])("with nonsense gives the defaults: %s", (link) => {
    expect(stateOf(link)).toEqual(DEFAULT_STATE);
  });
});
