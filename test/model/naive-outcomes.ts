import type { Clock } from "../../src/clock";

type Met = readonly [ttft: boolean, tpot: boolean];

/** Semantics, section 2, word for word: every outcome is kept in its bucket. */
export class NaiveOutcomes {
  readonly buckets = new Map<number, Met[]>();
  readonly cut: number;
  prunedBuckets = 0;
  prunedOutcomes = 0;
  head = Number.NEGATIVE_INFINITY;

  constructor(
    readonly spec: { readonly bucketS: number; readonly retainedS: number },
    readonly clock: Clock,
  ) {
    this.cut = Math.trunc(spec.retainedS / spec.bucketS);
  }

  record(ttftMet: boolean, tpotMet: boolean, atS = this.clock.now()): void {
    const index = Math.floor(atS / this.spec.bucketS);
    this.head = Math.max(this.head, index);
    for (const [old, outcomes] of this.buckets) {
      if (old < this.head - this.cut) this.drop(old, outcomes);
    }
    if (index < this.head - this.cut) {
      this.prunedOutcomes += 1;
      return;
    }
    this.buckets.set(index, [...(this.buckets.get(index) ?? []), [ttftMet, tpotMet]]);
  }

  since(sinceS: number) {
    const first = Math.floor(sinceS / this.spec.bucketS);
    const outcomes = [...this.buckets].flatMap(([index, met]) => (index >= first ? met : []));
    const total = outcomes.length;
    const ttftMet = outcomes.filter(([ttft]) => ttft).length;
    const tpotMet = outcomes.filter(([, tpot]) => tpot).length;
    const bothMet = outcomes.filter(([ttft, tpot]) => ttft && tpot).length;
    const ratio = (met: number) => (total === 0 ? null : met / total);
    const ratios = { ttftRatio: ratio(ttftMet), tpotRatio: ratio(tpotMet), bothRatio: ratio(bothMet) };
    return { total, ttftMet, tpotMet, bothMet, ...ratios };
  }

  evidence() {
    const { bucketS, retainedS } = this.spec;
    const oldestS = Math.min(...this.buckets.keys()) * bucketS;
    const isEmpty = this.buckets.size === 0;
    return {
      bucketS,
      retainedS,
      coveredS: isEmpty ? 0 : Math.min(retainedS, Math.max(0, this.clock.now() - oldestS)),
      buckets: this.buckets.size,
      outcomes: [...this.buckets.values()].flat().length,
      prunedBuckets: this.prunedBuckets,
      prunedOutcomes: this.prunedOutcomes,
    };
  }

  private drop(index: number, outcomes: readonly Met[]): void {
    this.buckets.delete(index);
    this.prunedBuckets += 1;
    this.prunedOutcomes += outcomes.length;
  }
}
