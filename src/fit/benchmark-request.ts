import type { DecodePoint, PrefillPoint } from "./measurements";

/** A request of a benchmark that has completed: times in seconds of any one clock. */
export interface BenchmarkRequest {
  readonly startS: number;
  readonly ttftS: number;
  /** Mean interval between two of its tokens; 0 with one token. */
  readonly intervalS: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The requests of one run: nothing else was sent to the engine meanwhile. */
export type BenchmarkRun = readonly BenchmarkRequest[];

/** Part of a decode that others' prefills may take before its interval says nothing about decode. */
const DISTURBED = 0.05;

/** A prefill time of each request that was alone until its first token. */
export function prefillPoints(run: BenchmarkRun): PrefillPoint[] {
  const alone = run.filter((request) =>
    others(run, request).every((other) => endOf(other) <= request.startS || other.startS >= firstOf(request)),
  );
  return alone.map(({ inputTokens, ttftS }) => ({ inputTokens, seconds: ttftS }));
}

/**
 * An interval of each request that decoded without others' prefills. A profile is linear in requests and KV tokens, so
 * that their means over the time of a request give its mean interval.
 */
export function decodePoints(run: BenchmarkRun): DecodePoint[] {
  const decoding = run.filter(({ outputTokens, intervalS }) => outputTokens > 1 && intervalS > 0);
  return decoding.filter((request) => !isDisturbed(run, request)).map((request) => decodePoint(run, request));
}

function decodePoint(run: BenchmarkRun, request: BenchmarkRequest): DecodePoint {
  const fromS = firstOf(request);
  const toS = endOf(request);
  const shares = run.map((other) => {
    const beginS = Math.max(fromS, firstOf(other));
    const endS = Math.min(toS, endOf(other));
    const share = Math.max(0, endS - beginS) / (toS - fromS);
    const tokensAt = (timeS: number) => 1 + (timeS - firstOf(other)) / (other.intervalS || 1);
    return { share, kvTokens: share > 0 ? share * (other.inputTokens + tokensAt((beginS + endS) / 2)) : 0 };
  });
  return {
    requests: sumOf(shares, ({ share }) => share),
    kvTokens: sumOf(shares, ({ kvTokens }) => kvTokens),
    seconds: request.intervalS,
  };
}

function isDisturbed(run: BenchmarkRun, request: BenchmarkRequest): boolean {
  const fromS = firstOf(request);
  const toS = endOf(request);
  const prefillS = sumOf(others(run, request), (other) =>
    Math.max(0, Math.min(toS, firstOf(other)) - Math.max(fromS, other.startS)),
  );
  return prefillS > DISTURBED * (toS - fromS);
}

function others(run: BenchmarkRun, request: BenchmarkRequest): BenchmarkRequest[] {
  return run.filter((other) => other !== request);
}

function firstOf({ startS, ttftS }: BenchmarkRequest): number {
  return startS + ttftS;
}

function endOf(request: BenchmarkRequest): number {
  return firstOf(request) + request.intervalS * (request.outputTokens - 1);
}

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}
