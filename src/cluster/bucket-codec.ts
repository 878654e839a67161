import type { AccountingSpecs, WindowName } from "../accounting/account-plan";
import type { ByteReader } from "../handoff/byte-reader";
import type { Codec } from "../handoff/codec";
import { WindowCodec } from "../handoff/window-codec";

/** The windows whose cells are sums over routers. Residency is not one: the leader samples it. */
export const FOLDED = ["arrivals", "expectedDecode", "observedDecode", "unsized"] as const;

/** A folded window. */
export type FoldedWindow = (typeof FOLDED)[number] & WindowName;

/** The cells of one bucket in each folded window. */
export type BucketCells = Readonly<Record<FoldedWindow, Float64Array>>;

const NO_CELLS = new Float64Array(0);

/** How the cells of the bucket of that index are written. */
export function bucketCodec(specs: AccountingSpecs, index: number): Codec<BucketCells> {
  const codecs = FOLDED.map((name) => [name, new WindowCodec(specs.windows[name])] as const);
  return {
    write(writer, cells) {
      for (const [name, codec] of codecs)
        codec.write(writer, { expired: 0, refused: 0, head: index, buckets: bucketsOf(index, cells[name]) });
    },
    read: (reader) =>
      Object.fromEntries(codecs.map(([name, codec]) => [name, readCells(reader, codec, index)])) as Record<
        FoldedWindow,
        Float64Array
      >,
  };
}

function bucketsOf(index: number, rows: Float64Array) {
  return rows.length > 0 ? [{ index, rows }] : [];
}

function readCells(reader: ByteReader, codec: WindowCodec, index: number): Float64Array {
  const { head, buckets } = codec.read(reader);
  if (head !== index || buckets.length > 1) reader.refuse(`a record of bucket ${index} must hold that bucket alone`);
  const bucket = buckets[0];
  if (bucket && bucket.index !== index) reader.refuse(`a record of bucket ${index} must hold that bucket alone`);
  return bucket?.rows ?? NO_CELLS;
}
