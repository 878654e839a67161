import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import type { MetricsSource } from "../../src/metrics/catalogue";
import { observePoolMetrics } from "../../src/opentelemetry";
import { collectPoolMetrics } from "../../src/prometheus";
import { poolAt0, view } from "../pool/fixtures";
import { seriesOf, serve } from "./fixtures";

class PulledReader extends MetricReader {
  protected async onShutdown(): Promise<void> {}
  protected async onForceFlush(): Promise<void> {}
}

/** A pool whose reading goes wrong while it is told to. */
function breakable(wrong: (source: MetricsSource) => MetricsSource) {
  const { pool, clock } = poolAt0();
  serve(pool);
  const asks = { wrong: false };
  const sound: MetricsSource = {
    state: () => pool.state(),
    demand: () => pool.demand(),
    desired: () => pool.desired(),
  };
  const source: MetricsSource = {
    state: () => (asks.wrong ? wrong(sound).state() : sound.state()),
    demand: () => (asks.wrong ? wrong(sound).demand() : sound.demand()),
    desired: () => (asks.wrong ? wrong(sound).desired() : sound.desired()),
  };
  return { pool, clock, asks, source };
}

const WRONGS: readonly (readonly [string, (source: MetricsSource) => MetricsSource])[] = [
  [
    "throws",
    (source) => ({
      ...source,
      state() {
        throw new Error("state");
      },
    }),
  ],
  [
    "throws at the second question",
    (source) => ({
      ...source,
      demand() {
        throw new Error("demand");
      },
    }),
  ],
  ["gives nothing", (source) => ({ ...source, state: () => undefined as never })],
  ["gives garbage", (source) => ({ ...source, state: () => ({ requests: Number.NaN }) as never })],
];

describe("a source of metrics that", () => {
  it.each(WRONGS)("%s fails that scrape of Prometheus only, and the pool is as it was", async (_, wrong) => {
    const { pool, asks, source } = breakable(wrong);
    const registry = new Registry();
    collectPoolMetrics(source, registry);
    const before = view(pool);
    asks.wrong = true;
    await expect(registry.metrics()).rejects.toThrow();
    asks.wrong = false;
    expect(view(pool)).toEqual(before);
    expect(seriesOf(await registry.metrics()).get("narwhal_requests_opened_total")).toBe(1);
  });

  it.each(WRONGS)("%s fails that collection of OpenTelemetry only", async (_, wrong) => {
    const { pool, asks, source } = breakable(wrong);
    const reader = new PulledReader();
    const provider = new MeterProvider({ readers: [reader] });
    observePoolMetrics(source, provider.getMeter("test"));
    const before = view(pool);
    asks.wrong = true;
    expect((await reader.collect()).errors).toHaveLength(1);
    asks.wrong = false;
    expect(view(pool)).toEqual(before);
    const { errors, resourceMetrics } = await reader.collect();
    expect(errors).toEqual([]);
    const names = resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ descriptor }) => descriptor.name),
    );
    expect(names).toContain("narwhal_requests_opened");
    await provider.shutdown();
  });
});
