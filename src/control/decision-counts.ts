import type { Decision } from "./decision";

/** Counts decisions, and keeps the last one. */
export class DecisionCounter {
  readonly #byResult = new Map<string, number>();
  readonly #byReason = new Map<string, number>();
  #last: Decision | null = null;

  count(decision: Decision): void {
    const { by, result, reason } = decision;
    increase(this.#byResult, `${by}:${result}`);
    increase(this.#byReason, `${by}:${result}:${reason}`);
    this.#last = decision;
  }

  /** Counts by `cause:result`. */
  get byResult(): ReadonlyMap<string, number> {
    return this.#byResult;
  }

  /** Counts by `cause:result:reason`. */
  get byReason(): ReadonlyMap<string, number> {
    return this.#byReason;
  }

  /** The last decision, null before one. */
  get last(): Decision | null {
    return this.#last;
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
