import type { Cause, REFUSAL_REASONS } from "../decision/reasons";
import type { Engine } from "../fleet";
import type { Phase, Role } from "../roles";

/** A move that was not made. */
export interface Refusal {
  readonly atS: number;
  readonly target: Role;
  readonly by: Cause;
  readonly reason: (typeof REFUSAL_REASONS)[number];
}

/** Counts of moves. */
export interface MoveCounts {
  /** Applied moves by `cause:role`. */
  readonly moves: ReadonlyMap<string, number>;
  /** Moves of an engine to another role than its last move's. */
  readonly reversals: number;
  readonly refusals: number;
  /** Residents that the moved engines held at their moves, by phase. */
  readonly inflight: Readonly<Record<Phase, number>>;
  /** The newest refusals, the last one newest. */
  readonly newestRefusals: readonly Refusal[];
}

/** How many refusals are kept, the newest. */
export const NEWEST_REFUSALS = 20;

/** Counts moves and refusals. */
export class MoveCounter {
  #moves = new Map<string, number>();
  #inflight = { prefill: 0, decode: 0 };
  #newest: Refusal[] = [];
  #refusals = 0;
  #reversals = 0;

  /** @param reversal whether its last move was from the target role */
  move(donor: Engine, target: Role, by: Cause, reversal: boolean): void {
    if (reversal) this.#reversals += 1;
    this.#inflight.prefill += donor.prefillRequests;
    this.#inflight.decode += donor.decodeRequests;
    const key = `${by}:${target}`;
    this.#moves.set(key, (this.#moves.get(key) ?? 0) + 1);
  }

  refusal(refusal: Refusal): void {
    this.#refusals += 1;
    this.#newest.push(refusal);
    if (this.#newest.length > NEWEST_REFUSALS) this.#newest.shift();
  }

  counts(): MoveCounts {
    return {
      moves: this.#moves,
      reversals: this.#reversals,
      refusals: this.#refusals,
      inflight: this.#inflight,
      newestRefusals: this.#newest,
    };
  }

  /** Goes on from other counts. */
  importCounts({ moves, inflight, newestRefusals, refusals, reversals }: MoveCounts): void {
    this.#moves = new Map(moves);
    this.#inflight = { ...inflight };
    this.#newest = [...newestRefusals];
    this.#refusals = refusals;
    this.#reversals = reversals;
  }
}
