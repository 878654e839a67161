import { CELL, CELL_FIELDS } from "../wasm/cell-rows";
import {
  type BucketState,
  retainedBuckets,
  shapeCells,
  type WindowSpec,
  type WindowState,
} from "../wasm/window-region";
import { bucketIndex } from "./bucket-index";
import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { readCell, writeCell } from "./cell-codec";
import type { Codec } from "./codec";

/** How a window is written: its counts, its head, then its buckets, each by its age, with its cells. */
export class WindowCodec implements Codec<WindowState> {
  readonly #spec: WindowSpec;
  readonly #retained: number;

  /** @param spec of the window that is written, or that is to take in what is read */
  constructor(spec: WindowSpec) {
    this.#spec = spec;
    this.#retained = retainedBuckets(spec);
  }

  write(writer: ByteWriter, { expired, refused, head, buckets }: WindowState): void {
    writer.whole(expired);
    writer.whole(refused);
    bucketIndex.write(writer, head);
    writer.whole(buckets.length);
    for (const bucket of buckets) {
      writer.whole(head - bucket.index);
      this.#writeCells(writer, bucket);
    }
  }

  read(reader: ByteReader): WindowState {
    const expired = reader.whole();
    const refused = reader.whole();
    const head = bucketIndex.read(reader);
    const buckets: BucketState[] = [];
    let newest = head - this.#retained - 1;
    for (let left = reader.whole(); left > 0; left -= 1) {
      const index = head - reader.whole();
      if (index <= newest) reader.refuse("buckets must come in order, none older than the window keeps");
      buckets.push({ index, rows: this.#readCells(reader, index) });
      newest = index;
    }
    const recorded = expired + refused + observationsOf(buckets);
    if (recorded > Number.MAX_SAFE_INTEGER) reader.refuse("what was recorded must be a safe integer");
    return { expired, refused, head, buckets };
  }

  #writeCells(writer: ByteWriter, { index, rows }: BucketState): void {
    writer.whole(rows.length / CELL_FIELDS);
    let earlierS = index * this.#spec.bucketS;
    for (let at = 0; at < rows.length; at += CELL_FIELDS) {
      writeCell(writer, rows, at, earlierS);
      earlierS = rows[at + CELL.firstS] as number;
    }
  }

  #readCells(reader: ByteReader, index: number): Float64Array {
    const cells = reader.whole();
    // Every cell takes bytes: no number can ask for much more memory than the snapshot itself takes.
    if (cells < 1 || cells > shapeCells(this.#spec) + 1 || cells > reader.remaining) {
      reader.refuse(`a bucket must have 1 to ${shapeCells(this.#spec) + 1} cells`);
    }
    const rows = new Float64Array(cells * CELL_FIELDS);
    let earlierS = index * this.#spec.bucketS;
    for (let at = 0; at < rows.length; at += CELL_FIELDS) {
      readCell(reader, rows, at, earlierS);
      this.#checkCell(reader, rows, at, index);
      earlierS = rows[at + CELL.firstS] as number;
    }
    this.#checkShapes(reader, rows);
    return rows;
  }

  #checkCell(reader: ByteReader, rows: Float64Array, at: number, index: number): void {
    const { bucketS, merge } = this.#spec;
    const firstS = rows[at + CELL.firstS] as number;
    const lastS = rows[at + CELL.lastS] as number;
    const inBucket = Math.floor(firstS / bucketS) === index && Math.floor(lastS / bucketS) === index;
    if (!inBucket || !(firstS <= lastS)) reader.refuse("the times of a cell must lie in its bucket, in order");
    if (rows[at + CELL.count] === 0) reader.refuse("a cell must count something");
    if (merge === "real" && !isLoad(rows, at)) reader.refuse("a real value must be finite and >= 0");
  }

  /** Exact cells of different shapes, and at most one overflow cell, the last one. */
  #checkShapes(reader: ByteReader, rows: Float64Array): void {
    const last = rows.length - CELL_FIELDS;
    const shapes = new Set<string>();
    for (let at = 0; at < rows.length; at += CELL_FIELDS) {
      if (rows[at + CELL.overflow] === 0) shapes.add(`${rows[at + CELL.a]},${rows[at + CELL.b]},${rows[at + CELL.c]}`);
      else if (at === 0 || at < last) reader.refuse("an overflow cell must come last, not alone");
    }
    const exact = last / CELL_FIELDS + (rows[last + CELL.overflow] === 0 ? 1 : 0);
    if (shapes.size < exact) reader.refuse("the shapes of a bucket must differ");
    const most = shapeCells(this.#spec);
    if (exact > most) reader.refuse(`a bucket must have at most ${most} exact cells`);
  }
}

function observationsOf(buckets: readonly BucketState[]): number {
  let total = 0;
  for (const { rows } of buckets) {
    for (let at = CELL.count; at < rows.length; at += CELL_FIELDS) total += rows[at] as number;
  }
  return total;
}

const bits = new DataView(new ArrayBuffer(8));

/** Whether the real value of a cell, of which two numbers hold the bits, is finite and >= 0. */
function isLoad(rows: Float64Array, at: number): boolean {
  bits.setUint32(0, rows[at + CELL.b] as number);
  bits.setUint32(4, rows[at + CELL.a] as number);
  const value = bits.getFloat64(0);
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}
