export type { MetricsOptions, MetricsSource } from "../metrics/catalogue";
export type { MetricsReading } from "../metrics/metric";
export { collectPoolMetrics } from "./collect";
