import { checkTime } from "../check";
import { type Clock, readClock } from "../clock";

/** One moment, on both clocks. Times are measured from it, so that not a bit is lost at it. */
interface Moment {
  readonly routerS: number;
  readonly poolS: number;
}

/**
 * The time of a pool: that of its router's clock, and, from a restore on, that of the pool whose accounts it goes on
 * with. The only place that turns the one into the other.
 */
export class Timeline implements Clock {
  readonly #clock: Clock;
  #restored: Moment | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds that the pool's time is ahead of the router's clock: 0 until a restore. */
  get offsetS(): number {
    return this.#restored === null ? 0 : this.#restored.poolS - this.#restored.routerS;
  }

  /** The pool's time now; not finite where the clock's is not. */
  now(): number {
    const routerS = readClock(this.#clock);
    return this.#restored === null ? routerS : shifted(this.#restored, routerS);
  }

  /** The pool's time now. @throws TimeError where the clock's time is not finite */
  checkedNow(): number {
    const nowS = this.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }

  /** The pool's time at a time that the router gives, if it does. What is no finite time stays as it is. */
  at(routerS: number | undefined): number | undefined {
    if (routerS === undefined || routerS === null) return undefined;
    return this.#restored === null ? routerS : shifted(this.#restored, routerS);
  }

  /**
   * From here on it is `poolS` now.
   *
   * @throws TimeError where the clock's time is not finite, or the offset is not
   */
  goOnAt(poolS: number): void {
    const routerS = readClock(this.#clock);
    checkTime("clock.now()", routerS);
    checkTime("the offset of the clock", poolS - routerS);
    this.#restored = { routerS, poolS };
  }
}

function shifted({ routerS: fromS, poolS }: Moment, routerS: number): number {
  return Number.isFinite(routerS) ? routerS - fromS + poolS : routerS;
}
