import type { CoreExports } from "./exports";

/** An outcome window: width of a bucket and retention, in seconds. */
export interface OutcomesSpec {
  readonly widthS: number;
  readonly retainedS: number;
}

/** What an outcome window holds since some time. */
export interface OutcomeSums {
  readonly total: number;
  readonly ttftMet: number;
  readonly tpotMet: number;
  readonly bothMet: number;
  readonly buckets: number;
  /** Start of the oldest of these buckets, null if there is none. */
  readonly oldestS: number | null;
}

/** T = trunc(H / width): buckets kept before the newest recorded one. */
export function retainedOutcomes(spec: OutcomesSpec): number {
  return Math.trunc(spec.retainedS / spec.widthS);
}

/** An outcome window in the core. It validates nothing: its callers do. */
export class OutcomesRegion {
  readonly spec: OutcomesSpec;
  readonly #pointer: number;
  readonly #record: CoreExports["outcomesRecord"];
  readonly #exports: CoreExports;

  constructor(exports: CoreExports, spec: OutcomesSpec) {
    this.spec = spec;
    this.#exports = exports;
    this.#record = exports.outcomesRecord;
    this.#pointer = exports.createOutcomes(retainedOutcomes(spec), spec.widthS);
  }

  record(ttftMet: boolean, tpotMet: boolean, atS: number): void {
    this.#record(this.#pointer, ttftMet ? 1 : 0, tpotMet ? 1 : 0, atS);
  }

  sumsSince(sinceS: number): OutcomeSums {
    const total = this.#exports.outcomesSum(this.#pointer, sinceS);
    const buckets = this.#exports.summedBuckets();
    return {
      total,
      ttftMet: this.#exports.summedTtftMet(),
      tpotMet: this.#exports.summedTpotMet(),
      bothMet: this.#exports.summedBothMet(),
      buckets,
      oldestS: buckets > 0 ? this.#exports.outcomesOldestS(this.#pointer) : null,
    };
  }

  prunedBuckets(): number {
    return this.#exports.outcomesPrunedBuckets(this.#pointer);
  }

  prunedOutcomes(): number {
    return this.#exports.outcomesPruned(this.#pointer);
  }
}
