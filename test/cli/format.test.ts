import { describe, expect, it } from "vitest";
import { clockTime, figure, percent, whole } from "../../src/cli/format";

describe("numbers as a person reads them", () => {
  it.each([
    [null, "-"],
    [0, "0.0%"],
    [1, "100.0%"],
    [0.5, "50.0%"],
    [0.9714, "97.1%"],
    [1 / 2000, "0.1%"],
    // Not none, and not all.
    [1 / 20_000, "<0.1%"],
    [19_999 / 20_000, ">99.9%"],
    [0.9994, "99.9%"],
  ])("a ratio of %s is %s", (ratio, text) => {
    expect(percent(ratio)).toBe(text);
  });

  it.each([
    [null, "-"],
    [0, "0"],
    [0.0421, "0.042"],
    [1.372, "1.37"],
    [12.84, "12.8"],
    [941.4, "941"],
    [-0.5, "-0.500"],
    [Number.POSITIVE_INFINITY, "∞"],
  ])("a figure of %s is %s", (value, text) => {
    expect(figure(value)).toBe(text);
  });

  it.each([
    [0, "0:00"],
    [9.4, "0:09"],
    [59.6, "1:00"],
    [450, "7:30"],
    [3599.5, "1:00:00"],
    [3720, "1:02:00"],
    [90_061, "25:01:01"],
  ])("%s seconds are %s", (seconds, text) => {
    expect(clockTime(seconds)).toBe(text);
  });

  it("a whole number has its thousands set apart, whatever the locale", () => {
    expect([0, 999, 2000, 1234567].map(whole)).toEqual(["0", "999", "2,000", "1,234,567"]);
  });
});
