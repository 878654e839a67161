import { AggregatorRegistry, Registry } from "prom-client";
import { describe, expect, it, vi } from "vitest";
import {
  BLOCKED_REASONS,
  COMMON_HELD_REASONS,
  GATES,
  HEADROOM_REASONS,
  REACTIVE_REASONS,
} from "../../src/decision/reasons";
import { ArgumentError } from "../../src/errors";
import { collectPoolMetrics } from "../../src/prometheus";
import { poolAt0 } from "../pool/fixtures";
import { scrape, seriesNow, seriesOf, serve } from "./fixtures";

describe("a pool that nothing has happened to", () => {
  it("has every reason, gate and kind at 0", async () => {
    const series = await seriesNow(poolAt0().pool);
    for (const [by, reasons] of [
      ["reactive", REACTIVE_REASONS],
      ["headroom", HEADROOM_REASONS],
    ] as const) {
      for (const reason of [...COMMON_HELD_REASONS, ...reasons]) {
        expect(series.get(`narwhal_controller_decisions_total{by="${by}",result="held",reason="${reason}"}`)).toBe(0);
      }
    }
    for (const by of ["reactive", "headroom", "floor_recovery", "decode_floor"]) {
      for (const reason of BLOCKED_REASONS) {
        expect(series.get(`narwhal_controller_decisions_total{by="${by}",result="blocked",reason="${reason}"}`)).toBe(
          0,
        );
      }
      expect(series.get(`narwhal_role_moves_total{by="${by}",to="prefill"}`)).toBe(0);
    }
    for (const gate of GATES) expect(series.get(`narwhal_controller_limit{gate="${gate}"}`)).toBe(0);
    for (const gate of ["risk", "trend"]) {
      expect(series.get(`narwhal_demand_evidence_refused{gate="${gate}"}`)).toBe(0);
    }
    for (const kind of ["first_token_timeout", "p_to_d_recovery", "other"]) {
      expect(series.get(`narwhal_demand_evidence_risk_events_total{kind="${kind}"}`)).toBe(0);
    }
    expect(series.get("narwhal_controller_decision_seconds_count")).toBe(0);
  });

  it("leaves out what is undefined", async () => {
    const names = [...(await seriesNow(poolAt0().pool)).keys()];
    for (const absent of ["attainment_ratio", "risk_age_seconds", "trend_ratio", "log_rows"]) {
      expect(names.filter((name) => name.includes(absent))).toEqual([]);
    }
  });

  it("without profiles has no demand, and says why", async () => {
    const engines = [{ id: "p", role: "prefill" }] as const;
    const series = await seriesNow(poolAt0({ engines }).pool);
    expect(series.has('narwhal_demand_engines{phase="prefill"}')).toBe(false);
    expect(series.get('narwhal_demand_gap{gap="no_profiles"}')).toBe(1);
    expect(series.get("narwhal_demand_complete")).toBe(0);
  });
});

