import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteReader } from "../../src/handoff/byte-reader";
import { ByteWriter } from "../../src/handoff/byte-writer";
import { WindowCodec } from "../../src/handoff/window-codec";
import { Core } from "../../src/wasm/core";
import type { WindowRegion, WindowSpec, WindowState } from "../../src/wasm/window-region";
import { BUILDS, type Build } from "../core/builds";

type Value = readonly [number, number, number];

const SPEC: WindowSpec = { retainedS: 4, bucketS: 0.5, maxShapes: 3, merge: "max" };

function windowOf(spec: WindowSpec, startS: number, { options }: Build): WindowRegion {
  return new Core({ windows: [spec] }, startS, 2 ** 26, options.module).windows[0] as WindowRegion;
}

/** The state as it is after it was written and read. */
function sent(spec: WindowSpec, state: WindowState): WindowState {
  const codec = new WindowCodec(spec);
  const writer = new ByteWriter();
  codec.write(writer, state);
  const reader = new ByteReader(writer.written);
  const read = codec.read(reader);
  reader.end();
  return read;
}

/** An observation so many 1/8 s later and so long ago, of a value; or one that is repriced to it. */
const step = fc.record({
  later: fc.nat(6),
  ago: fc.constantFrom(0, 0, 0, 1, 3, 9, 40),
  value: fc.tuple(fc.nat(6), fc.nat(2), fc.nat(1)) as fc.Arbitrary<Value>,
  reprices: fc.option(fc.nat(50), { freq: 1 }),
});
const steps = fc.array(step, { minLength: 1, maxLength: 120, size: "max" });
const merges = fc.constantFrom("max" as const, "expected" as const, "first" as const);

/** Adds and reprices on a window; what is repriced was added by the same steps. */
class Driver {
  #held: { cell: number; atS: number }[] = [];
  readonly #window: WindowRegion;

  constructor(window: WindowRegion) {
    this.#window = window;
  }

  /** Returns the time after the steps. */
  run(from: number, sequence: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): number {
    let nowS = from;
    for (const { later, ago, value, reprices } of sequence) {
      nowS += later / 8;
      const held = reprices === null ? undefined : this.#held[reprices % Math.max(1, this.#held.length)];
      if (held) {
        const cell = this.#window.replace(held.cell, ...value, held.atS, nowS);
        if (cell >= 0) held.cell = cell;
        else this.#held = this.#held.filter((other) => other !== held);
      } else {
        const atS = nowS - ago / 8;
        const cell = this.#window.add(...value, atS, nowS);
        if (cell >= 0) this.#held.push({ cell, atS });
      }
    }
    return nowS;
  }
}

