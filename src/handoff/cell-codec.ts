import { MAX_TOKENS } from "../check";
import { CELL } from "../wasm/cell-rows";
import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { TimePair } from "./time-pair";

// The first byte of a cell: how many numbers of its value follow, and two flags.
const VALUES = 3;
const LAST_CERTAIN = 4;
const OVERFLOW = 8;
const ALL = VALUES + LAST_CERTAIN + OVERFLOW;

const times = new TimePair();

/** Writes the cell that begins at `at` of some rows; `earlierS` is a time close to its own. */
export function writeCell(writer: ByteWriter, rows: Float64Array, at: number, earlierS: number): void {
  const field = (offset: number) => rows[at + offset] as number;
  const values = numbersOf(rows, at);
  const certain = field(CELL.lastCertain) === 1 ? LAST_CERTAIN : 0;
  const overflow = field(CELL.overflow) === 1 ? OVERFLOW : 0;
  writer.byte(values + certain + overflow);
  for (let i = 0; i < values; i += 1) writer.whole(field(CELL.a + i));
  times.write(writer, earlierS, field(CELL.firstS), field(CELL.lastS));
  writer.whole(field(CELL.count));
}

/** Reads a cell into its place in some rows of zeros. @throws SnapshotError for what no cell can be */
export function readCell(reader: ByteReader, rows: Float64Array, at: number, earlierS: number): void {
  const head = reader.byte();
  if (head > ALL) reader.refuse("a cell has no such flags");
  for (let i = 0; i < (head & VALUES); i += 1) {
    const value = reader.whole();
    if (value > MAX_TOKENS) reader.refuse(`a value must be at most ${MAX_TOKENS}`);
    rows[at + CELL.a + i] = value;
  }
  times.read(reader, earlierS);
  rows[at + CELL.firstS] = times.firstS;
  rows[at + CELL.lastS] = times.lastS;
  rows[at + CELL.count] = reader.whole();
  rows[at + CELL.overflow] = head & OVERFLOW ? 1 : 0;
  rows[at + CELL.lastCertain] = head & LAST_CERTAIN ? 1 : 0;
}

/** How many numbers of a value are to be written: zeros at its end are not. */
function numbersOf(rows: Float64Array, at: number): number {
  let values = VALUES;
  while (values > 0 && rows[at + CELL.a + values - 1] === 0) values -= 1;
  return values;
}