describe("values", () => {
  it("are those of the pool, at the scrape", async () => {
    const { pool, clock } = poolAt0();
    const registry = new Registry();
    collectPoolMetrics(pool, registry);
    await registry.metrics();
    for (let second = 0; second < 20; second += 1) {
      clock.set(second);
      serve(pool);
      pool.pass();
    }
    pool.open().cancel();
    pool.setAvailable("d", false);
    pool.recordRisk("first_token_timeout");
    const series = seriesOf(await registry.metrics());
    const told = (name: string) => series.get(`narwhal_${name}`);
    expect(told("requests_opened_total")).toBe(21);
    expect(told('requests_ended_total{kind="completed"}')).toBe(20);
    expect(told('requests_ended_total{kind="cancelled"}')).toBe(1);
    expect(told('offers_total{result="lost"}')).toBe(1);
    expect(told('attainment_requests{slo="both",result="met"}')).toBe(20);
    expect(told('attainment_requests{slo="both",result="missed"}')).toBe(0);
    expect(told('attainment_ratio{slo="both"}')).toBe(1);
    expect(told("attainment_evidence_buckets")).toBe(20);
    expect(told('demand_history_observations{window="arrivals"}')).toBe(20);
    expect(told('demand_history_cells{window="unsized"}')).toBe(1);
    expect(told('demand_history_recorded_total{window="observed_decode"}')).toBe(20);
    expect(told('demand_history_refused_total{window="arrivals"}')).toBe(0);
    expect(told('engines{role="decode",available="false"}')).toBe(1);
    expect(told('engines{role="prefill",available="true"}')).toBe(1);
    expect(told("demand_evidence_risk_age_seconds")).toBe(0);
    expect(told('demand_evidence_risk_events_total{kind="first_token_timeout"}')).toBe(1);
    expect(told('demand_evidence_refused{gate="risk"}')).toBe(1);
    expect(told('demand_engines{phase="prefill"}')).toBe(pool.demand().prefillDemand);
    expect(told("controller_decision_seconds_count")).toBe(3);
    expect(told('controller_decision_seconds_bucket{le="0.0001"}')).toBe(3);
    expect(told('controller_decision_seconds_bucket{le="+Inf"}')).toBe(3);
    expect(told('controller_decisions_total{by="reactive",result="held",reason="floor_decode"}') ?? 0).toBe(
      pool.state().counters.reasons["reactive:held:floor_decode"] ?? 0,
    );
    const decided = [...series].filter(([name]) => name.startsWith("narwhal_controller_decisions_total"));
    expect(decided.reduce((sum, [, value]) => sum + value, 0)).toBe(3);
  });

  it("count rows of the logs that there are", async () => {
    const { pool, clock } = poolAt0({
      journal: {
        write() {
          throw new Error("full");
        },
      },
    });
    clock.set(5);
    pool.pass();
    const series = await seriesNow(pool);
    expect(series.get('narwhal_log_rows_total{log="journal",result="failed"}')).toBeGreaterThan(0);
    expect(series.has('narwhal_log_rows_total{log="event_log",result="taken"}')).toBe(false);
  });

  it("are read once for all metrics of a scrape, and never between scrapes", async () => {
    const { pool } = poolAt0();
    const state = vi.spyOn(pool, "state");
    const demand = vi.spyOn(pool, "demand");
    const registry = new Registry();
    collectPoolMetrics(pool, registry);
    expect(state).not.toHaveBeenCalled();
    await registry.metrics();
    expect([state.mock.calls.length, demand.mock.calls.length]).toEqual([1, 1]);
    await registry.getMetricsAsJSON();
    expect([state.mock.calls.length, demand.mock.calls.length]).toEqual([2, 2]);
  });
});

describe("names", () => {
  it("begin with the prefix that is asked for", async () => {
    const text = await scrape(poolAt0().pool, { prefix: "llm_router_" });
    expect(text).toContain("\nllm_router_requests_opened_total 0");
    expect(text).not.toContain("narwhal_");
  });

  it.each(["1st_", "a-b", "ä", " "])("cannot begin with %j", (prefix) => {
    expect(() => collectPoolMetrics(poolAt0().pool, new Registry(), { prefix })).toThrow(ArgumentError);
  });

  it("are free again once the pool is taken out", async () => {
    const registry = new Registry();
    const remove = collectPoolMetrics(poolAt0().pool, registry);
    expect(() => collectPoolMetrics(poolAt0().pool, registry)).toThrow("already been registered");
    remove();
    expect(await registry.metrics()).toBe("\n");
    collectPoolMetrics(poolAt0().pool, registry);
  });

  it("of two pools stand side by side in aggregated registries", async () => {
    const registries = ["a", "b"].map((pool) => {
      const registry = new Registry();
      registry.setDefaultLabels({ pool });
      collectPoolMetrics(poolAt0().pool, registry);
      return registry;
    });
    const each = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
    const series = seriesOf(await AggregatorRegistry.aggregate(each).metrics());
    expect(series.get('narwhal_requests_opened_total{pool="a"}')).toBe(0);
    expect(series.get('narwhal_requests_opened_total{pool="b"}')).toBe(0);
    expect(series.get('narwhal_controller_decision_seconds_bucket{le="+Inf",pool="b"}')).toBe(0);
  });
});
