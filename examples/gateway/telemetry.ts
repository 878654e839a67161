import { metrics } from "@opentelemetry/api";
import type { Pool } from "narwhal-slo";
import { GenAiServerMetrics, observePoolMetrics } from "narwhal-slo/opentelemetry";
import { collectPoolMetrics } from "narwhal-slo/prometheus";
import { Registry } from "prom-client";

/** Shows a pool on dashboards. A router has Prometheus or OpenTelemetry; here are both. */
export interface Telemetry {
  /** Registry that answers `/metrics`. */
  readonly registry: Registry;
  /** Records requests that have completed. */
  readonly genAi: GenAiServerMetrics;
  stop(): void;
}

/** OpenTelemetry goes to the meter provider that the process has registered; without one it costs nothing. */
export function telemetryOf(pool: Pool, model: string, provider: string): Telemetry {
  const registry = new Registry();
  collectPoolMetrics(pool, registry);
  const meter = metrics.getMeter("gateway");
  const stop = observePoolMetrics(pool, meter);
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
  };
  return { registry, genAi: new GenAiServerMetrics(meter, { attributes }), stop };
}
