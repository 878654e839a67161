import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";

const BYTES = 8;

/**
 * Two times that are close to an earlier one and to each other, bit by bit. Of each only the bytes are written that
 * come after those that it shares with the time before it: 3 instead of 8 on the scale of the Unix epoch, none where
 * both are the same.
 */
export class TimePair {
  firstS = 0;
  lastS = 0;
  // The earlier time, the first and the last one, the highest byte first.
  readonly #bytes = new Uint8Array(3 * BYTES);
  readonly #view = new DataView(this.#bytes.buffer);

  write(writer: ByteWriter, earlierS: number, firstS: number, lastS: number): void {
    this.#view.setFloat64(0, earlierS);
    this.#view.setFloat64(BYTES, firstS);
    this.#view.setFloat64(2 * BYTES, lastS);
    const first = this.#shared(BYTES);
    const last = this.#shared(2 * BYTES);
    writer.byte(first * 16 + last);
    for (let i = first; i < BYTES; i += 1) writer.byte(this.#bytes[BYTES + i] as number);
    for (let i = last; i < BYTES; i += 1) writer.byte(this.#bytes[2 * BYTES + i] as number);
  }

  /** Reads into `firstS` and `lastS`. @throws SnapshotError */
  read(reader: ByteReader, earlierS: number): void {
    const shared = reader.byte();
    const first = shared >> 4;
    const last = shared & 15;
    if (first > BYTES || last > BYTES) reader.refuse("a time has 8 bytes");
    this.#view.setFloat64(0, earlierS);
    this.#complete(reader, BYTES, first);
    this.#complete(reader, 2 * BYTES, last);
    this.firstS = this.#view.getFloat64(BYTES);
    this.lastS = this.#view.getFloat64(2 * BYTES);
  }

  /** How many leading bytes the time at `at` shares with the one before it. */
  #shared(at: number): number {
    let shared = 0;
    while (shared < BYTES && this.#bytes[at + shared] === this.#bytes[at - BYTES + shared]) shared += 1;
    return shared;
  }

  #complete(reader: ByteReader, at: number, shared: number): void {
    const bytes = this.#bytes;
    for (let i = 0; i < BYTES; i += 1) bytes[at + i] = i < shared ? (bytes[at + i - BYTES] as number) : reader.byte();
  }
}
