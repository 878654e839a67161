import { build, type Histogram } from "hdr-histogram-js";

/** Latencies in microseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Latencies of one kind of call: of the time since the last report, and of the whole run. */
export class Latencies {
  readonly #recent = histogram();
  readonly #all = histogram();

  record(seconds: number): void {
    // Whole nanoseconds; a clock that steps back has measured nothing.
    const ns = Math.max(0, Math.round(seconds * 1e9));
    this.#recent.recordValue(ns);
    this.#all.recordValue(ns);
  }

  /** Of the time since this was asked last. */
  takeRecent(): Percentiles {
    const recent = percentilesOf(this.#recent);
    this.#recent.reset();
    return recent;
  }

  all(): Percentiles {
    return percentilesOf(this.#all);
  }
}

function histogram(): Histogram {
  return build({ lowestDiscernibleValue: 1, highestTrackableValue: 60e9, numberOfSignificantValueDigits: 3 });
}

function percentilesOf(times: Histogram): Percentiles {
  const us = (percentile: number) => times.getValueAtPercentile(percentile) / 1000;
  return { p50: us(50), p99: us(99), p999: us(99.9), max: times.maxValue / 1000 };
}
