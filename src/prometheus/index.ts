export type { MetricsOptions, MetricsSource } from "../metrics/catalogue";
export type { PoolReading } from "../metrics/metric";
export { collectPoolMetrics } from "./collect";
