import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapshotError, StateError } from "../../src/errors";
import { HEADER_BYTES, seal, unseal } from "../../src/handoff/envelope";
import { BUILDS } from "../core/builds";
import { poolFrom, SMALL } from "./pools";
import { type Happening, Traffic, traffic } from "./traffic";
import { stateOf, tellsOf } from "./view";

/** A pool with something of everything in it. */
function busy(originS: number, past: readonly Happening[], options = {}) {
  const made = poolFrom(originS, { ...SMALL, urgent: true, ...options });
  const served = new Traffic(made);
  for (const happening of past) served.happen(happening);
  served.quiesce();
  return made;
}

const [PAST] = fc.sample(traffic({ minLength: 250, maxLength: 250 }), { seed: 11, numRuns: 1 }) as [Happening[]];
const OTHER = fc.sample(traffic({ minLength: 60, maxLength: 60 }), { seed: 5, numRuns: 1 })[0] as Happening[];

/** The reason of a refusal; the error is thrown on if it is another one. */
function refusalOf(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof SnapshotError) return error.reason;
    throw error;
  }
}

describe("a snapshot that is not whole", () => {
  const bytes = busy(0, PAST).pool.snapshot();
  const { pool } = busy(300, OTHER);
  const before = tellsOf(pool);
  const refused = (changed: Uint8Array) => refusalOf(() => pool.restore(changed));
  const changed = (change: (copy: Uint8Array) => void) => {
    const copy = bytes.slice();
    change(copy);
    return copy;
  };

  it("is refused at every length but its own, and changes nothing", () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(refused(bytes.subarray(0, length))).toBe(length < 4 ? "not_a_snapshot" : "truncated");
    }
    expect(refused(Uint8Array.from([...bytes, 0]))).toBe("corrupted");
    expect(tellsOf(pool)).toEqual(before);
  });

  it("is refused with any byte changed, and changes nothing", () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = changed((copy) => {
        copy[at] = (copy[at] as number) ^ (1 << (at % 8));
      });
      expect(refused(flipped)).toMatch(/not_a_snapshot|truncated|corrupted|newer/);
    }
    expect(tellsOf(pool)).toEqual(before);
  });

  it("is refused by what is wrong with it", () => {
    const view = (copy: Uint8Array) => new DataView(copy.buffer);
    const newer = changed((copy) => view(copy).setUint32(4, 2));
    expect(() => pool.restore(newer)).toThrow(
      "the snapshot is refused (newer): its format is 2, this version of narwhal-slo knows 1",
    );
    expect(refused(changed((copy) => view(copy).setUint32(4, 0)))).toBe("corrupted");
    expect(refused(changed((copy) => view(copy).setUint32(8, 2 ** 32 - 1)))).toBe("truncated");
    expect(refused(changed((copy) => view(copy).setUint32(8, 3)))).toBe("corrupted");
    expect(refused(new TextEncoder().encode('{"schema":"narwhal-slo/state"}'))).toBe("not_a_snapshot");
    expect(() => pool.restore(newer)).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_SNAPSHOT" }));
  });

  it("has a header that says what it is", () => {
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("NWHL");
    const view = new DataView(bytes.buffer);
    expect([view.getUint32(4), view.getUint32(8)]).toEqual([1, bytes.length - HEADER_BYTES]);
    expect(new TextDecoder().decode(bytes.subarray(HEADER_BYTES + 1, HEADER_BYTES + 6))).toBe("0.1.0");
  });
});

