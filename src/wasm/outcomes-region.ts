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

/** One bucket of outcomes. */
export interface OutcomeBucketState {
  /** floor(t / widthS) of its times. */
  readonly index: number;
  readonly total: number;
  readonly ttftMet: number;
  readonly tpotMet: number;
  readonly bothMet: number;
}

/** All that an outcome window holds: what it needs to go on elsewhere. */
export interface OutcomesState {
  readonly prunedBuckets: number;
  readonly prunedOutcomes: number;
  /** The buckets that hold something, oldest first: the last one is the head. */
  readonly buckets: readonly OutcomeBucketState[];
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
      ...this.#met(),
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

  /** All that the window holds. */
  exportState(): OutcomesState {
    const buckets: OutcomeBucketState[] = [];
    for (let age = retainedOutcomes(this.spec); age >= 0; age -= 1) {
      const total = this.#exports.outcomesSumBucket(this.#pointer, age);
      if (total > 0) buckets.push({ index: this.#exports.outcomesHead(this.#pointer) - age, total, ...this.#met() });
    }
    return { prunedBuckets: this.prunedBuckets(), prunedOutcomes: this.prunedOutcomes(), buckets };
  }

  /** Holds what another outcome window of the same spec held, and nothing else. */
  importState({ prunedBuckets, prunedOutcomes, buckets }: OutcomesState): void {
    this.#exports.outcomesRestart(this.#pointer, prunedBuckets, prunedOutcomes);
    for (const { index, total, ttftMet, tpotMet, bothMet } of buckets) {
      this.#exports.outcomesImport(this.#pointer, index, total, ttftMet, tpotMet, bothMet);
    }
  }

  /** The sums of the last query. */
  #met() {
    const { summedTtftMet, summedTpotMet, summedBothMet } = this.#exports;
    return { ttftMet: summedTtftMet(), tpotMet: summedTpotMet(), bothMet: summedBothMet() };
  }
}
