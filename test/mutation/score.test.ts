import { describe, expect, it } from "vitest";
import { sampleOf, shareInterval } from "./sample";
import { scoreLines, scoreOf, survivorLines } from "./score";
import type { Tested } from "./tested";

const MUTANT: Tested = {
  path: "assembly/a.ts",
  line: "return a < b;",
  lineNumber: 7,
  place: { within: "f", change: "< -> <= (1 of 2)" },
  original: "<",
  replacement: "<=",
  outcome: "survived",
};

function tested(outcome: Tested["outcome"], count: number): Tested[] {
  return Array.from({ length: count }, () => ({ ...MUTANT, outcome }));
}

/** A survivor that is explained. */
function explained(): Tested {
  const place = { within: "queuedPrefillS", change: "condition -> false (1 of 5)" };
  return { ...MUTANT, path: "src/fleet/fleet-reading.ts", place };
}

describe("a score", () => {
  it("is the share that was detected, of all that compile, and of those without an explanation", () => {
    const score = scoreOf([...tested("detected", 8), ...tested("survived", 1), explained(), ...tested("unusable", 3)]);
    expect(score).toMatchObject({ detected: 8, explained: 1, unusable: 3, share: 8 / 10, shareOfDetectable: 8 / 9 });
    expect(score.survivors).toEqual([MUTANT]);
    expect(scoreLines(score, false)).toBe(
      "8 detected, 2 survived (1 explained), 3 do not compile\nscore 80.0%, 88.9% without those explained",
    );
  });

  it("comes with the survivors", () => {
    expect(survivorLines(MUTANT)).toBe("assembly/a.ts:7  < -> <=\n    return a < b;\n    in f: < -> <= (1 of 2)");
    expect(survivorLines({ ...MUTANT, place: null })).toBe("assembly/a.ts:7  < -> <=\n    return a < b;");
  });

  it("of a sample comes with what the score of all lies between", () => {
    const score = scoreOf([...tested("detected", 90), ...tested("survived", 10)]);
    expect(scoreLines(score, true)).toMatch(/\n95% interval 82\.6% \.\. 94\.5%$/);
  });

  it("of nothing is none", () => {
    const score = scoreOf(tested("unusable", 2));
    expect([score.share, score.shareOfDetectable]).toEqual([null, null]);
    expect(scoreLines(score, true)).toBe(
      "0 detected, 0 survived (0 explained), 2 do not compile\nscore -, - without those explained",
    );
  });
});

describe("a sample", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);

  it("holds so many of the items, none twice, alike for a seed", () => {
    const drawn = sampleOf(items, 20, 3);
    expect(new Set(drawn).size).toBe(20);
    expect(drawn.every((item) => items.includes(item))).toBe(true);
    expect(sampleOf(items, 20, 3)).toEqual(drawn);
    expect(sampleOf(items, 20, 4)).not.toEqual(drawn);
  });

  it("of more than there are is all of them", () => {
    expect(sampleOf(items, 51, 1).sort((a, b) => a - b)).toEqual(items);
  });

  it("tells the share of all by Wilson's interval", () => {
    const [least, most] = shareInterval(90, 100);
    expect(least).toBeCloseTo(0.825634, 6);
    expect(most).toBeCloseTo(0.944771, 6);
    expect(shareInterval(0, 10)[0]).toBe(0);
    expect(shareInterval(10, 10)[1]).toBeCloseTo(1, 12);
  });
});
