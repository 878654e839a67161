import { SnapshotError } from "../errors";

const UTF8 = { fatal: true, ignoreBOM: true };

/** Reads what a `ByteWriter` wrote. It trusts no length: whatever does not fit is refused. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes that were not read yet. */
  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  /** @throws SnapshotError always: what was read last is not what it must be */
  refuse(rule: string): never {
    throw new SnapshotError("corrupted", `before byte ${this.#at} of the content: ${rule}`);
  }

  /** One byte. @throws SnapshotError */
  byte(): number {
    return this.#bytes[this.#take(1)] as number;
  }

  /** A whole number, 0 .. 2^53 - 1. @throws SnapshotError */
  whole(): number {
    let value = 0;
    let unit = 1;
    let byte = this.byte();
    while (byte >= 0x80) {
      value += (byte - 0x80) * unit;
      unit *= 0x80;
      if (unit > Number.MAX_SAFE_INTEGER) this.refuse("a whole number must be a safe integer");
      byte = this.byte();
    }
    value += byte * unit;
    if (value > Number.MAX_SAFE_INTEGER) this.refuse("a whole number must be a safe integer");
    return value;
  }

  /** Any f64. @throws SnapshotError */
  real(): number {
    return this.#view.getFloat64(this.#take(8));
  }

  /** So many bytes, as a view. @throws SnapshotError */
  raw(count: number): Uint8Array {
    const from = this.#take(count);
    return this.#bytes.subarray(from, from + count);
  }

  /** A text. @throws SnapshotError */
  text(): string {
    const bytes = this.raw(this.whole());
    try {
      return new TextDecoder("utf-8", UTF8).decode(bytes);
    } catch {
      return this.refuse("a text must be UTF-8");
    }
  }

  /** @throws SnapshotError unless all was read */
  end(): void {
    if (this.remaining > 0) this.refuse(`nothing more must follow, but ${this.remaining} bytes do`);
  }

  #take(count: number): number {
    if (count > this.remaining) this.refuse("the content ends too early");
    const from = this.#at;
    this.#at += count;
    return from;
  }
}
