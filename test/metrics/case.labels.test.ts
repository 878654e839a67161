import { describe, expect, it } from "vitest";
import { metricsOf, readerOf } from "../../src/metrics/catalogue";
import { type Sample, samplesOf } from "../../src/metrics/metric";
import type { Pool } from "../../src/pool/pool";
import { sceneAt8 } from "../control/fixtures";
import { poolAt0 } from "../pool/fixtures";
import { seriesNow, serve } from "./fixtures";

describe("label-growth", () => {
  it("10,000 junk names of engines, requests and risks add no series", async () => {
    const { pool } = poolAt0();
    serve(pool);
    pool.recordRisk("oom");
    pool.pass();
    const before = [...(await seriesNow(pool)).keys()];
    for (let index = 0; index < 10_000; index += 1) {
      const junk = `junk-${index}"}\n{`;
      const request = pool.open({ id: junk });
      request.size(100, 10);
      request.prefill(junk);
      request.prefill("p");
      request.firstToken();
      request.decode(junk);
      request.fail();
      pool.recordRisk(junk);
    }
    pool.pass();
    const after = await seriesNow(pool);
    expect([...after.keys()]).toEqual(before);
    expect(after.get('narwhal_anomalies_total{kind="unknown_engine"}')).toBe(20_000);
    expect(after.get('narwhal_demand_evidence_risk_events_total{kind="other"}')).toBe(10_001);
  });

  it("250 engines have the series of two", async () => {
    const { pool } = poolAt0();
    const before = [...(await seriesNow(pool)).keys()];
    for (let index = 0; index < 250; index += 1) pool.addEngine({ id: `e${index}`, role: "decode" });
    const after = await seriesNow(pool);
    expect([...after.keys()].length).toBe(before.length);
    expect(after.get('narwhal_engines{role="decode",available="true"}')).toBe(251);
  });

  it("kinds of risk that the exporter is told of have their own series, whatever their names", async () => {
    const { pool } = poolAt0();
    for (const kind of ["oom", "oom", "toString", "__proto__", "stranger"]) pool.recordRisk(kind);
    const series = await seriesNow(pool, { riskKinds: ["oom", "toString", "constructor", "other"] });
    const told = (kind: string) => series.get(`narwhal_demand_evidence_risk_events_total{kind="${kind}"}`);
    expect(["oom", "toString", "constructor", "other"].map(told)).toEqual([2, 1, 0, 2]);
  });
});

describe("zero-goodput", () => {
  it("when all requests miss, the ratio is 0 and not absent", async () => {
    const { pool } = poolAt0();
    pool.open().fail();
    const series = await seriesNow(pool);
    for (const objective of ["ttft", "both"]) {
      expect(series.get(`narwhal_attainment_ratio{slo="${objective}"}`)).toBe(0);
    }
  });
});

/** The values of all gauges, each series by its labels' values. */
function gaugesOf(pool: Pool): Record<string, unknown> {
  const read = readerOf(pool);
  const gauges = metricsOf({}).filter(({ type }) => type === "gauge");
  const valuesOf = (samples: readonly Sample[]) => {
    const entries = samples.map(({ labels, value }) => [Object.values(labels).join(), value] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== 0));
  };
  return Object.fromEntries(gauges.map((gauge) => [gauge.name, valuesOf(samplesOf(gauge, read()))]));
}

