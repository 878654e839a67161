import {
  OUTCOMES_BOTH_MET,
  OUTCOMES_BUCKETS,
  OUTCOMES_OLDEST,
  OUTCOMES_TOTAL,
  OUTCOMES_TPOT_MET,
  OUTCOMES_TTFT_MET,
  PRUNED_BUCKETS,
  PRUNED_HEAD,
  PRUNED_OUTCOMES,
} from "../../assembly/fields";
import type { CoreExports, OutcomesPointer } from "./exports";
import { fieldAt } from "./fields";
import type { CoreInstance } from "./loader";

/** An outcome window: width of a bucket and retention, in seconds. */
export interface OutcomesSpec {
  readonly widthS: number;
  readonly retainedS: number;
}

/** Contents of an outcome window since some time. */
export interface OutcomeSums {
  readonly total: number;
  readonly ttftMet: number;
  readonly tpotMet: number;
  readonly bothMet: number;
  readonly buckets: number;
  /** Start of the oldest of these buckets, null if there is none. */
  readonly oldestS: number | null;
}

/** Outcomes that ever fell out of an outcome window, and the index of its newest bucket. */
export interface PrunedOutcomes {
  readonly head: number;
  readonly prunedBuckets: number;
  readonly prunedOutcomes: number;
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
  readonly #pointer: OutcomesPointer;
  readonly #record: CoreExports["outcomesRecord"];
  readonly #exports: CoreExports;
  readonly #result: Float64Array;

  constructor({ exports, result }: CoreInstance, spec: OutcomesSpec) {
    this.spec = spec;
    this.#exports = exports;
    this.#result = result;
    this.#record = exports.outcomesRecord;
    this.#pointer = exports.createOutcomes(retainedOutcomes(spec), spec.widthS);
  }

  record(ttftMet: boolean, tpotMet: boolean, atS: number): void {
    this.#record(this.#pointer, ttftMet ? 1 : 0, tpotMet ? 1 : 0, atS);
  }

  sumsSince(sinceS: number): OutcomeSums {
    this.#exports.outcomesSum(this.#pointer, sinceS);
    return this.#sums();
  }

  pruned(): PrunedOutcomes {
    this.#exports.outcomesPruned(this.#pointer);
    return {
      head: fieldAt(this.#result, PRUNED_HEAD),
      prunedBuckets: fieldAt(this.#result, PRUNED_BUCKETS),
      prunedOutcomes: fieldAt(this.#result, PRUNED_OUTCOMES),
    };
  }

  /** All that the window holds, or only its buckets from an index on. */
  exportState(fromIndex = Number.NEGATIVE_INFINITY): OutcomesState {
    const { head, ...pruned } = this.pruned();
    const buckets: OutcomeBucketState[] = [];
    for (let age = Math.min(retainedOutcomes(this.spec), head - fromIndex); age >= 0; age -= 1) {
      this.#exports.outcomesSumBucket(this.#pointer, age);
      const { total, ttftMet, tpotMet, bothMet } = this.#sums();
      if (total > 0) buckets.push({ index: head - age, total, ttftMet, tpotMet, bothMet });
    }
    return { ...pruned, buckets };
  }

  /** Holds what another outcome window of the same spec held, and nothing else. */
  importState({ prunedBuckets, prunedOutcomes, buckets }: OutcomesState): void {
    this.#exports.outcomesRestart(this.#pointer, prunedBuckets, prunedOutcomes);
    for (const { index, total, ttftMet, tpotMet, bothMet } of buckets) {
      this.#exports.outcomesImport(this.#pointer, index, total, ttftMet, tpotMet, bothMet);
    }
  }

  /** The answer of the last sum. */
  #sums(): OutcomeSums {
    const buckets = fieldAt(this.#result, OUTCOMES_BUCKETS);
    return {
      total: fieldAt(this.#result, OUTCOMES_TOTAL),
      ttftMet: fieldAt(this.#result, OUTCOMES_TTFT_MET),
      tpotMet: fieldAt(this.#result, OUTCOMES_TPOT_MET),
      bothMet: fieldAt(this.#result, OUTCOMES_BOTH_MET),
      buckets,
      oldestS: buckets > 0 ? fieldAt(this.#result, OUTCOMES_OLDEST) : null,
    };
  }
}
