/** Writes numbers and texts one after the other into bytes that grow as needed. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Bytes written so far: a view that holds until the next write. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** One byte: 0 .. 255. */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A whole number, 0 .. 2^53 - 1: seven bits a byte, low ones first; the eighth bit says that more follow. */
  whole(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Any f64, bit by bit: 8 bytes, the highest first. */
  real(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A text: the number of its bytes in UTF-8, and these. */
  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.whole(bytes.length);
    this.raw(bytes);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
