import { AggregatorRegistry, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createPoolSync } from "../../src/index";
import { collectPoolMetrics } from "../../src/prometheus";

test("prom-client adds the gauges of several pools up, as the page warns", async () => {
  const metricsOf = () => {
    const engines = (["prefill", "decode"] as const).map((role, i) => ({ id: `gpu-${i}`, role }));
    const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines });
    const request = pool.open();
    request.firstToken();
    request.complete();
    const registry = new Registry();
    collectPoolMetrics(pool, registry);
    return registry.getMetricsAsJSON();
  };
  const text = await AggregatorRegistry.aggregate(await Promise.all([metricsOf(), metricsOf()])).metrics();
  expect(text).toContain('narwhal_attainment_ratio{slo="both"} 2\n');
  expect(text).toContain('narwhal_engines{role="prefill",available="true"} 2\n');
});
