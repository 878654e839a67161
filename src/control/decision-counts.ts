import type { Decision } from "./decision";

/** What the counts need to go on elsewhere. */
export interface DecisionCounterState {
  readonly byResult: ReadonlyMap<string, number>;
  readonly byReason: ReadonlyMap<string, number>;
  readonly last: Decision | null;
}

/** Counts decisions, and keeps the last one. */
export class DecisionCounter {
  #byResult = new Map<string, number>();
  #byReason = new Map<string, number>();
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

  exportState(): DecisionCounterState {
    return { byResult: this.#byResult, byReason: this.#byReason, last: this.#last };
  }

  /** Goes on from another controller's counts. */
  importState({ byResult, byReason, last }: DecisionCounterState): void {
    this.#byResult = new Map(byResult);
    this.#byReason = new Map(byReason);
    this.#last = last;
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
