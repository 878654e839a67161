import { ignoreRejection } from "./callbacks";

/** Where the package gets the time from. It reads no other clock. */
export interface Clock {
  /**
   * Seconds, finite, on one monotonic time line of any origin. While it throws, or says anything else, calls of a pool
   * throw a `TimeError` and those of a handle count as `invalid_time`; nothing is changed. It must not call the pool.
   */
  now(): number;
}

/** Reads a clock; NaN where it throws, or returns anything but a number. The reader refuses or counts that. */
export function readClock(clock: Clock): number {
  try {
    const timeS: unknown = clock.now();
    if (typeof timeS === "number") return timeS;
    ignoreRejection(timeS);
    return Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/**
 * Seconds from `fromS` to `toS`: 0 where the clock went back, and never so many that a product with 0 could be NaN.
 */
export function elapsedS(fromS: number, toS: number): number {
  return toS > fromS ? Math.min(Number.MAX_VALUE, toS - fromS) : 0;
}

/** A clock that stands still until it is told to move: for simulations and tests. */
export interface ManualClock extends Clock {
  /** Moves to `timeS` (seconds); backwards too, as a broken clock would. */
  set(timeS: number): void;
  /** Moves on by `seconds`. */
  advance(seconds: number): void;
}

/**
 * The default clock: monotonic, on the scale of the Unix epoch, so that the windows of several processes line up.
 *
 * @example
 * const pool = await createPool({ ...options, clock: monotonicClock() });
 */
export function monotonicClock(): Clock {
  const originMs = performance.timeOrigin;
  return { now: () => (originMs + performance.now()) / 1000 };
}

/**
 * A clock for simulations and tests.
 *
 * @param startS the first time, in seconds
 * @example
 * const clock = manualClock(0);
 * const pool = await createPool({ ...options, clock });
 * clock.advance(1);
 */
export function manualClock(startS = 0): ManualClock {
  let timeS = startS;
  return {
    now: () => timeS,
    set(next) {
      timeS = next;
    },
    advance(seconds) {
      timeS += seconds;
    },
  };
}
