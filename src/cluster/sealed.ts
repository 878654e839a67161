import { ByteReader } from "../handoff/byte-reader";
import { ByteWriter } from "../handoff/byte-writer";
import type { Codec } from "../handoff/codec";
import { seal, unseal } from "../handoff/envelope";

/** A value as bytes, with the version of the format and a checksum. */
export function sealed<T>(codec: Codec<T>, value: T): Uint8Array {
  const writer = new ByteWriter();
  codec.write(writer, value);
  return seal(writer.written);
}

/** The value back. @throws SnapshotError for bytes that `sealed` has not written */
export function unsealed<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new ByteReader(unseal(bytes));
  const value = codec.read(reader);
  reader.end();
  return value;
}
