import { CONTROLLER_METRICS } from "./controller-metrics";
import { DEMAND_METRICS } from "./demand-metrics";
import { evidenceMetrics } from "./evidence-metrics";
import { FLEET_METRICS } from "./fleet-metrics";
import { LEARNING_METRICS } from "./learning-metrics";
import type { Metric, MetricsReading } from "./metric";
import { REQUEST_METRICS } from "./request-metrics";
import { SCALING_METRICS } from "./scaling-metrics";

/** A source of metrics: a pool, or anything that answers as one. */
export interface MetricsSource {
  state(): MetricsReading["state"];
  demand(): MetricsReading["demand"];
  desired(): MetricsReading["desired"];
}

/** Options of exporters. */
export interface MetricsOptions {
  /** Prefix of the names: letters, digits and underscores. Default `narwhal_`. */
  readonly prefix?: string;
  /** Kinds of `recordRisk` that the router has; further ones count as `other`. Default: none of its own. */
  readonly riskKinds?: readonly string[];
}

/** The histogram of decision times; its buckets are those of `state().decision_times`. */
export const DECISION_SECONDS = {
  name: "controller_decision_seconds",
  help: "How long the passes and urgent steps took that decided, by the clock of the pool.",
} as const;

/** All counters and gauges of a pool. */
export function metricsOf({ riskKinds = [] }: MetricsOptions): readonly Metric[] {
  return [
    ...REQUEST_METRICS,
    ...DEMAND_METRICS,
    ...evidenceMetrics(riskKinds),
    ...CONTROLLER_METRICS,
    ...LEARNING_METRICS,
    ...SCALING_METRICS,
    ...FLEET_METRICS,
  ];
}

/** Prefix of the names unless the exporter has another. */
export const DEFAULT_PREFIX = "narwhal_";

/** Reads a source now. */
export function readingOf(source: MetricsSource): MetricsReading {
  return { state: source.state(), demand: source.demand(), desired: source.desired() };
}

/** Reads a source once for all metrics of one scrape. */
export function readerOf(source: MetricsSource): () => MetricsReading {
  let reading: MetricsReading | null = null;
  return () => {
    if (reading) return reading;
    reading = readingOf(source);
    // The collectors of one scrape run in one turn of the event loop: the next turn reads anew.
    queueMicrotask(() => {
      reading = null;
    });
    return reading;
  };
}
