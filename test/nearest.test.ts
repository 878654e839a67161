import { describe, expect, it } from "vitest";
import { didYouMean } from "../src/nearest";

const KNOWN = ["windowS", "stepS", "expand", "shrink", "kvCapacityTokens", "evidenceSpanS", "evidenceMaxSpanS"];

describe("the name that was meant", () => {
  it.each([
    ["windows", "windowS"],
    ["window", "windowS"],
    ["WINDOWS", "windowS"],
    ["widnowS", "windowS"],
    ["xpand", "expand"],
    ["kvCapacityToken", "kvCapacityTokens"],
    ["evidenceMaxSpan", "evidenceMaxSpanS"],
    ["evidenceSpan", "evidenceSpanS"],
    ["step", "stepS"],
  ])("by %s is %s", (name, meant) => {
    expect(didYouMean(name, KNOWN)).toBe(`did you mean ${meant}?`);
  });

  it.each(["", "s", "policy", "wind", "kvCapacityTokens".repeat(4), "__proto__"])("by %j is none of them", (name) => {
    expect(didYouMean(name, KNOWN)).toBe(null);
  });

  it("is the nearest, and the first of equals", () => {
    expect(didYouMean("abcd", ["abcx", "abcd", "abxd"])).toBe("did you mean abcd?");
    expect(didYouMean("abcd", ["abcx", "abxd"])).toBe("did you mean abcx?");
    expect(didYouMean("abc", [])).toBe(null);
  });

  it("takes no time, however long the name is", () => {
    expect(didYouMean("a".repeat(1e7), KNOWN)).toBe(null);
    const longest = "a".repeat(64);
    expect(didYouMean(longest, [`${longest}a`])).toBe(`did you mean ${longest}a?`);
    expect(didYouMean(`${longest}a`, [longest])).toBe(null);
  });
});
