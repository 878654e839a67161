import type { Decision } from "./decision";

/** State of the counts, for a handoff. */
export interface DecisionCounterState {
  readonly byReason: ReadonlyMap<string, number>;
  readonly last: Decision | null;
}

/** How many decisions are kept, the newest. */
export const NEWEST_DECISIONS = 100;

/** Counts decisions, and keeps the newest. */
export class DecisionCounter {
  #byReason = new Map<string, number>();
  #newest: Decision[] = [];

  count(decision: Decision): void {
    const { by, result, reason } = decision;
    increase(this.#byReason, `${by}:${result}:${reason}`, 1);
    this.#newest.push(decision);
    if (this.#newest.length > NEWEST_DECISIONS) this.#newest.shift();
  }

  /** Counts by `cause:result`. */
  get byResult(): ReadonlyMap<string, number> {
    const byResult = new Map<string, number>();
    for (const [key, count] of this.#byReason) increase(byResult, key.slice(0, key.lastIndexOf(":")), count);
    return byResult;
  }

  /** Counts by `cause:result:reason`. */
  get byReason(): ReadonlyMap<string, number> {
    return this.#byReason;
  }

  /** The last decision, null before one. */
  get last(): Decision | null {
    return this.#newest.at(-1) ?? null;
  }

  /** The newest decisions, the last one newest. */
  get newest(): readonly Decision[] {
    return this.#newest;
  }

  /** @internal All that it needs to go on elsewhere. */
  exportState(): DecisionCounterState {
    return { byReason: this.#byReason, last: this.last };
  }

  /** @internal Goes on from another controller's counts. */
  importState({ byReason, last }: DecisionCounterState): void {
    this.#byReason = new Map(byReason);
    this.#newest = last ? [last] : [];
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