describe.each(BUILDS)("a window that goes on elsewhere ($name build)", (build) => {
  it("holds the same cells, and counts on the same", () => {
    fc.assert(
      fc.property(
        merges,
        fc.constantFrom(-20, 0, 3.25, 1e9),
        fc.constantFrom(-1e6, 0, 2e9),
        steps,
        steps,
        (...given) => {
          const [merge, startS, otherS, past, future] = given;
          const spec = { ...SPEC, merge };
          const stays = windowOf(spec, startS, build);
          const nowS = new Driver(stays).run(startS, past);
          const state = stays.exportState(nowS);
          const goes = windowOf(spec, otherS, build);
          goes.add(9, 9, 9, otherS, otherS + 1);
          goes.importState(sent(spec, state));
          expect(goes.exportState(nowS)).toEqual(state);
          expect(goes.cells(-Infinity, nowS)).toEqual(stays.cells(-Infinity, nowS));
          const endS = new Driver(stays).run(nowS, future);
          expect(new Driver(goes).run(nowS, future)).toBe(endS);
          for (const sinceS of [-Infinity, endS - 4, endS - 2.2, endS - 0.1]) {
            expect(goes.count(sinceS, endS)).toBe(stays.count(sinceS, endS));
            expect(goes.evidence(sinceS, endS)).toEqual(stays.evidence(sinceS, endS));
            expect(goes.overflow(sinceS)).toEqual(stays.overflow(sinceS));
          }
          expect(sorted(goes, endS)).toEqual(sorted(stays, endS));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("keeps an uncertain last time, and an overflow cell beside room for exact ones", () => {
    const spec = { ...SPEC, maxShapes: 2 };
    const window = windowOf(spec, 0, build);
    window.add(1, 0, 0, 0.125, 1);
    const second = window.add(2, 0, 0, 0.25, 1);
    window.add(3, 0, 0, 0.25, 1);
    window.add(1, 0, 0, 0.375, 1);
    // The exact cell of 2 goes; of those of 1, the last one leaves and comes to the overflow's neighbour.
    window.replace(second, 1, 0, 0, 0.25, 1);
    window.replace(0, 2, 0, 0, 0.375, 1);
    const cells = window.cells(0, 1);
    expect(cells).toMatchObject([
      { value: [1, 0, 0], count: 2, firstS: 0.125, lastS: 0.375, lastCertain: false, overflow: false },
      { value: [2, 0, 0], count: 1, overflow: false },
      { value: [3, 0, 0], count: 1, overflow: true },
    ]);
    const goes = windowOf(spec, 7, build);
    goes.importState(sent(spec, window.exportState(1)));
    expect(goes.cells(0, 1)).toEqual(cells);
  });

  it("moves an overflow cell of the value of an exact one, and one that stands beside room", () => {
    const spec = { ...SPEC, maxShapes: 2, merge: "max" as const };
    const window = windowOf(spec, 0, build);
    const first = window.add(5, 0, 0, 0, 0);
    window.add(6, 0, 0, 0, 0);
    window.add(2, 0, 0, 0, 0);
    window.replace(first, 6, 0, 0, 0, 0);
    window.add(6, 0, 0, 0.25, 0.25);
    const goes = windowOf(spec, 0, build);
    goes.importState(sent(spec, window.exportState(0.25)));
    expect(goes.cells(0, 0.25)).toEqual(window.cells(0, 0.25));
    // Room for one more shape here and there, then none.
    for (const value of [7, 8]) expect(goes.add(value, 0, 0, 0.25, 0.25) === 2).toBe(value === 8);
    expect(goes.cells(0, 0.25).map(({ value, count, overflow }) => [value[0], count, overflow])).toEqual([
      [6, 3, false],
      [7, 1, false],
      [8, 2, true],
    ]);
  });

  it("moves a full bucket of more shapes than fit the transfer region at once", () => {
    const spec = { ...SPEC, maxShapes: 1024, merge: "first" as const };
    const window = windowOf(spec, 0, build);
    for (let i = 0; i < 1100; i += 1) window.add(i, 2 * i, 2 ** 32 - 1 - i, i / 4096, 0.3);
    const state = window.exportState(0.3);
    expect(state.buckets.map(({ rows }) => rows.length / 8)).toEqual([1025]);
    const goes = windowOf(spec, 0, build);
    goes.importState(sent(spec, state));
    expect(goes.cells(0, 0.3)).toEqual(window.cells(0, 0.3));
    expect(goes.flow(0.3).cells).toBe(1025);
    expect(goes.add(1023, 2046, 2 ** 32 - 1024, 0.3, 0.3)).toBe(1023);
    expect(goes.add(1024, 0, 0, 0.3, 0.3)).toBe(1024);
  });

  it("moves real values bit by bit", () => {
    const spec = { ...SPEC, merge: "real" as const };
    const window = windowOf(spec, 0, build);
    for (const [i, value] of [0, 0.1, 1 / 3, 1e-300].entries()) window.addReal(value, i / 10);
    const goes = windowOf(spec, 0, build);
    goes.importState(sent(spec, window.exportState(0.3)));
    expect(goes.cells(0, 0.3)).toEqual(window.cells(0, 0.3));
  });

  it("moves nothing but its head where there is nothing", () => {
    const goes = windowOf(SPEC, 1e6, build);
    goes.add(1, 1, 1, 1e6, 1e6);
    goes.importState(sent(SPEC, windowOf(SPEC, -3, build).exportState(-3)));
    expect(goes.exportState(-3)).toEqual({ expired: 0, refused: 0, head: -6, buckets: [] });
    expect(goes.add(1, 0, 0, -7.5, -3)).toBeLessThan(0);
    expect(goes.add(1, 0, 0, -6.75, -3)).toBe(0);
  });
});

function sorted(window: WindowRegion, nowS: number): string[] {
  return window
    .cells(-Infinity, nowS)
    .map((cell) => JSON.stringify(cell))
    .sort();
}
