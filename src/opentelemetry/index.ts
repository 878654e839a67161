export type { MetricsOptions, MetricsSource } from "../metrics/catalogue";
export type { MetricsReading } from "../metrics/metric";
export { type GenAiAttributes, type GenAiOptions, type GenAiRequest, GenAiServerMetrics } from "./gen-ai";
export { type ObserveOptions, observePoolMetrics } from "./observe";
