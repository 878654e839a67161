import { REQUEST_ENDS, type RequestEnd } from "./events";
import { tpotS, ttftS } from "./judge";
import type { Lifecycle } from "./lifecycle";
import type { BucketSeries, SimulationBucket } from "./series";
import type { SimulatedEngine } from "./simulated-engine";

/** Ends of the requests, one column a field, in the order of the trace. */
export interface RequestRecords {
  /** Arrival in simulated seconds: the trace's, divided by the speed. */
  readonly arrivalS: Float64Array;
  /** Seconds from arrival to the client's first token (`firstTokenFrom`); NaN without one. */
  readonly ttftS: Float64Array;
  /** Seconds from arrival to the end of prefill, the router's TTFT; NaN without one. */
  readonly prefillEndS: Float64Array;
  /** Seconds per token after the first; NaN unless the request completed with 2 tokens or more. */
  readonly tpotS: Float64Array;
  /** Tokens that it got, the first one included. */
  readonly tokens: Uint32Array;
  /** When it ended, in simulated seconds; NaN while it has not. */
  readonly endS: Float64Array;
  /** How it ended: a place in {@link REQUEST_ENDS}, 0 while it has not (or has not even arrived). */
  readonly end: Uint8Array;
}

/** How many of the outcomes met their SLOs (semantics, section 2). */
export interface SimulatedAttainment {
  /** Requests that completed, failed, expired or were refused. */
  readonly total: number;
  readonly ttftMet: number;
  readonly tpotMet: number;
  readonly bothMet: number;
}

/** History of an engine's decode batch. */
export interface EngineRecord {
  readonly id: string;
  /** Decode iterations that it began. */
  readonly iterations: number;
  /** Those that began outside its profile's measured domain: residents grow after they joined. */
  readonly outsideIterations: number;
  /** The most KV tokens at the start of an iteration. */
  readonly peakKvTokens: number;
  /** Requests that the batch put out because it had outgrown its KV limit (`preemption`). */
  readonly preemptions: number;
}

/** Measurements of a simulation so far. */
export interface SimulationResults {
  /** Simulated seconds. */
  readonly timeS: number;
  /** Requests that have arrived: the sum of all `ends`. */
  readonly opened: number;
  /** How many of them ended in which way; `open`: not yet. */
  readonly ends: Readonly<Record<RequestEnd, number>>;
  readonly attainment: SimulatedAttainment;
  readonly requests: RequestRecords;
  readonly engines: readonly EngineRecord[];
  readonly buckets: readonly SimulationBucket[];
}

/** Puts the results together. */
export function collectResults(
  timeS: number,
  lifecycle: Lifecycle,
  series: BucketSeries,
  engines: readonly SimulatedEngine[],
): SimulationResults {
  const buckets = series.buckets();
  return {
    timeS,
    opened: lifecycle.openedCount,
    ends: countEnds(lifecycle),
    attainment: sumBuckets(buckets),
    requests: requestRecords(lifecycle),
    engines: engines.map(({ id, preemptions, decode: { iterations, outsideIterations, peakKvTokens } }) => ({
      id,
      iterations,
      outsideIterations,
      peakKvTokens,
      preemptions,
    })),
    buckets,
  };
}

function countEnds({ progress, openedCount }: Lifecycle): Record<RequestEnd, number> {
  const counts = REQUEST_ENDS.map(() => 0);
  for (const end of progress.end.subarray(0, openedCount)) counts[end] = (counts[end] as number) + 1;
  return Object.fromEntries(REQUEST_ENDS.map((name, code) => [name, counts[code]])) as Record<RequestEnd, number>;
}

function sumBuckets(buckets: readonly SimulationBucket[]): SimulatedAttainment {
  const sum = (field: "outcomes" | "ttftMet" | "tpotMet" | "bothMet") =>
    buckets.reduce((total, bucket) => total + bucket[field], 0);
  return { total: sum("outcomes"), ttftMet: sum("ttftMet"), tpotMet: sum("tpotMet"), bothMet: sum("bothMet") };
}

function requestRecords({ workload, progress }: Lifecycle): RequestRecords {
  const each = (value: (request: number) => number) =>
    Float64Array.from({ length: workload.count }, (_, i) => value(i));
  return {
    arrivalS: workload.arrivalS.slice(),
    ttftS: each((request) => ttftS(request, workload, progress)),
    prefillEndS: progress.prefillEndS.map((endS, request) => endS - (workload.arrivalS[request] as number)),
    tpotS: each((request) => tpotS(request, workload, progress)),
    tokens: progress.tokens.slice(),
    endS: progress.endS.slice(),
    end: progress.end.slice(),
  };
}
