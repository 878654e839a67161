import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { DemandWindow, type DemandWindowOptions, OutcomeWindow, type Shape } from "../../src/parts";
import { rows, windowAt } from "./window-rows";

const NOT_POSITIVE = [0, -1, Number.NaN, Number.POSITIVE_INFINITY];
const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const NOT_LENGTHS = [-1, 1.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY, "5", null];

const shown = (value: unknown) => (typeof value === "string" ? `"${value}"` : String(value));
const noTime = (field: string, value: number) => `${field} must be a finite number of seconds, got ${value}`;

describe("a demand window refuses", () => {
  const make = (options: Partial<DemandWindowOptions>) => windowAt(0, options).window;

  it.each(NOT_POSITIVE)("spans of %d s", (value) => {
    expect(() => make({ retainedS: value })).toThrow(`retainedS must be > 0 s, got ${value}`);
    expect(() => make({ bucketS: value })).toThrow(`bucketS must be > 0 s, got ${value}`);
  });

  it.each([0, 1.5, 1025, Number.NaN])("a limit of %d shapes", (maxShapes) => {
    expect(() => make({ maxShapes })).toThrow(`maxShapes must be whole, 1 .. 1024, got ${maxShapes}`);
  });

  it("an unknown rule of merging", () => {
    const merge = "sum" as DemandWindowOptions["merge"] & string;
    expect(() => make({ merge })).toThrow('merge must be max, expected or first, got "sum"');
  });

  it.each(NOT_LENGTHS)("%o as a length, wherever it stands, and stores nothing", (value) => {
    const window = make({});
    const length = value as number;
    const shapes: Shape[] = [[length], [1, length], [1, 2, length]];
    const cell = window.add([1, 2, 3]);
    for (const [i, shape] of shapes.entries()) {
      const message = `shape[${i}] must be a whole number of tokens, 0 .. 4294967295, got ${shown(value)}`;
      expect(() => window.add(shape)).toThrow(message);
      expect(() => window.replace(cell, 0, shape)).toThrow(message);
    }
    expect(rows(window)).toEqual([{ cell: [1, 2, 3, 0, 0, 1] }]);
  });

  it.each(NOT_FINITE)("%d s as a time, and stores nothing", (value) => {
    const window = make({});
    const cell = window.add([1]);
    expect(() => window.add([2], value)).toThrow(noTime("atS", value));
    expect(() => window.replace(cell, value, [2])).toThrow(noTime("atS", value));
    expect(() => window.count(value)).toThrow(noTime("sinceS", value));
    expect(() => window.evidence(value)).toThrow(noTime("sinceS", value));
    expect(() => window.cells(value)).toThrow(noTime("sinceS", value));
    expect(rows(window)).toEqual([{ cell: [1, 0, 0, 0, 0, 1] }]);
  });

  it.each(NOT_FINITE)("a clock that says %d, and stores nothing", (value) => {
    const { clock, window } = windowAt(0);
    const cell = window.add([1]);
    clock.set(value);
    const message = noTime("clock.now()", value);
    expect(() => window.add([2])).toThrow(message);
    expect(() => window.add([2], 0)).toThrow(message);
    expect(() => window.replace(cell, 0, [2])).toThrow(message);
    expect(() => window.prune()).toThrow(message);
    expect(() => window.count(0)).toThrow(message);
    expect(() => window.summary()).toThrow(message);
    expect(() => make({ clock })).toThrow(message);
    clock.set(0);
    expect(rows(window)).toEqual([{ cell: [1, 0, 0, 0, 0, 1] }]);
  });

  it.each([-1, 3, 0.5, Number.NaN])("%d as a cell of two shapes and an overflow", (cell) => {
    const window = make({});
    expect(() => window.replace(cell, 0, [1])).toThrow(
      `cell must be a cell (>= 0) that add or replace returned, got ${cell}`,
    );
  });

  it("with errors that carry their parts", () => {
    expect(() => make({ bucketS: -1 })).toThrow(
      expect.objectContaining({ name: "ConfigError", code: "ERR_NARWHAL_CONFIG", field: "bucketS", value: -1 }),
    );
    expect(() => make({}).add([-1])).toThrow(
      expect.objectContaining({ name: "ArgumentError", code: "ERR_NARWHAL_ARGUMENT", field: "shape[0]", value: -1 }),
    );
    expect(() => make({}).add([1], Number.NaN)).toThrow(
      expect.objectContaining({ name: "TimeError", code: "ERR_NARWHAL_TIME", field: "atS", value: Number.NaN }),
    );
  });
});

describe("an outcome window refuses", () => {
  const make = (bucketS: number, retainedS: number) => new OutcomeWindow({ bucketS, retainedS, clock: manualClock(0) });

  it.each(NOT_POSITIVE)("spans of %d s", (value) => {
    expect(() => make(value, 10)).toThrow(`bucketS must be > 0 s, got ${value}`);
    expect(() => make(1, value)).toThrow(`retainedS must be > 0 s, got ${value}`);
  });

  it.each(NOT_FINITE)("%d s as a time, and records nothing", (value) => {
    const clock = manualClock(0);
    const outcomes = new OutcomeWindow({ bucketS: 1, retainedS: 10, clock });
    expect(() => outcomes.record(true, true, value)).toThrow(noTime("atS", value));
    expect(() => outcomes.since(value)).toThrow(noTime("sinceS", value));
    clock.set(value);
    expect(() => outcomes.record(true, true)).toThrow(noTime("atS", value));
    expect(() => outcomes.attainment(5)).toThrow(noTime("clock.now()", value));
    clock.set(0);
    expect(outcomes.retained().total).toBe(0);
    expect(outcomes.evidence()).toMatchObject({ outcomes: 0, prunedOutcomes: 0 });
  });

  it.each([0, -1, 10.01, Number.NaN, Number.POSITIVE_INFINITY])(
    "attainment of %d s, of 10 s that are kept",
    (value) => {
      const message = `windowS must be > 0 and <= 10 s, which is what is kept, got ${value}`;
      expect(() => make(1, 10).attainment(value)).toThrow(message);
      expect(make(1, 10).attainment(10).total).toBe(0);
    },
  );
});

describe("a core of another version", () => {
  it("is refused as a module", () => {
    const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    expect(() => new DemandWindow({ retainedS: 10, bucketS: 1, module: empty })).toThrow(
      "module must be this version's core.wasm, got an object",
    );
  });
});