describe("a snapshot of a differently kept pool", () => {
  const { pool } = busy(0, PAST);
  const bytes = pool.snapshot();

  it.each([
    [{ windowS: 17 }, "windowS is 16 there and 17 here"],
    [{ stepS: 0.5 }, "the bucket width, min(1, stepS, evidenceSpanS), is 1 there and 0.5 here"],
    [{ evidenceSpanS: 0.75 }, "the bucket width, min(1, stepS, evidenceSpanS), is 1 there and 0.75 here"],
    [{ maxShapes: 4 }, "maxShapes is 3 there and 4 here"],
    [{ monitorIntervalS: 2 }, "monitorIntervalS is 1 there and 2 here"],
  ])("is refused: %o", (options, message) => {
    const taker = busy(300, OTHER, options);
    const before = tellsOf(taker.pool);
    expect(refusalOf(() => taker.pool.restore(bytes))).toBe("incompatible");
    expect(() => taker.pool.restore(bytes)).toThrow(`the snapshot is refused (incompatible): ${message}`);
    expect(tellsOf(taker.pool)).toEqual(before);
  });

  it("is taken with other promises and thresholds, as long as buckets are as wide", () => {
    const others = { slo: { ttftS: 9, tpotS: 1 }, stepS: 7, evidenceSpanS: 5, confirmations: 9, minArrivals: 0 };
    const taker = poolFrom(0, { ...SMALL, ...others });
    taker.pool.restore(bytes);
    expect(taker.pool.history()).toEqual(pool.history());
    expect(taker.pool.attainment()).toEqual(pool.attainment());
  });
});

describe.each(BUILDS)("a forged snapshot ($name build)", ({ options }) => {
  const bytes = busy(0, PAST).pool.snapshot();
  const content = unseal(bytes);
  const back = busy(300, OTHER, options).pool.snapshot();
  const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255));
  const change = fc.record({
    at: fc.nat(content.length - 1),
    drop: fc.constantFrom(1, 1, 1, 1, 0, 2, 8, 9999),
    insert: fc.oneof({ weight: 4, arbitrary: fc.tuple(byte) }, { weight: 1, arbitrary: fc.array(byte) }),
  });

  /** What random changes make of the content, most of them of single bytes; the checksum is right. */
  const forged = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const forging = [...content];
    for (const { at, drop, insert } of changes) forging.splice(at, drop, ...insert);
    return seal(Uint8Array.from(forging));
  });

  it("is refused and changes nothing, or gives a pool that works", () => {
    const victim = busy(300, OTHER, options);
    const before = tellsOf(victim.pool);
    const beforeState = stateOf(victim.pool);
    fc.assert(
      fc.property(forged, (forgery) => {
        if (refusalOf(() => victim.pool.restore(forgery)) !== null) {
          expect(tellsOf(victim.pool)).toEqual(before);
          expect(stateOf(victim.pool)).toEqual(beforeState);
          return;
        }
        const taker = poolFrom(40, { ...SMALL, ...options });
        taker.pool.restore(forgery);
        expect(taker.pool.snapshot().length).toBeGreaterThan(HEADER_BYTES);
        const going = new Traffic(taker);
        for (const happening of OTHER) going.happen(happening);
        taker.pool.state();
        victim.pool.restore(back);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a clock that is too far from 0", () => {
  // Version of the package, widths of the windows: then comes the time.
  const TAKEN_AT = 6 + 8 + 8 + 1 + 1 + 8;

  it.each([2 ** 51, -(2 ** 51), 1e300])("is no time of a snapshot: nobody could hand that pool on (%s s)", (timeS) => {
    const { pool } = poolFrom(0, SMALL);
    const content = unseal(pool.snapshot()).slice();
    const view = new DataView(content.buffer);
    expect(view.getFloat64(TAKEN_AT)).toBe(0);
    view.setFloat64(TAKEN_AT, timeS);
    expect(() => pool.restore(seal(content))).toThrow("a time must not be so far from 0");
    expect(pool.clockOffsetS).toBe(0);
  });

  it("gives none for the outcomes' buckets either, though none has been recorded", () => {
    const { pool } = poolFrom(2 ** 49, { ...SMALL, monitorIntervalS: 0.25 });
    expect(() => pool.snapshot()).toThrow("the clock is too far from 0 for such narrow buckets");
  });

  it.each([1e300, -(2 ** 60), 2 ** 51])("gives no snapshot at %s s", (originS) => {
    const { pool } = poolFrom(originS);
    expect(() => pool.snapshot()).toThrow(StateError);
    expect(() => pool.snapshot()).toThrow("the clock is too far from 0 for such narrow buckets");
  });

  it("gives one at 2^49 s", () => {
    const bytes = poolFrom(2 ** 49).pool.snapshot();
    const taker = poolFrom(0);
    taker.pool.restore(bytes);
    expect(taker.pool.snapshot()).toEqual(bytes);
  });
});
