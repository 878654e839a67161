/**
 * Offered work by second: what arrives, not what is served. Of every second the prefill work of its arrivals, and the
 * decode engines that are taken if nothing ever queues. All sums are whole units, so that what was added can be taken
 * out again exactly, in any order. Beside them, how much of its requested output a request uses: running means.
 */
import { classOf } from "./bins";
import {
  IO_BASE,
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

/** Completions after which a mean forgets: each later one weighs as much as the last of these. */
const MEMORY = 300.0;

@unmanaged
class OfferedWork {
  /** The first whole second that was seen from its start. */
  first: f64;
  /** The oldest second of the ring. */
  oldest: f64;
  /** Decode level before the oldest second, in units. */
  base: f64;
  padding: f64;
}

export function createOfferedWork(startS: f64): usize {
  if (offsetof<OfferedWork>() != WORK_HEADER_BYTES) ERROR("OfferedWork drifted from layout.ts");
  const region = reserve(<usize>WORK_BYTES);
  const work = changetype<OfferedWork>(region);
  work.first = ceil<f64>(startS);
  work.oldest = <f64>indexOf(startS, 1.0) - WORK_PAST_S;
  return region;
}

/**
 * Adds an arrival (`sign` 1), or takes one out that was added with the same numbers (-1): `prefillS` seconds of work in
 * the second that it came, and `engines` decode engines for `spanS` seconds from then on.
 */
export function offeredAdd(
  region: usize,
  sign: f64,
  atS: f64,
  nowS: f64,
  prefillS: f64,
  engines: f64,
  spanS: f64,
): void {
  advance(region, max<f64>(atS, nowS));
  const second = <f64>indexOf(atS, 1.0);
  if (second >= changetype<OfferedWork>(region).oldest) {
    addTo(slotAt(region + WORK_HEADER_BYTES, <i64>second), sign * nearest<f64>(prefillS * WORK_UNIT));
  }
  const units = sign * nearest<f64>(engines * WORK_UNIT);
  changeLevel(region, atS, units);
  changeLevel(region, atS + min<f64>(spanS, WORK_MAX_SPAN_S), -units);
}

/** Writes the last whole seconds, 60 at most, oldest first, as rows [prefill seconds, mean decode engines]. */
export function offeredRead(region: usize, nowS: f64): i32 {
  advance(region, nowS);
  const work = changetype<OfferedWork>(region);
  const end = <f64>indexOf(nowS, 1.0);
  const from = max<f64>(work.first, end - WORK_PAST_S);
  let level = work.base;
  let row: usize = IO_BASE;
  for (let second = <i64>work.oldest; second < <i64>end; second++) {
    level += load<f64>(slotAt(region + WORK_LEVELS, second));
    if (<f64>second < from) continue;
    store<f64>(row, load<f64>(slotAt(region + WORK_HEADER_BYTES, second)) / WORK_UNIT);
    store<f64>(row + 8, level / WORK_UNIT);
    row += 16;
  }
  return <i32>((row - IO_BASE) >> 4);
}

/** A request completed: the mean of its class moves towards it. */
export function offeredLearn(region: usize, input: u32, requested: u32, observed: f64): void {
  const mean = meanAt(region, input, requested);
  const count = min<f64>(load<f64>(mean + 8) + 1.0, MEMORY);
  const ratio = observed / max<f64>(<f64>requested, 1.0);
  store<f64>(mean, load<f64>(mean) + (ratio - load<f64>(mean)) / count);
  store<f64>(mean + 8, count);
}

/** Observed by requested output of such requests; observed output where none is requested. -1: fewer than 3 came. */
export function offeredRatio(region: usize, input: u32, requested: u32): f64 {
  const mean = meanAt(region, input, requested);
  return load<f64>(mean + 8) < 3.0 ? -1.0 : load<f64>(mean);
}

function meanAt(region: usize, input: u32, requested: u32): usize {
  const column = requested == 0 ? 0 : classOf(requested) + 1;
  return region + WORK_MEANS + <usize>((classOf(input) * WORK_CLASSES + column) * 16);
}

/** From `atS` on the level is another one: of the second that this falls into, a part. */
function changeLevel(region: usize, atS: f64, units: f64): void {
  const second = <f64>indexOf(atS, 1.0);
  const part = nearest<f64>(units * (second + 1.0 - atS));
  changeSecond(region, second, part);
  changeSecond(region, second + 1.0, units - part);
}

/** Levels are kept as differences: of a second that the ring has left behind, in its base. */
function changeSecond(region: usize, second: f64, units: f64): void {
  const work = changetype<OfferedWork>(region);
  if (second < work.oldest) work.base += units;
  else addTo(slotAt(region + WORK_LEVELS, <i64>second), units);
}

function advance(region: usize, timeS: f64): void {
  const work = changetype<OfferedWork>(region);
  const target = <f64>indexOf(timeS, 1.0) - WORK_PAST_S;
  // Beyond a whole turn of the ring nothing is left to clear.
  const end = min<f64>(target, work.oldest + <f64>WORK_SLOTS);
  // Counted in whole numbers: beyond 2^53, where a clock of nanoseconds is, a second more is none to an f64.
  for (let second = <i64>work.oldest; second < <i64>end; second++) {
    const level = slotAt(region + WORK_LEVELS, second);
    work.base += load<f64>(level);
    store<f64>(level, 0.0);
    store<f64>(slotAt(region + WORK_HEADER_BYTES, second), 0.0);
  }
  work.oldest = max<f64>(work.oldest, target);
}

function addTo(at: usize, units: f64): void {
  store<f64>(at, load<f64>(at) + units);
}

function slotAt(ring: usize, second: i64): usize {
  return ring + <usize>(slotOf(second, WORK_SLOTS) * 8);
}
