import { describe, expect, it } from "vitest";
import { ByteReader } from "../../src/handoff/byte-reader";
import { ByteWriter } from "../../src/handoff/byte-writer";
import type { Codec } from "../../src/handoff/codec";
import { engines } from "../../src/handoff/fleet-codec";
import { outcomesCodec } from "../../src/handoff/outcomes-codec";
import { WindowCodec } from "../../src/handoff/window-codec";
import type { OutcomesState } from "../../src/wasm/outcomes-region";
import type { WindowSpec, WindowState } from "../../src/wasm/window-region";

// Codecs write whatever they are given: what must never be taken in is refused by the side that reads.

function refusalOf<T>(codec: Codec<T>, state: T): string | null {
  const writer = new ByteWriter();
  codec.write(writer, state);
  try {
    codec.read(new ByteReader(writer.written));
    return null;
  } catch (error) {
    return (error as Error).message.replace(/^.* of the content: /, "");
  }
}

/** Two shapes in a bucket; it keeps 4 buckets of 2 s before the head's. */
const SPEC: WindowSpec = { retainedS: 8, bucketS: 2, maxShapes: 2, merge: "max" };

type Cell = readonly [a: number, b: number, firstS: number, lastS: number, count: number, overflow?: number];

function window(
  head: number,
  ...buckets: readonly (readonly [index: number, ...cells: readonly Cell[]])[]
): WindowState {
  const row = ([a, b, firstS, lastS, count, overflow = 0]: Cell) => [a, b, 0, firstS, lastS, count, overflow, 1];
  return {
    expired: 7,
    refused: 2,
    head,
    buckets: buckets.map(([index, ...cells]) => ({ index, rows: Float64Array.from(cells.flatMap(row)) })),
  };
}

describe("a window", () => {
  it.each([
    [
      "with a bucket in order, exact cells and an overflow cell",
      window(5, [1, [1, 0, 2, 2, 1]], [5, [1, 0, 10, 11, 2]]),
    ],
    ["with an overflow cell of the value of an exact one", window(5, [5, [1, 0, 10, 10, 1], [1, 0, 10, 10, 1, 1]])],
    ["before time 0", window(-2, [-3, [0, 0, -6, -4.5, 3]])],
    ["without buckets", window(0)],
    ["with as many observations as can be counted", window(5, [3, [1, 0, 6, 6, Number.MAX_SAFE_INTEGER - 9]])],
  ])("%s is taken", (_, state) => {
    expect(refusalOf(new WindowCodec(SPEC), state)).toBeNull();
  });

  it.each([
    ["buckets out of order", window(5, [3, [1, 0, 6, 6, 1]], [2, [1, 0, 4, 4, 1]]), "buckets must come in order"],
    ["a bucket twice", window(5, [3, [1, 0, 6, 6, 1]], [3, [1, 0, 6, 6, 1]]), "buckets must come in order"],
    ["a bucket that is too old", window(5, [0, [1, 0, 0, 0, 1]]), "none older than the window keeps"],
    ["a bucket without cells", window(5, [3]), "a bucket must have 1 to 3 cells"],
    [
      "too many cells",
      window(5, [3, [1, 0, 6, 6, 1], [2, 0, 6, 6, 1], [3, 0, 6, 6, 1], [4, 0, 6, 6, 1, 1]]),
      "a bucket must have 1 to 3 cells",
    ],
    [
      "too many exact cells",
      window(5, [3, [1, 0, 6, 6, 1], [2, 0, 6, 6, 1], [3, 0, 6, 6, 1]]),
      "a bucket must have at most 2 exact cells",
    ],
    ["a shape twice", window(5, [3, [1, 7, 6, 6, 1], [1, 7, 6.5, 6.5, 1]]), "the shapes of a bucket must differ"],
    ["an overflow cell alone", window(5, [3, [1, 0, 6, 6, 1, 1]]), "an overflow cell must come last, not alone"],
    [
      "an overflow cell before another",
      window(5, [3, [1, 0, 6, 6, 1], [2, 0, 6, 6, 1, 1], [3, 0, 6, 6, 1]]),
      "an overflow cell must come last, not alone",
    ],
    ["a first time of another bucket", window(5, [3, [1, 0, 5.5, 6, 2]]), "the times of a cell must lie in its bucket"],
    ["a last time of another bucket", window(5, [3, [1, 0, 6, 8, 2]]), "the times of a cell must lie in its bucket"],
    ["times out of order", window(5, [3, [1, 0, 7, 6, 2]]), "the times of a cell must lie in its bucket, in order"],
    ["a time that is none", window(5, [3, [1, 0, Number.NaN, 6, 2]]), "the times of a cell must lie in its bucket"],
    ["a cell of nothing", window(5, [3, [1, 0, 6, 6, 0]]), "a cell must count something"],
    ["a value that is no length", window(5, [3, [2 ** 32, 0, 6, 6, 1]]), "a value must be at most 4294967295"],
    [
      "more observations than can be counted",
      window(5, [3, [1, 0, 6, 6, Number.MAX_SAFE_INTEGER - 9], [2, 0, 6, 6, 1]]),
      "what was recorded must be a safe integer",
    ],
  ])("with %s is refused", (_, state, message) => {
    expect(refusalOf(new WindowCodec(SPEC), state)).toContain(message);
  });

  it.each([
    ["infinite", 0, 0x7ff0_0000],
    ["no number", 1, 0x7ff0_0000],
    ["negative", 0, 0xbff0_0000],
  ])("of real values is refused with one that is %s", (_, low, high) => {
    const codec = new WindowCodec({ ...SPEC, merge: "real" });
    expect(refusalOf(codec, window(5, [3, [low, high, 6, 6, 1]]))).toBe("a real value must be finite and >= 0");
    expect(refusalOf(codec, window(5, [3, [0, 0x3ff0_0000, 6, 6, 1]]))).toBeNull();
  });
});

