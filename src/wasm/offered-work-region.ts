import {
  RATE_DECODE,
  RATE_PREFILL,
  RATE_ROW_BYTES,
  RATIO_COUNT,
  RATIO_MEAN,
  RATIO_PLACE,
  RATIO_ROW_BYTES,
  SECOND_LEVEL,
  SECOND_ROW_BYTES,
  SECOND_SECOND,
  SECOND_WORK,
  WORK_BASE,
  WORK_FIRST,
  WORK_OLDEST,
} from "../../assembly/fields";
import { WORK_BYTES, WORK_PLACES, WORK_SLOTS } from "../../assembly/layout";
import type { CoreExports, WorkPointer } from "./exports";
import { fieldAt, putField } from "./fields";
import type { CoreInstance } from "./loader";

/** Work offered in one second, in whole units of 2^-30: prefill seconds, and change of the decode level. */
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
export const RATIO_PLACES: number = WORK_PLACES;

/** Bytes of the statistics of offered work in the core. */
export const OFFERED_WORK_BYTES: number = WORK_BYTES;

/** Numbers of a row of rates, and their places in it. */
export const RATE_FIELDS: number = RATE_ROW_BYTES / 8;
export const RATE = { prefill: RATE_PREFILL / 8, decode: RATE_DECODE / 8 } as const;

/** The statistics of offered work in the core. It validates nothing: its callers do. */
export class OfferedWorkRegion {
  readonly #exports: CoreExports;
  readonly #rows: Float64Array;
  readonly #result: Float64Array;
  readonly #pointer: WorkPointer;
  readonly #add: CoreExports["offeredAdd"];

  constructor({ exports, rows, result }: CoreInstance, startS: number) {
    this.#exports = exports;
    this.#rows = rows;
    this.#result = result;
    this.#add = exports.offeredAdd;
    this.#pointer = exports.createOfferedWork(startS);
  }

  /** Adds an arrival's work, or with `sign` -1 takes out what the same numbers added. */
  add(sign: 1 | -1, atS: number, nowS: number, prefillS: number, engines: number, spanS: number): void {
    this.#add(this.#pointer, sign, atS, nowS, prefillS, engines, spanS);
  }

  /** The last whole seconds, 60 at most, oldest first: a view of rows [prefill seconds, decode engines]. */
  rates(nowS: number): Float64Array {
    return this.#rows.subarray(0, RATE_FIELDS * this.#exports.offeredRates(this.#pointer, nowS));
  }

  learn(inputTokens: number, requestedTokens: number, observedTokens: number): void {
    this.#exports.offeredLearn(this.#pointer, inputTokens, requestedTokens, observedTokens);
  }

  /** Observed by requested output, or observed output where none is requested; below 0: not known. */
  ratio(inputTokens: number, requestedTokens: number): number {
    return this.#exports.offeredRatio(this.#pointer, inputTokens, requestedTokens);
  }

  exportState(): OfferedWorkState {
    const seconds = this.#read(this.#exports.offeredExportSeconds(this.#pointer), SECOND_ROW_BYTES, (field) => ({
      second: field(SECOND_SECOND),
      work: field(SECOND_WORK),
      level: field(SECOND_LEVEL),
    }));
    const header = {
      first: fieldAt(this.#result, WORK_FIRST),
      oldest: fieldAt(this.#result, WORK_OLDEST),
      base: fieldAt(this.#result, WORK_BASE),
    };
    const ratios = this.#read(this.#exports.offeredExportRatios(this.#pointer), RATIO_ROW_BYTES, (field) => ({
      place: field(RATIO_PLACE),
      mean: field(RATIO_MEAN),
      count: field(RATIO_COUNT),
    }));
    return { ...header, seconds, ratios };
  }

  /** Holds what other statistics held, and nothing else. */
  importState({ first, oldest, base, seconds, ratios }: OfferedWorkState): void {
    this.#exports.offeredRestart(this.#pointer, first, oldest, base);
    for (const [row, { second, work, level }] of seconds.entries()) {
      putField(this.#rows, SECOND_SECOND, second, row * SECOND_ROW_BYTES);
      putField(this.#rows, SECOND_WORK, work, row * SECOND_ROW_BYTES);
      putField(this.#rows, SECOND_LEVEL, level, row * SECOND_ROW_BYTES);
    }
    this.#exports.offeredImportSeconds(this.#pointer, seconds.length);
    for (const [row, { place, mean, count }] of ratios.entries()) {
      putField(this.#rows, RATIO_PLACE, place, row * RATIO_ROW_BYTES);
      putField(this.#rows, RATIO_MEAN, mean, row * RATIO_ROW_BYTES);
      putField(this.#rows, RATIO_COUNT, count, row * RATIO_ROW_BYTES);
    }
    this.#exports.offeredImportRatios(this.#pointer, ratios.length);
  }

  #read<T>(length: number, rowBytes: number, of: (field: (offset: number) => number) => T): T[] {
    return Array.from({ length }, (_, row) => of((offset) => fieldAt(this.#rows, offset, row * rowBytes)));
  }
}
