import { describe, expect, it } from "vitest";
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
      expect(series.get(`narwhal_attainment_ratio{objective="${objective}"}`)).toBe(0);
    }
  });
});

describe("stuck-gauge", () => {
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