describe("an outcome window", () => {
  const codec = outcomesCodec({ widthS: 1, retainedS: 4 });
  const BUCKET = { total: 3, ttftMet: 2, tpotMet: 2, bothMet: 1 };
  const outcomes = (...buckets: OutcomesState["buckets"]) => ({ prunedBuckets: 1, prunedOutcomes: 2, buckets });

  it("is taken with buckets in order", () => {
    expect(refusalOf(codec, outcomes())).toBeNull();
    expect(refusalOf(codec, outcomes({ index: -3, ...BUCKET }, { index: 1, ...BUCKET }))).toBeNull();
  });

  it.each([
    ["out of order", outcomes({ index: 2, ...BUCKET }, { index: 1, ...BUCKET }), "buckets must come in order"],
    ["too old", outcomes({ index: -4, ...BUCKET }, { index: 1, ...BUCKET }), "none older than the window keeps"],
    ["of nothing", outcomes({ index: 1, total: 0, ttftMet: 0, tpotMet: 0, bothMet: 0 }), "must count outcomes"],
    ["with more that met TTFT than there are", outcomes({ index: 1, ...BUCKET, ttftMet: 4 }), "than there are"],
    ["with more that met both than one", outcomes({ index: 1, ...BUCKET, tpotMet: 0 }), "met one SLO or both"],
    ["with too many that met one only", outcomes({ index: 1, ...BUCKET, bothMet: 0 }), "than there are"],
  ])("is refused with a bucket %s", (_, state, message) => {
    expect(refusalOf(codec, state)).toContain(message);
  });
});

describe("engines", () => {
  const ENGINE = {
    id: "a",
    role: "decode" as const,
    available: true,
    pinned: false,
    lastMoveS: null,
    correction: 1,
    price: { meanS: 0, integral: 0, intervalStartS: 0, integratedToS: 0 },
    gaps: {
      meanS: 0,
      sumS: 0,
      count: 0,
      ratioSum: 0,
      ratioCount: 0,
      boundedSumS: 0,
      tokenSum: 0,
      requestSum: 0,
      mixed: false,
      lastPrefillChangeS: Number.NEGATIVE_INFINITY,
    },
  };

  it.each([
    ["an id twice", [ENGINE, ENGINE], "engines must have different ids"],
    ["another role", [{ ...ENGINE, role: "both" as never }], "a name must be one of prefill, decode"],
    ["a correction of 0", [{ ...ENGINE, correction: 0 }], "a correction must be > 0"],
    ["an infinite time", [{ ...ENGINE, lastMoveS: Number.POSITIVE_INFINITY }], "a number must be finite"],
    ["a price that is none", [{ ...ENGINE, price: { ...ENGINE.price, meanS: Number.NaN } }], "a number must be >= 0"],
    ["a change that never was", [{ ...ENGINE, gaps: { ...ENGINE.gaps, lastPrefillChangeS: Number.NaN } }], "-Infinity"],
    ["more than a fleet has", Array.from({ length: 257 }, (_, i) => ({ ...ENGINE, id: `${i}` })), "so long"],
  ])("with %s are refused", (_, state, message) => {
    expect(refusalOf(engines, [ENGINE])).toBeNull();
    expect(refusalOf(engines, state)).toContain(message);
  });
});
