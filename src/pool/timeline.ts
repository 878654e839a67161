import { checkTime } from "../check";
import { type Clock, readClock } from "../clock";

/** One moment, on both clocks. Times are measured from it, so that not a bit is lost at it. */
interface Moment {
  readonly routerS: number;
  readonly poolS: number;
}

/** Treatment of a clock that jumps. */
export interface TimelineOptions {
  /** Seconds that the clock may go on between two readings before it is doubted. Default: as many as it likes. */
  readonly mostStepS?: number;
  /** Told of each jump of the clock. */
  readonly onJump?: (kind: ClockJump) => void;
  /** Takes every reading as it is: for a clock that repeats the times of a log. Default false. */
  readonly exact?: boolean;
}

/** The clock went back, or further ahead than is believed at once. */
export type ClockJump = "clock_back" | "clock_ahead";

/** A jump ahead that nothing has confirmed yet, and what held before it. */
interface Doubt {
  readonly moment: Moment | null;
  readonly routerS: number;
  passes: number;
}

/** Passes that have to see a clock ahead before it is believed: one alone may be a wild reading. */
const BELIEVED_PASSES = 2;

/**
 * The time of a pool: that of its router's clock, and, from a restore on, that of the pool whose accounts it goes on
 * with. The only place that turns the one into the other.
 *
 * It never goes back: after a step back of the clock it goes on from where it stood, by the clock's steps. While passes
 * are made, a jump ahead is doubted in the same way: where the clock comes back, nothing was lost; where a second pass
 * still sees it ahead, the process was suspended, and the pool's time follows.
 */
export class Timeline implements Clock {
  readonly #clock: Clock;
  readonly #mostStepS: number;
  readonly #exact: boolean;
  readonly #onJump: (kind: ClockJump) => void;
  #moment: Moment | null = null;
  #routerS = Number.NaN;
  #passS = Number.NaN;
  #doubt: Doubt | null = null;

  constructor(
    clock: Clock,
    { mostStepS = Number.POSITIVE_INFINITY, onJump = () => {}, exact = false }: TimelineOptions = {},
  ) {
    this.#clock = clock;
    this.#mostStepS = mostStepS;
    this.#onJump = onJump;
    this.#exact = exact;
  }

  /** Seconds that the pool's time is ahead of the router's clock: 0 until a restore, or a jump of the clock. */
  get offsetS(): number {
    return this.#moment === null ? 0 : this.#moment.poolS - this.#moment.routerS;
  }

  /** The pool's time now; not finite where the clock's is not. */
  now(): number {
    const routerS = readClock(this.#clock);
    const stepS = routerS - this.#routerS;
    // Rare steps have a function of their own: V8 inlines small ones.
    if (!(stepS >= 0 && stepS <= this.#mostStepS)) this.#jump(routerS, stepS);
    else this.#routerS = routerS;
    return this.#moment === null ? routerS : shifted(this.#moment, routerS);
  }

  /** The pool's time now. @throws TimeError where the clock's time is not finite */
  checkedNow(): number {
    const nowS = this.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }

  /** A pass begins: what it reads is later believed, or not. The pool's time now. @throws TimeError */
  passNow(): number {
    const nowS = this.checkedNow();
    this.#passS = this.#routerS;
    if (this.#doubt === null) return nowS;
    this.#doubt.passes += 1;
    if (this.#doubt.passes < BELIEVED_PASSES) return nowS;
    this.#moment = this.#doubt.moment;
    this.#doubt = null;
    return this.checkedNow();
  }

  /** The pool's time at a time that the router gives, if it does. What is no finite time stays as it is. */
  at(routerS: number | undefined): number | undefined {
    if (routerS === undefined || routerS === null) return undefined;
    return this.#moment === null ? routerS : shifted(this.#moment, routerS);
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
    this.#goOn(routerS, poolS);
    this.#doubt = null;
  }

  #jump(routerS: number, stepS: number): void {
    if (!Number.isFinite(routerS)) return;
    const stoodS = this.#stoodS();
    if (this.#exact || Number.isNaN(stoodS)) this.#routerS = routerS;
    else if (stepS < 0) this.#goBack(routerS, stoodS);
    else this.#goAhead(routerS, stoodS);
  }

  #goBack(routerS: number, stoodS: number): void {
    const doubt = this.#doubt;
    this.#doubt = null;
    // Back from a wild reading: as if it had never been.
    if (doubt !== null && routerS >= doubt.routerS && poolTime(doubt.moment, routerS) >= stoodS) {
      this.#moment = doubt.moment;
      this.#routerS = routerS;
      return;
    }
    if (doubt === null || routerS < doubt.routerS) this.#onJump("clock_back");
    this.#goOn(routerS, stoodS);
  }

  #goAhead(routerS: number, stoodS: number): void {
    // Without passes nobody would confirm it, and a pool may well be idle for hours.
    if (!(this.#routerS - this.#passS <= this.#mostStepS)) {
      this.#routerS = routerS;
      return;
    }
    this.#onJump("clock_ahead");
    this.#doubt ??= { moment: this.#moment, routerS: this.#routerS, passes: 0 };
    this.#goOn(routerS, stoodS);
  }

  /** The pool's time at the last reading, NaN before one. */
  #stoodS(): number {
    return poolTime(this.#moment, this.#routerS);
  }

  #goOn(routerS: number, poolS: number): void {
    this.#routerS = routerS;
    this.#moment = { routerS, poolS };
  }
}

function poolTime(moment: Moment | null, routerS: number): number {
  return moment === null ? routerS : shifted(moment, routerS);
}

function shifted({ routerS: fromS, poolS }: Moment, routerS: number): number {
  return Number.isFinite(routerS) ? routerS - fromS + poolS : routerS;
}
