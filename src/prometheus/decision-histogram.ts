import { Histogram, type MetricObjectWithValues, type MetricValueWithName, type Registry } from "prom-client";
import { DECISION_SECONDS } from "../metrics/catalogue";
import type { MetricsReading } from "../metrics/metric";

/** The histogram of decision times. The pool has counted them: nothing is observed here. */
export class DecisionHistogram extends Histogram {
  readonly metricName: string;
  readonly #read: () => MetricsReading;

  constructor(prefix: string, registry: Registry, read: () => MetricsReading) {
    const name = prefix + DECISION_SECONDS.name;
    super({ name, help: DECISION_SECONDS.help, registers: [registry] });
    this.metricName = name;
    this.#read = read;
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const head = { name: this.metricName, help: DECISION_SECONDS.help, type: "histogram", aggregator: "sum" };
    return { ...head, values: this.#values() } as unknown as MetricObjectWithValues<MetricValueWithName<string>>;
  }

  /** Called by a registry in place of `get` for its text. */
  async getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    return this.get();
  }

  #values(): MetricValueWithName<string>[] {
    const { count, sum_s, buckets } = this.#read().state.decision_times;
    const below = (le: string, value: number | null) => ({
      metricName: `${this.metricName}_bucket`,
      labels: { le },
      value: value ?? 0,
    });
    return [
      ...Object.entries(buckets).map(([le, value]) => below(le, value)),
      below("+Inf", count),
      { metricName: `${this.metricName}_sum`, labels: {}, value: sum_s ?? 0 },
      { metricName: `${this.metricName}_count`, labels: {}, value: count ?? 0 },
    ];
  }
}
