import type { Pool } from "../../src/index";

/** How long the host takes for a move. */
const MOVE_S = 2;
/** One move in so many fails. */
const FAILS = 8;

/** A host that moves engines as it is asked to, and says so; now and then it cannot. */
export class MoveHost {
  readonly #pool: Pool;
  #proposed: { readonly engine: string; readonly dueS: number } | null = null;
  #moves = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Answers the proposal that is due, if one is, and begins with the next. */
  step(nowS: number): void {
    const { pendingMove } = this.#pool;
    if (pendingMove === null) this.#proposed = null;
    else if (this.#proposed?.engine !== pendingMove.engine) {
      this.#proposed = { engine: pendingMove.engine, dueS: nowS + MOVE_S };
    } else if (nowS >= this.#proposed.dueS) this.#answer(pendingMove.engine);
  }

  #answer(engine: string): void {
    this.#moves += 1;
    if (this.#moves % FAILS === 0) this.#pool.moveFailed(engine);
    else this.#pool.moved(engine);
    this.#proposed = null;
  }
}
