/**
 * Offered work by second: what arrives, not what is served. Of every second the prefill work of its arrivals, and the
 * decode engines that are taken if nothing ever queues. All sums are whole units, so that what was added can be taken
 * out again exactly, in any order. Beside them, how much of its requested output a request uses: running means.
 */
import { classOf } from "./bins";
import {
  MEAN_BYTES,
  WORK_BYTES,
  WORK_CLASSES,
  WORK_HEADER_BYTES,
  WORK_LEVELS,
  WORK_MAX_SPAN_S,
  WORK_MEANS,
  WORK_PAST_S,
  WORK_SLOTS,
  WORK_UNIT,
} from "./layout";
import { reserve } from "./memory";
import { indexOf, slotOf } from "./ring";
import { RateRow, rowAt } from "./rows";

/** Completions after which a mean forgets: each later one weighs as much as the last of these. */
const MEMORY = 300.0;

@unmanaged
export class Mean {
  value: f64;
  count: f64;
}

@unmanaged
export class OfferedWork {
  /** The first whole second that was seen from its start. */
  first: f64;
  /** The oldest second of the ring. */
  oldest: f64;
  /** Decode level before the oldest second, in units. */
  base: f64;
  padding: f64;

  /** Address of the prefill work of a second, in units. */
  @inline
  workAt(second: i64): usize {
    return changetype<usize>(this) + WORK_HEADER_BYTES + <usize>(slotOf(second, WORK_SLOTS) * 8);
  }

  /** Address of the change of the decode level in a second, in units. */
  @inline
  levelAt(second: i64): usize {
    return changetype<usize>(this) + WORK_LEVELS + <usize>(slotOf(second, WORK_SLOTS) * 8);
  }

  @inline
  meanAt(place: i32): Mean {
    return changetype<Mean>(changetype<usize>(this) + WORK_MEANS + <usize>(place * MEAN_BYTES));
  }
}

export function createOfferedWork(startS: f64): OfferedWork {
  if (offsetof<OfferedWork>() != WORK_HEADER_BYTES) ERROR("OfferedWork drifted from layout.ts");
  if (offsetof<Mean>() != MEAN_BYTES) ERROR("Mean drifted from layout.ts");
  const work = changetype<OfferedWork>(reserve(<usize>WORK_BYTES));
  work.first = ceil<f64>(startS);
  work.oldest = <f64>indexOf(startS, 1.0) - WORK_PAST_S;
  return work;
}

/**
 * Adds an arrival (`sign` 1), or takes one out that was added with the same numbers (-1): `prefillS` seconds of work in
 * the second that it came, and `engines` decode engines for `spanS` seconds from then on.
 */
export function addWork(
  work: OfferedWork,
  sign: f64,
  atS: f64,
  nowS: f64,
  prefillS: f64,
  engines: f64,
  spanS: f64,
): void {
  advance(work, max<f64>(atS, nowS));
  const second = <f64>indexOf(atS, 1.0);
  if (second >= work.oldest) addTo(work.workAt(<i64>second), sign * nearest<f64>(prefillS * WORK_UNIT));
  const units = sign * nearest<f64>(engines * WORK_UNIT);
  changeLevel(work, atS, units);
  changeLevel(work, atS + min<f64>(spanS, WORK_MAX_SPAN_S), -units);
}

/** Writes a RateRow for each of the last whole seconds, WORK_PAST_S at most, oldest first. Returns how many. */
export function readRates(work: OfferedWork, nowS: f64): i32 {
  advance(work, nowS);
  const end = <f64>indexOf(nowS, 1.0);
  const from = max<f64>(work.first, end - WORK_PAST_S);
  let level = work.base;
  let rows = 0;
  for (let second = <i64>work.oldest; second < <i64>end; second++) {
    level += load<f64>(work.levelAt(second));
    if (<f64>second < from) continue;
    const row = rowAt<RateRow>(rows++);
    row.prefill = load<f64>(work.workAt(second)) / WORK_UNIT;
    row.decode = level / WORK_UNIT;
  }
  return rows;
}

/** A request completed: the mean of its class moves towards it. */
export function learnRatio(work: OfferedWork, input: u32, requested: u32, observed: f64): void {
  const mean = work.meanAt(placeOf(input, requested));
  const ratio = observed / max<f64>(<f64>requested, 1.0);
  mean.count = min<f64>(mean.count + 1.0, MEMORY);
  mean.value += (ratio - mean.value) / mean.count;
}

/** Observed by requested output of such requests; observed output where none is requested. -1: fewer than 3 came. */
export function ratioOf(work: OfferedWork, input: u32, requested: u32): f64 {
  const mean = work.meanAt(placeOf(input, requested));
  return mean.count < 3.0 ? -1.0 : mean.value;
}

/** The place of a class of requests in the table of means. */
function placeOf(input: u32, requested: u32): i32 {
  const column = requested == 0 ? 0 : classOf(requested) + 1;
  return classOf(input) * WORK_CLASSES + column;
}

/** From `atS` on the level is another one: of the second that this falls into, a part. */
function changeLevel(work: OfferedWork, atS: f64, units: f64): void {
  const second = <f64>indexOf(atS, 1.0);
  const part = nearest<f64>(units * (second + 1.0 - atS));
  changeSecond(work, second, part);
  changeSecond(work, second + 1.0, units - part);
}

/** Levels are kept as differences: of a second that the ring has left behind, in its base. */
function changeSecond(work: OfferedWork, second: f64, units: f64): void {
  if (second < work.oldest) work.base += units;
  else addTo(work.levelAt(<i64>second), units);
}

function advance(work: OfferedWork, timeS: f64): void {
  const target = <f64>indexOf(timeS, 1.0) - WORK_PAST_S;
  // Beyond a whole turn of the ring nothing is left to clear.
  const end = min<f64>(target, work.oldest + <f64>WORK_SLOTS);
  // Counted in whole numbers: beyond 2^53, where a clock of nanoseconds is, adding 1 to an f64 changes nothing.
  for (let second = <i64>work.oldest; second < <i64>end; second++) {
    const level = work.levelAt(second);
    work.base += load<f64>(level);
    store<f64>(level, 0.0);
    store<f64>(work.workAt(second), 0.0);
  }
  work.oldest = max<f64>(work.oldest, target);
}

function addTo(at: usize, units: f64): void {
  store<f64>(at, load<f64>(at) + units);
}