describe("stuck-gauge", () => {
  it("after a blocked decision every gauge is its true value, and none of the decision before is left", () => {
    const scene = sceneAt8("ppdd", { prefill: 3 }, { cooldownS: 100, urgent: true, demandRiseTolerance: 99 });
    const late = scene.waiting(3);
    expect(scene.urgent()).toMatchObject({ result: "held", reason: "urgent_no_improvement" });
    late.cancel();
    // 192 requests of 1 s of decode, in a window of 8 s, of which the newest 4 s are evidence.
    scene.at(30).demand({ decode: 3 });
    expect(scene.decide()).toMatchObject({ result: "blocked", reason: "cooldown" });
    const windows = { arrivals: 9 * 129, expected_decode: 9 * 129, observed_decode: 33 * 129, residency: 9 * 129 };
    expect(gaugesOf(scene.pool)).toEqual({
      attainment_evidence_covered_seconds: {},
      attainment_evidence_outcomes: {},
      attainment_evidence_buckets: {},
      attainment_requests: {},
      attainment_ratio: {},
      requests_in_flight: {},
      requests_waiting: {},
      demand_history_cells: { arrivals: 1, expected_decode: 1, residency: 1 },
      demand_history_cell_limit: { ...windows, unsized: 9 * 2 },
      demand_history_observations: { arrivals: 192, expected_decode: 192, residency: 1 },
      demand_history_overflow_observations: {},
      learned_error_ratio: {},
      learned_measurements: {},
      profile_scale_ratio: {},
      desired_engines: { prefill: 1, decode: 16 },
      desired_fleet_engines: { "": 17 },
      desired_valid: { "": 1 },
      pool_active: { "": 1 },
      demand_engines: { decode: 3 },
      demand_complete: { "": 1 },
      demand_gap: {},
      learned_outputs_in_force: { "": 1 },
      demand_evidence_span_seconds: {},
      demand_evidence_arrivals: { "": 192 },
      demand_evidence_closed: {},
      demand_evidence_risk_age_seconds: {},
      demand_evidence_short_decode_engines: { "": 6 },
      demand_evidence_envelope_decode_engines: { "": 6 },
      demand_evidence_trend_ratio: { "": 2 },
      demand_evidence_refused: { evidence: 1 },
      controller_limit: { cooldown: 1 },
      role_move_gain_slope: {},
      role_move_gain_ratio: {},
      role_move_pending: {},
      pool_load: {},
      engines: { "prefill,true": 2, "decode,true": 2 },
      engine_requests: {},
      engine_decode_tokens: {},
      ttft_slo_seconds: { "": 1 },
      tpot_slo_seconds: { "": 2 ** -4 },
      core_memory_bytes: { "": scene.pool.state().memory_bytes },
    });
  });

  it("after a blocked decision the gate is the one that blocked, and it is gone with the next decision", async () => {
    const { pool, clock } = poolAt0({
      minDecode: 2,
      engines: [
        { id: "a", role: "prefill" },
        { id: "b", role: "prefill" },
        { id: "c", role: "decode" },
      ],
    });
    pool.setPinned("a", true);
    pool.setPinned("b", true);
    clock.set(1);
    pool.pass();
    const gates = async () =>
      [...(await seriesNow(pool))].filter(([name, value]) => name.includes("controller_limit") && value !== 0);
    expect(await gates()).toEqual([['narwhal_controller_limit{gate="pinned"}', 1]]);
    pool.setPinned("b", false);
    clock.set(2);
    pool.pass();
    expect(await gates()).toEqual([]);
    clock.set(20);
    pool.pass();
    expect(await gates()).toEqual([['narwhal_controller_limit{gate="min_arrivals"}', 1]]);
  });
});

describe("long-cap-short-answer", () => {
  it("says whether output lengths are learned, and how many completions are in overflow", async () => {
    const { pool } = poolAt0({ maxShapes: 2 });
    const complete = (outputTokens: number) => {
      const request = pool.open();
      request.size(1000, 4096);
      request.firstToken();
      request.complete({ outputTokens });
    };
    const told = async () => {
      const series = await seriesNow(pool);
      return [
        series.get("narwhal_learned_outputs_in_force"),
        series.get('narwhal_demand_history_overflow_observations{window="observed_decode"}'),
      ];
    };
    for (let i = 0; i < 30; i += 1) complete(317);
    expect(await told()).toEqual([1, 0]);
    for (const outputTokens of [1, 2, 3]) complete(outputTokens);
    expect(await told()).toEqual([0, 2]);
  });
});
