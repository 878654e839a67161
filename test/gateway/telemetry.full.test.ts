import { metrics } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, it } from "vitest";
import { chat, cleanups, settled, start } from "./start-gateway";

it("the pool and the GenAI histograms go to the meter provider that is registered", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  cleanups.push(async () => {
    metrics.disable();
    await provider.shutdown();
  });
  const { gateway, client } = await start();
  await client.chat.completions.create(chat(3));
  await settled(gateway, 1);
  await reader.forceFlush();
  const exported = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const valuesOf = (name: string) =>
    exported.find(({ descriptor }) => descriptor.name === name)?.dataPoints.map(({ value }) => value);
  expect(valuesOf("narwhal_requests_opened")).toEqual([1]);
  expect(valuesOf("gen_ai.server.time_to_first_token")).toEqual([expect.objectContaining({ count: 1 })]);
  expect(valuesOf("gen_ai.server.time_per_output_token")).toEqual([expect.objectContaining({ count: 1 })]);
});
