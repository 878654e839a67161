export type { MetricsOptions, MetricsSource } from "../metrics/catalogue";
export { collectPoolMetrics } from "./collect";
