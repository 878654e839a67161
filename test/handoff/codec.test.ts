import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapshotError } from "../../src/errors";
import { bucketIndex } from "../../src/handoff/bucket-index";
import { ByteReader } from "../../src/handoff/byte-reader";
import { ByteWriter } from "../../src/handoff/byte-writer";
import { type Codec, flag, list, nullable, oneOf, real, record, text, whole } from "../../src/handoff/codec";
import { crc32 } from "../../src/handoff/crc32";
import { countsOf, joined, named, tally } from "../../src/handoff/named-codec";
import { TimePair } from "../../src/handoff/time-pair";

function written<T>(codec: Codec<T>, value: T): Uint8Array {
  const writer = new ByteWriter();
  codec.write(writer, value);
  return writer.written.slice();
}

function read<T>(codec: Codec<T>, bytes: Iterable<number>): T {
  const reader = new ByteReader(Uint8Array.from(bytes));
  const value = codec.read(reader);
  reader.end();
  return value;
}

function roundTrips<T>(codec: Codec<T>, values: fc.Arbitrary<T>): void {
  const back = (value: T) => {
    expect(read(codec, written(codec, value))).toEqual(value);
  };
  fc.assert(fc.property(values, back));
}

interface Point {
  readonly x: number;
  readonly label?: string;
}

describe("what is written is read back", () => {
  it("numbers", () => {
    roundTrips(whole, fc.maxSafeNat());
    roundTrips(real, fc.double());
    roundTrips(bucketIndex, fc.integer({ min: -(2 ** 50), max: 2 ** 50 }));
  });

  it("texts and flags", () => {
    roundTrips(text, fc.string({ unit: "grapheme" }));
    roundTrips(flag, fc.boolean());
    roundTrips(oneOf(["a", "b"]), fc.constantFrom("a" as const, "b" as const));
  });

  it("things made of them", () => {
    roundTrips(nullable(whole), fc.option(fc.nat()));
    roundTrips(list<number>(whole, 5), fc.array(fc.nat(), { maxLength: 5 }));
    roundTrips(record<{ a: number; b: string }>({ a: whole, b: text }), fc.record({ a: fc.nat(), b: fc.string() }));
    roundTrips(countsOf(["a", "b"]), fc.record({ a: fc.nat(), b: fc.nat() }));
    roundTrips(
      tally(joined(["a", "b"], ["c"])),
      fc.dictionary(fc.constantFrom("a:c", "b:c"), fc.nat()).map((counts) => new Map(Object.entries(counts))),
    );
    const point = named<Point>({ x: whole, label: text }, ["x"]);
    roundTrips(point, fc.record({ x: fc.nat(), label: fc.string() }, { requiredKeys: ["x"] }));
  });

  it("times, near or far", () => {
    const pair = new TimePair();
    const time = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -1.5, 1.7e9, 1.7e9 + 0.25));
    fc.assert(
      fc.property(time, time, time, (earlierS, firstS, lastS) => {
        const writer = new ByteWriter();
        pair.write(writer, earlierS, firstS, lastS);
        const reader = new ByteReader(writer.written.slice());
        pair.read(reader, earlierS);
        reader.end();
        expect([pair.firstS, pair.lastS]).toEqual([firstS, lastS]);
      }),
    );
  });
});

describe("what was not written is refused", () => {
  const EIGHT = [255, 255, 255, 255, 255, 255, 255, 127];

  it.each<[string, Codec<unknown>, readonly number[], string]>([
    ["too few bytes of a real", real, [0, 0, 0], "before byte 0 of the content: the content ends too early"],
    ["a whole number that never ends", whole, [...EIGHT.slice(0, 7), 255, 255, 1], "must be a safe integer"],
    ["a whole number beyond 2^53", whole, EIGHT, "a whole number must be a safe integer"],
    ["a text that is longer than all", text, [9, 65], "the content ends too early"],
    ["a text that is no UTF-8", text, [1, 255], "a text must be UTF-8"],
    ["a flag of 2", flag, [2], "a flag must be 0 or 1"],
    ["an unknown name", oneOf(["a", "b"]), [1, 99], "a name must be one of a, b"],
    ["a list beyond its bound", list(whole, 2), [3, 0, 0, 0], "a list must not be so long"],
    ["a list beyond the bytes", list(whole, 2 ** 40), [...written(whole, 2 ** 40), 1], "a list must not be so long"],
    ["a key of unknown parts", tally(joined(["a"], ["b"])), [1, 3, 97, 58, 99, 1], "names that are known"],
    ["a key that comes twice", tally(text), [2, 1, 97, 1, 1, 97, 1], "a must not come twice"],
    ["a record without a field", named<Point>({ x: whole, label: text }, ["x"]), [0], "x must be there"],
    ["more than one value", whole, [1, 2], "nothing more must follow, but 1 bytes do"],
    ["a bucket beyond 2^50", bucketIndex, written(whole, 2 ** 51 + 1) as never, "must not be so far from time 0"],
  ])("%s", (_, codec, bytes, message) => {
    expect(() => read(codec, bytes)).toThrow(SnapshotError);
    expect(() => read(codec, bytes)).toThrow(expect.objectContaining({ reason: "corrupted" }));
    expect(() => read(codec, bytes)).toThrow(message);
  });
});

describe("the checksum", () => {
  it("is the CRC-32 that others compute", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf4_3926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  it("goes on from part to part", () => {
    const bytes = new TextEncoder().encode("123456789");
    expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(crc32(bytes));
  });
});
