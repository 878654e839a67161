/** Sums over the cells of a bucket, taken anew only where it has changed. */
import { Cell } from "./cell";
import { MERGE_EXPECTED, MERGE_MAX_REAL } from "./codes";
import { Sums } from "./sums";
import { Bucket, Window } from "./window-structs";

/** Afterwards the bucket's sums are those of its cells. */
export function totalBucket(window: Window, bucket: Bucket): void {
  const sums = bucket.sums;
  if (sums.counted == bucket.count) return;
  sums.clear();
  addCells(window, bucket, -Infinity, sums);
}

/** Adds the cells that are not wholly before the cut. Summed in locals: in memory each cell would wait for the last. */
export function addCells(window: Window, bucket: Bucket, cutS: f64, into: Sums): void {
  let counted = 0.0;
  let sum = 0.0;
  let sumOfSquares = 0.0;
  let least = Infinity;
  let largest = -Infinity;
  for (let number = window.firstCell(bucket); number >= 0; number = window.nextCell(bucket, number)) {
    const cell = bucket.cellAt(number);
    if (!cell.within(cutS)) continue;
    const value = summedValue(window, cell);
    counted += cell.count;
    sum += cell.count * value;
    sumOfSquares += cell.count * value * value;
    if (window.merge == MERGE_EXPECTED && cell.b == 0) continue;
    least = min<f64>(least, value);
    largest = max<f64>(largest, value);
  }
  into.counted += counted;
  into.sum += sum;
  into.sumOfSquares += sumOfSquares;
  into.widen(least, largest);
}

/** The value of a cell: its real value (residency), its requested output (expected decode), or its input. */
function summedValue(window: Window, cell: Cell): f64 {
  if (window.merge == MERGE_MAX_REAL) return cell.real;
  return <f64>(window.merge == MERGE_EXPECTED ? cell.b : cell.a);
}
