/** Statistics of offered work, on their way to another process and back: rows of the transfer region. */
import { WORK_BYTES, WORK_PLACES, WORK_SLOTS } from "./layout";
import { OfferedWork } from "./offered-work";
import { WorkState, resultOf } from "./results";
import { RatioRow, SecondRow, rowAt } from "./rows";

/** Writes a SecondRow for each second that holds something, oldest first, and a WorkState. Returns how many rows. */
export function exportSeconds(work: OfferedWork): i32 {
  const state = resultOf<WorkState>();
  state.first = work.first;
  state.oldest = work.oldest;
  state.base = work.base;
  let rows = 0;
  const from = <i64>work.oldest;
  for (let second = from; second < from + WORK_SLOTS; second++) {
    const units = load<f64>(work.workAt(second));
    const level = load<f64>(work.levelAt(second));
    if (units == 0.0 && level == 0.0) continue;
    const row = rowAt<SecondRow>(rows++);
    row.second = <f64>second;
    row.work = units;
    row.level = level;
  }
  return rows;
}

/** Writes a RatioRow for each mean that something was learned for. Returns how many. */
export function exportRatios(work: OfferedWork): i32 {
  let rows = 0;
  for (let place = 0; place < WORK_PLACES; place++) {
    const mean = work.meanAt(place);
    if (mean.count <= 0.0) continue;
    const row = rowAt<RatioRow>(rows++);
    row.place = <f64>place;
    row.mean = mean.value;
    row.count = mean.count;
  }
  return rows;
}

/** Forgets everything, and goes on from this state: rows of seconds and of ratios may follow. */
export function restartOfferedWork(work: OfferedWork, first: f64, oldest: f64, base: f64): void {
  memory.fill(changetype<usize>(work), 0, WORK_BYTES);
  work.first = first;
  work.oldest = oldest;
  work.base = base;
}

/** Takes in `rows` seconds, of WORK_SLOTS from the oldest on. */
export function importSeconds(work: OfferedWork, rows: i32): void {
  for (let i = 0; i < rows; i++) {
    const row = rowAt<SecondRow>(i);
    store<f64>(work.workAt(<i64>row.second), row.work);
    store<f64>(work.levelAt(<i64>row.second), row.level);
  }
}

/** Takes in `rows` means, each at its own place. */
export function importRatios(work: OfferedWork, rows: i32): void {
  for (let i = 0; i < rows; i++) {
    const row = rowAt<RatioRow>(i);
    const mean = work.meanAt(<i32>row.place);
    mean.value = row.mean;
    mean.count = row.count;
  }
}
