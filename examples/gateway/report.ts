import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "narwhal-slo";

/** How often a line is printed. */
const EVERY_S = 10;

/** How often the event loop is looked at, which the histogram counts as a delay. */
const RESOLUTION_MS = 10;

/** Delays of timers that change what the gateway measures: of one in a hundred, and of the longest. */
const BUSY_MS = { p99: 50, longest: 250 };

/**
 * Prints how the last 10 s went, and whether this machine was too busy to measure them.
 *
 * @returns what ends it
 */
export function startReport(pool: Pool, log: (line: string) => void): () => void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    log(poolLine(pool));
    const late = lateLine(delays);
    if (late) log(late);
    delays.reset();
  }, EVERY_S * 1000);
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}

function poolLine(pool: Pool): string {
  const { total, ttftRatio, tpotRatio } = pool.attainment(EVERY_S);
  const { prefillEngines, decodeEngines } = pool.demand();
  const { prefill, decode } = pool.split();
  return (
    `last ${EVERY_S} s: ${total} requests, TTFT met ${percent(ttftRatio)}, TPOT met ${percent(tpotRatio)}; ` +
    `prefill ${engines(prefillEngines)} of ${prefill} engines needed, decode ${engines(decodeEngines)} of ${decode}`
  );
}

/** Null while the timers of this process come in time. @internal */
export function lateLine(delays: Pick<IntervalHistogram, "percentile" | "max">): string | null {
  const p99Ms = delays.percentile(99) / 1e6 - RESOLUTION_MS;
  const longestMs = delays.max / 1e6 - RESOLUTION_MS;
  if (p99Ms <= BUSY_MS.p99 && longestMs <= BUSY_MS.longest) return null;
  return (
    `this machine is too busy for the demo: timers came up to ${longestMs.toFixed(0)} ms late ` +
    `(99% within ${Math.max(0, p99Ms).toFixed(0)} ms), so TTFT and TPOT of the last ${EVERY_S} s are not the engines'`
  );
}

function percent(ratio: number | null): string {
  return ratio === null ? "-" : `${Math.round(100 * ratio)}%`;
}

function engines(count: number | null): string {
  return count === null ? "-" : count.toFixed(2);
}
