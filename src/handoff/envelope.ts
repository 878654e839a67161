import { SnapshotError } from "../errors";
import { crc32 } from "./crc32";

/** "NWHL" */
const MAGIC = 0x4e57_484c;

/** The version of the format. It goes up when what is written changes, but for names that are new. */
export const FORMAT_VERSION = 1;

// Header: u32 each, the highest byte first.
const VERSION_AT = 4;
const LENGTH_AT = 8;
const CHECKSUM_AT = 12;

/** Bytes of the header. */
export const HEADER_BYTES = 16;

/** Puts a header before some content: what it is, in which version, how long, and the checksum of all else. */
export function seal(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(VERSION_AT, FORMAT_VERSION);
  view.setUint32(LENGTH_AT, content.length);
  bytes.set(content, HEADER_BYTES);
  view.setUint32(CHECKSUM_AT, checksumOf(bytes));
  return bytes;
}

/**
 * The content of a sealed snapshot, as a view.
 *
 * @throws SnapshotError for what was not sealed, is of a later version, too short or too long, or changed since
 */
export function unseal(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0) !== MAGIC) {
    throw new SnapshotError("not_a_snapshot", "it does not begin as one");
  }
  if (bytes.length < HEADER_BYTES) throw new SnapshotError("truncated", `it has only ${bytes.length} bytes`);
  const version = view.getUint32(VERSION_AT);
  if (version > FORMAT_VERSION) {
    throw new SnapshotError("newer", `its format is ${version}, this version of narwhal-slo knows ${FORMAT_VERSION}`);
  }
  if (version < FORMAT_VERSION) throw new SnapshotError("corrupted", `there is no format ${version}`);
  const announced = HEADER_BYTES + view.getUint32(LENGTH_AT);
  if (bytes.length < announced) {
    throw new SnapshotError("truncated", `it has ${bytes.length} bytes of ${announced}`);
  }
  if (bytes.length > announced) {
    throw new SnapshotError("corrupted", `it has ${bytes.length} bytes, more than its ${announced}`);
  }
  if (view.getUint32(CHECKSUM_AT) !== checksumOf(bytes)) {
    throw new SnapshotError("corrupted", "its checksum is another one");
  }
  return bytes.subarray(HEADER_BYTES);
}

function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes.subarray(HEADER_BYTES), crc32(bytes.subarray(0, CHECKSUM_AT)));
}
