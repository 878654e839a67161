import type { Clock } from "../src/index";

/** Something to time. It is set up once; `run` does `operations` of it and returns what must not be optimized away. */
export interface Workload {
  readonly operations: number;
  /** Work that has to happen before each run, and is not timed. */
  readonly before?: () => void;
  run(): number;
}

/** Arrivals of one per millisecond: a thousand in each bucket of a second. */
export const ARRIVAL_STEP_S = 0.001;

/** On the scale of the default clock. */
export const START_S = 1.7e9;

/** A manual clock that costs next to nothing to move: it is not what is timed. */
export class SteadyClock implements Clock {
  timeS = START_S;

  now(): number {
    return this.timeS;
  }
}

/** Distinct lengths, as far apart as those of prompts. */
export function lengths(count: number): number[] {
  return Array.from({ length: count }, (_, i) => 100 + i * 37);
}
