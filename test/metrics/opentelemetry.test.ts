import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_PROVIDER_NAME,
  METRIC_GEN_AI_SERVER_TIME_PER_OUTPUT_TOKEN,
  METRIC_GEN_AI_SERVER_TIME_TO_FIRST_TOKEN,
} from "@opentelemetry/semantic-conventions/incubating";
import { describe, expect, it, vi } from "vitest";
import { ArgumentError } from "../../src/errors";
import { GenAiServerMetrics, observePoolMetrics } from "../../src/opentelemetry";
import { poolAt0 } from "../pool/fixtures";
import { seriesNow, serve } from "./fixtures";

/** A meter, and what collecting it gives. */
function metering() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const collect = async () => {
    const { resourceMetrics, errors } = await reader.collect();
    expect(errors).toEqual([]);
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  };
  return { meter: provider.getMeter("test"), collect };
}

const ATTRIBUTES = { [ATTR_GEN_AI_OPERATION_NAME]: "chat", [ATTR_GEN_AI_PROVIDER_NAME]: "vllm" } as const;

describe("observed metrics", () => {
  it("are the same as those of Prometheus", async () => {
    const { pool, clock } = poolAt0();
    for (let second = 0; second < 20; second += 1) {
      clock.set(second);
      serve(pool);
      pool.pass();
    }
    const { meter, collect } = metering();
    observePoolMetrics(pool, meter);
    const observed = new Map(
      (await collect()).flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => {
          const labels = Object.entries(attributes).map(([name, text]) => `${name}="${text}"`);
          return [descriptor.name + (labels.length > 0 ? `{${labels.join(",")}}` : ""), value as number];
        }),
      ),
    );
    const scraped = [...(await seriesNow(pool))].map(([name, value]) => [name.replace(/_total\b/, ""), value]);
    expect(Object.fromEntries(observed)).toEqual(Object.fromEntries(scraped));
  });

  it("have units as UCUM has them", async () => {
    const { meter, collect } = metering();
    const { pool } = poolAt0();
    pool.open().fail();
    observePoolMetrics(pool, meter, { prefix: "llm." });
    const units = new Map((await collect()).map(({ descriptor }) => [descriptor.name, descriptor.unit]));
    expect(units.get("llm.core_memory_bytes")).toBe("By");
    expect(units.get("llm.ttft_slo_seconds")).toBe("s");
    expect(units.get("llm.attainment_ratio")).toBe("1");
    expect(units.get("llm.requests_opened")).toBe("{request}");
    expect(units.get("llm.demand_complete")).toBe("");
  });

  it("are read when the meter collects, until they are ended", async () => {
    const { pool } = poolAt0();
    const state = vi.spyOn(pool, "state");
    const { meter, collect } = metering();
    const end = observePoolMetrics(pool, meter);
    expect(state).not.toHaveBeenCalled();
    await collect();
    expect(state).toHaveBeenCalledTimes(1);
    end();
    await collect();
    expect(state).toHaveBeenCalledTimes(1);
  });

  it("of two pools are told apart by attributes", async () => {
    const { meter, collect } = metering();
    const one = poolAt0().pool;
    one.open();
    observePoolMetrics(one, meter, { attributes: { pool: "a" } });
    observePoolMetrics(poolAt0().pool, meter, { attributes: { pool: "b" } });
    const opened = (await collect()).find(({ descriptor }) => descriptor.name === "narwhal_requests_opened");
    expect(opened?.dataPoints.map(({ attributes, value }) => [attributes.pool, value])).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
  });
});

describe("the server histograms of the GenAI conventions", () => {
  it("hold the times of requests that completed, with their attributes and advised buckets", async () => {
    const { meter, collect } = metering();
    const genAi = new GenAiServerMetrics(meter, { attributes: { ...ATTRIBUTES, "gen_ai.request.model": "llama" } });
    const { pool } = poolAt0();
    const request = pool.open({ at: 0 });
    request.firstToken({ at: 0.3 });
    request.token(1, { at: 0.3 });
    request.token(10, { at: 0.8 });
    genAi.record(request);
    request.complete({ at: 0.8 });
    genAi.record(request);
    const short = pool.open({ at: 0 });
    short.firstToken({ at: 0.5 });
    short.complete({ at: 0.5, outputTokens: 1 });
    genAi.record(short);
    const failed = pool.open({ at: 0 });
    failed.firstToken({ at: 0.5 });
    failed.fail();
    genAi.record(failed);
    const [ttft, tpot] = await collect();
    expect(ttft?.descriptor).toMatchObject({ name: METRIC_GEN_AI_SERVER_TIME_TO_FIRST_TOKEN, unit: "s" });
    expect(tpot?.descriptor).toMatchObject({ name: METRIC_GEN_AI_SERVER_TIME_PER_OUTPUT_TOKEN, unit: "s" });
    expect(ttft?.dataPoints).toMatchObject([
      { attributes: { ...ATTRIBUTES, "gen_ai.request.model": "llama" }, value: { count: 2, sum: 0.8 } },
    ]);
    expect(tpot?.dataPoints).toMatchObject([{ value: { count: 1, sum: 0.05 } }]);
    const bounds = [ttft, tpot].map((metric) => {
      const point = metric?.dataPoints[0]?.value as { buckets: { boundaries: number[] } };
      return point.buckets.boundaries;
    });
    expect(bounds).toEqual([
      [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
      [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5],
    ]);
  });

  it.each([ATTR_GEN_AI_OPERATION_NAME, ATTR_GEN_AI_PROVIDER_NAME])("are refused without %s", (name) => {
    const attributes = { ...ATTRIBUTES, [name]: "" };
    expect(() => new GenAiServerMetrics(metering().meter, { attributes })).toThrow(ArgumentError);
  });
});
