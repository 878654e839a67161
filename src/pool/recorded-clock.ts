import type { Clock } from "../clock";

/** A clock that shows the times of a log: each of them is right, wherever it jumps to. */
export class RecordedClock implements Clock {
  timeS: number;

  constructor(startS: number) {
    this.timeS = startS;
  }

  now(): number {
    return this.timeS;
  }
}
