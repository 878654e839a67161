import type { Attributes, BatchObservableResult, Meter, Observable } from "@opentelemetry/api";
import {
  DECISION_SECONDS,
  DEFAULT_PREFIX,
  type MetricsOptions,
  type MetricsSource,
  metricsOf,
  readingOf,
} from "../metrics/catalogue";
import { type Metric, type MetricsReading, samplesOf } from "../metrics/metric";

/** Options of an observation. */
export interface ObserveOptions extends MetricsOptions {
  /** Attributes of every series: what tells several pools of one meter apart. Default: none. */
  readonly attributes?: Attributes;
}

/**
 * Makes the metrics of a pool observable instruments of a meter. The pool is read when the meter collects, and at no
 * other time. Names are those of docs/metrics.md without `_total`; the histogram of decision times, which cannot be
 * observed as one, is three counters: `_bucket` by `le`, `_sum` and `_count`.
 *
 * @returns what ends the observation
 * @example
 * const meter = meterProvider.getMeter("router");
 * observePoolMetrics(pool, meter);
 */
export function observePoolMetrics(source: MetricsSource, meter: Meter, options: ObserveOptions = {}): () => void {
  const { prefix = DEFAULT_PREFIX, attributes = {} } = options;
  const metrics = metricsOf(options).map((metric) => ({ metric, instrument: instrumentOf(meter, prefix, metric) }));
  const times = decisionTimes(meter, prefix);
  const instruments: Observable[] = [...metrics.map(({ instrument }) => instrument), ...Object.values(times)];
  const observe = (result: BatchObservableResult) => {
    const reading = readingOf(source);
    for (const { metric, instrument } of metrics) {
      for (const { labels, value } of samplesOf(metric, reading))
        result.observe(instrument, value, { ...attributes, ...labels });
    }
    observeTimes(result, times, reading, attributes);
  };
  meter.addBatchObservableCallback(observe, instruments);
  return () => meter.removeBatchObservableCallback(observe, instruments);
}

function instrumentOf(meter: Meter, prefix: string, { name, type, unit, help }: Metric): Observable {
  const options = { description: help, unit: UNITS[unit] ?? (unit && `{${unit.replace(/s$/, "")}}`) };
  if (type === "gauge") return meter.createObservableGauge(prefix + name, options);
  return meter.createObservableCounter(prefix + name.replace(/_total$/, ""), options);
}

/** Units as UCUM has them; what is counted stands in braces. */
const UNITS: Readonly<Record<string, string>> = { s: "s", bytes: "By", ratio: "1" };

type DecisionTimes = Readonly<Record<"buckets" | "sum" | "count", Observable>>;

function decisionTimes(meter: Meter, prefix: string): DecisionTimes {
  const name = prefix + DECISION_SECONDS.name;
  const counter = (end: string, unit: string) =>
    meter.createObservableCounter(`${name}_${end}`, { description: DECISION_SECONDS.help, unit });
  return {
    buckets: counter("bucket", "{decision}"),
    sum: counter("sum", "s"),
    count: counter("count", "{decision}"),
  };
}

function observeTimes(
  result: BatchObservableResult,
  times: DecisionTimes,
  { state }: MetricsReading,
  attributes: Attributes,
): void {
  const { count, sum_s, buckets } = state.decision_times;
  for (const [le, value] of Object.entries({ ...buckets, "+Inf": count })) {
    result.observe(times.buckets, value ?? 0, { ...attributes, le });
  }
  result.observe(times.sum, sum_s ?? 0, attributes);
  result.observe(times.count, count ?? 0, attributes);
}
