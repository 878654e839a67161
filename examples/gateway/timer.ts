import { setTimeout as sleep } from "node:timers/promises";

/** Where simulated work takes its time from. */
export interface Timer {
  nowMs(): number;
  /**
   * Waits until a time. Who counts on from that time, and not from when the wait was over, is late by one wait at most
   * and not by the sum of all.
   */
  until(timeMs: number, signal?: AbortSignal): Promise<void>;
}

/** The timer of the system. */
export const SYSTEM_TIMER: Timer = {
  nowMs: () => performance.now(),
  until: (timeMs, signal) => sleep(Math.max(0, timeMs - performance.now()), undefined, signal && { signal }),
};
