/** Calls that the core and a package in its place share: both count requests in a sliding window. */
export interface Counter {
  record(tokens: number): void;
  /** A bucket of a second is over; for packages whose window is not moved by the machine's own clock. */
  nextBucket?(): void;
}

/** The window that all of them keep, in buckets of a second. */
export const WINDOW_S = 120;
