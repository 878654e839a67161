import { Counter, Gauge, type Registry } from "prom-client";
import { ArgumentError } from "../errors";
import { DEFAULT_PREFIX, type MetricsOptions, type MetricsSource, metricsOf, readerOf } from "../metrics/catalogue";
import { labelNames, type Metric, type MetricsReading, samplesOf } from "../metrics/metric";
import { DecisionHistogram } from "./decision-histogram";

/**
 * Puts the metrics of a pool into a registry of prom-client. The pool is read when the registry is scraped, once per
 * scrape, and at no other time. The number of series is fixed; what is undefined is absent. docs/metrics.md lists them.
 *
 * For several pools give each a registry of its own, with `setDefaultLabels`, and answer a scrape with
 * `AggregatorRegistry.aggregate` of their `getMetricsAsJSON()`.
 *
 * @returns what takes them out again
 * @throws ArgumentError for a prefix that no name can begin with, Error of prom-client where a name is taken
 * @example
 * const registry = new Registry();
 * collectPoolMetrics(pool, registry);
 * await registry.metrics();
 */
export function collectPoolMetrics(
  source: MetricsSource,
  registry: Registry,
  options: MetricsOptions = {},
): () => void {
  const { prefix = DEFAULT_PREFIX } = options;
  if (!/^[a-zA-Z_][a-zA-Z0-9_]*$|^$/.test(prefix)) {
    throw new ArgumentError("prefix", "must be letters, digits and underscores, no digit first", prefix);
  }
  const read = readerOf(source);
  const names: string[] = [];
  const remove = () => {
    for (const name of names) registry.removeSingleMetric(name);
  };
  try {
    for (const metric of metricsOf(options)) {
      collect(metric, prefix, registry, read);
      names.push(prefix + metric.name);
    }
    names.push(new DecisionHistogram(prefix, registry, read).metricName);
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

function collect(metric: Metric, prefix: string, registry: Registry, read: () => MetricsReading): void {
  const { name, help, type } = metric;
  const configuration = { name: prefix + name, help, labelNames: labelNames(metric), registers: [registry] };
  const fill = (add: (labels: Record<string, string>, value: number) => void) => {
    for (const { labels, value } of samplesOf(metric, read())) add(labels, value);
  };
  if (type === "counter") {
    new Counter({
      ...configuration,
      collect() {
        empty(this, metric);
        fill((labels, value) => this.inc(labels, value));
      },
    });
  } else {
    new Gauge({
      ...configuration,
      collect() {
        empty(this, metric);
        fill((labels, value) => this.set(labels, value));
      },
    });
  }
}

/** A reset would leave a metric without labels at 0: what is undefined must be absent. */
function empty(collector: { reset(): void; remove(): void }, metric: Metric): void {
  if (labelNames(metric).length > 0) collector.reset();
  else collector.remove();
}
