import type { PoolDemand } from "../pool/pool-demand";
import type { StateDocument } from "../pool/state";
import type { DesiredEngines } from "../scaling/desired";

/** Labels of one series. */
export type Labels = Readonly<Record<string, string>>;

/** Inputs of metrics: a pool at one moment. */
export interface MetricsReading {
  readonly state: StateDocument;
  readonly demand: PoolDemand;
  readonly desired: DesiredEngines;
}

/** One metric of a pool. All its series are named here, so nothing that comes in can add another. */
export interface Metric {
  /** Its name without the prefix; that of a counter ends with `_total`. */
  readonly name: string;
  readonly type: "counter" | "gauge";
  /** Unit of its values: `s`, `ratio`, or what is counted. */
  readonly unit: string;
  readonly help: string;
  /** The labels of each series; one empty set of labels where it has only one. */
  readonly series: readonly Labels[];
  /** The value of a series; what is not a finite number is left out. */
  read(reading: MetricsReading, labels: Labels): number | null;
}

/** A value of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** The values that a metric has now: undefined ones are absent. */
export function samplesOf(metric: Metric, reading: MetricsReading): Sample[] {
  return metric.series.flatMap((labels) => {
    const value = metric.read(reading, labels);
    return value !== null && Number.isFinite(value) ? [{ labels, value }] : [];
  });
}

/** Names of the labels of a metric. */
export function labelNames({ series }: Metric): string[] {
  return Object.keys(series[0] ?? {});
}

/** One series for each value of a label. */
export function each<const Name extends string, const Value extends string>(name: Name, values: readonly Value[]) {
  return values.map((value) => ({ [name]: value }) as { readonly [Key in Name]: Value });
}

/** A metric with labels: `each` gives its series. */
export function labelled<L extends Labels>(
  definition: Omit<Metric, "series" | "read"> & {
    readonly series: readonly L[];
    read(reading: MetricsReading, labels: L): number | null | undefined;
  },
): Metric {
  const { read, ...rest } = definition;
  return { ...rest, read: (reading, labels) => read(reading, labels as L) ?? null };
}

/** A gauge without labels. */
export function gauge(
  name: string,
  unit: string,
  help: string,
  read: (reading: MetricsReading) => number | null,
): Metric {
  return { name, type: "gauge", unit, help, series: [{}], read };
}

/** A counter without labels. */
export function counter(
  name: string,
  unit: string,
  help: string,
  read: (reading: MetricsReading) => number | null,
): Metric {
  return { name, type: "counter", unit, help, series: [{}], read };
}
