import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "narwhal-slo";

/** How often the event loop is looked at, which the histogram counts as a delay. */
const RESOLUTION_MS = 10;

/** Delays of timers that change what the gateway measures: of one in a hundred, and of the longest. */
const BUSY_MS = { p99: 100, longest: 500 };

/**
 * Prints every few seconds how the last ones went, and whether this machine was too busy to measure them.
 *
 * @returns what ends it
 */
export function startReport(pool: Pool, log: (line: string) => void, everyS = 10): () => void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    log(poolLine(pool, everyS));
    const late = lateLine(delays);
    if (late) log(late);
    delays.reset();
  }, everyS * 1000);
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}

function poolLine(pool: Pool, everyS: number): string {
  const { total, ttftRatio, tpotRatio } = pool.attainment(everyS);
  const { prefillDemand, decodeDemand, gaps } = pool.demand();
  const { prefill, decode } = pool.split();
  return (
    `last ${everyS} s: ${total} requests, TTFT met ${percent(ttftRatio)}, TPOT met ${percent(tpotRatio)}; demand ` +
    `${(prefillDemand ?? 0).toFixed(2)} of ${prefill} prefill and ${(decodeDemand ?? 0).toFixed(2)} of ${decode} decode engines` +
    `${gaps.length > 0 ? `, at least (${gaps.join(", ")})` : ""}`
  );
}

/** Null while the timers of this process come in time. @internal */
export function lateLine(delays: Pick<IntervalHistogram, "percentile" | "max">): string | null {
  const p99Ms = delays.percentile(99) / 1e6 - RESOLUTION_MS;
  const longestMs = delays.max / 1e6 - RESOLUTION_MS;
  if (p99Ms <= BUSY_MS.p99 && longestMs <= BUSY_MS.longest) return null;
  return (
    `this machine is too busy for the demo: timers came up to ${longestMs.toFixed(0)} ms late ` +
    `(99% within ${Math.max(0, p99Ms).toFixed(0)} ms), so TTFT and TPOT above may not be the engines'`
  );
}

function percent(ratio: number | null): string {
  return ratio === null ? "-" : `${Math.round(100 * ratio)}%`;
}
