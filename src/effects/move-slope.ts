/** Gains of moves, beside what was predicted. */
export interface SlopeState {
  /** Moves that were measured and predicted. */
  readonly moves: number;
  /** Means of the newest ones. */
  readonly predictedGain: number;
  readonly gain: number;
  /** Gained per predicted: 1 is as predicted, 0 is nothing, below 0 moves do harm; null before one. */
  readonly slope: number | null;
}

/** Share of their weight that moves keep when another one is measured: the last 50 or so count. */
const KEPT = 0.98;

/** The slope of gains over predicted gains: a least-squares line through nothing gained for nothing predicted. */
export class MoveSlope {
  #moves = 0;
  #weight = 0;
  #predicted = 0;
  #gained = 0;
  #products = 0;
  #squares = 0;

  /** Counts a move; null for what is not known of it: it does not count. */
  add(predicted: number | null, gained: number | null): void {
    if (predicted === null || gained === null) return;
    this.#moves += 1;
    this.#weight = this.#weight * KEPT + 1;
    this.#predicted = this.#predicted * KEPT + predicted;
    this.#gained = this.#gained * KEPT + gained;
    this.#products = this.#products * KEPT + predicted * gained;
    this.#squares = this.#squares * KEPT + predicted * predicted;
  }

  state(): SlopeState {
    const weight = this.#weight || 1;
    return {
      moves: this.#moves,
      predictedGain: this.#predicted / weight,
      gain: this.#gained / weight,
      slope: this.#squares > 0 ? this.#products / this.#squares : null,
    };
  }
}
