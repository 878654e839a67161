import {
  CLASSES,
  IO_BASE,
  IO_BYTES,
  WORK_BASE,
  WORK_BYTES,
  WORK_CLASSES,
  WORK_FIRST,
  WORK_HEADER_BYTES,
  WORK_LEVELS,
  WORK_MEANS,
  WORK_OLDEST,
  WORK_SLOTS,
} from "../../assembly/layout";
import type { CoreExports } from "./exports";

/** What one second was offered, in whole units of 2^-30: prefill seconds, and change of the decode level. */
export interface WorkSecondState {
  /** The second that begins then. */
  readonly second: number;
  readonly work: number;
  readonly level: number;
}

/** A running mean of observed by requested output: its class in the table, and how many completions made it. */
export interface RatioState {
  readonly place: number;
  readonly mean: number;
  readonly count: number;
}

/** All that the statistics of offered work hold: what they need to go on elsewhere. */
export interface OfferedWorkState {
  /** The first whole second that was seen from its start. */
  readonly first: number;
  readonly oldest: number;
  /** Decode level before the oldest second, in units. */
  readonly base: number;
  /** Seconds of which anything is known, oldest first. */
  readonly seconds: readonly WorkSecondState[];
  readonly ratios: readonly RatioState[];
}

/** Seconds that the statistics hold, past and to come. */
export const WORK_SECONDS: number = WORK_SLOTS;

export { WORK_PAST_S } from "../../assembly/layout";

/** Classes of requests that a mean is kept of. */
export const RATIO_PLACES: number = CLASSES * WORK_CLASSES;

/** Bytes of the statistics of offered work in the core. */
export const OFFERED_WORK_BYTES: number = WORK_BYTES;

/** The statistics of offered work in the core. It validates nothing: its callers do. */
export class OfferedWorkRegion {
  readonly #exports: CoreExports;
  readonly #pointer: number;
  readonly #add: CoreExports["offeredAdd"];
  readonly #io: Float64Array;
  /** [first, oldest, base, padding], then works, then levels, then [mean, count] of each class. */
  readonly #held: Float64Array;

  constructor(exports: CoreExports, buffer: ArrayBuffer, startS: number) {
    this.#exports = exports;
    this.#add = exports.offeredAdd;
    this.#pointer = exports.createOfferedWork(startS);
    this.#io = new Float64Array(buffer, IO_BASE, IO_BYTES / 8);
    this.#held = new Float64Array(buffer, this.#pointer, WORK_BYTES / 8);
  }

  /** Adds an arrival's work, or with `sign` -1 takes out what the same numbers added. */
  add(sign: 1 | -1, atS: number, nowS: number, prefillS: number, engines: number, spanS: number): void {
    this.#add(this.#pointer, sign, atS, nowS, prefillS, engines, spanS);
  }

  /** The last whole seconds, 60 at most, oldest first: a view of rows [prefill seconds, decode engines]. */
  read(nowS: number): Float64Array {
    return this.#io.subarray(0, 2 * this.#exports.offeredRead(this.#pointer, nowS));
  }

  learn(inputTokens: number, requestedTokens: number, observedTokens: number): void {
    this.#exports.offeredLearn(this.#pointer, inputTokens, requestedTokens, observedTokens);
  }

  /** Observed by requested output, or observed output where none is requested; below 0: not known. */
  ratio(inputTokens: number, requestedTokens: number): number {
    return this.#exports.offeredRatio(this.#pointer, inputTokens, requestedTokens);
  }

  exportState(): OfferedWorkState {
    const oldest = this.#read(WORK_OLDEST / 8);
    const seconds = Array.from({ length: WORK_SLOTS }, (_, age): WorkSecondState => {
      const second = oldest + age;
      const slot = slotOf(second);
      return { second, work: this.#read(WORKS + slot), level: this.#read(LEVELS + slot) };
    });
    const ratios = Array.from({ length: RATIO_PLACES }, (_, place): RatioState => {
      const at = MEANS + 2 * place;
      return { place, mean: this.#read(at), count: this.#read(at + 1) };
    });
    return {
      first: this.#read(WORK_FIRST / 8),
      oldest,
      base: this.#read(WORK_BASE / 8),
      seconds: seconds.filter(({ work, level }) => work !== 0 || level !== 0),
      ratios: ratios.filter(({ count }) => count > 0),
    };
  }

  /** Holds what other statistics held, and nothing else. */
  importState({ first, oldest, base, seconds, ratios }: OfferedWorkState): void {
    const held = this.#held.fill(0);
    held[WORK_FIRST / 8] = first;
    held[WORK_OLDEST / 8] = oldest;
    held[WORK_BASE / 8] = base;
    for (const { second, work, level } of seconds) {
      held[WORKS + slotOf(second)] = work;
      held[LEVELS + slotOf(second)] = level;
    }
    for (const { place, mean, count } of ratios) held.set([mean, count], MEANS + 2 * place);
  }

  #read(index: number): number {
    return this.#held[index] as number;
  }
}

const WORKS = WORK_HEADER_BYTES / 8;
const LEVELS = WORK_LEVELS / 8;
const MEANS = WORK_MEANS / 8;

function slotOf(second: number): number {
  return ((second % WORK_SLOTS) + WORK_SLOTS) % WORK_SLOTS;
}
