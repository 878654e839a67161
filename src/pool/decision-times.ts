/** Upper bounds of the buckets that the times of decisions are counted in, in seconds; one more has no bound. */
export const DECISION_BOUNDS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25] as const;

/** How long decisions took. */
export interface DecisionTimeCounts {
  readonly count: number;
  readonly sumS: number;
  /** By upper bound in seconds: how many took at most that long. */
  readonly buckets: ReadonlyMap<string, number>;
}

/** Counts how long the passes and urgent steps of this process took that decided something, since its last restore. */
export class DecisionTimes {
  readonly #buckets = new Float64Array(DECISION_BOUNDS_S.length);
  #count = 0;
  #sumS = 0;

  /** A clock that says nothing, or goes back, has measured nothing. */
  record(seconds: number): void {
    if (!Number.isFinite(seconds) || seconds < 0) return;
    this.#count += 1;
    this.#sumS += seconds;
    const bucket = DECISION_BOUNDS_S.findIndex((boundS) => seconds <= boundS);
    if (bucket >= 0) this.#buckets[bucket] = (this.#buckets[bucket] as number) + 1;
  }

  /** Forgets what was counted: another pool's accounts were restored. */
  clear(): void {
    this.#buckets.fill(0);
    this.#count = 0;
    this.#sumS = 0;
  }

  counts(): DecisionTimeCounts {
    let below = 0;
    const buckets = new Map<string, number>();
    for (const [index, boundS] of DECISION_BOUNDS_S.entries()) {
      below += this.#buckets[index] as number;
      buckets.set(String(boundS), below);
    }
    return { count: this.#count, sumS: this.#sumS, buckets };
  }
}
