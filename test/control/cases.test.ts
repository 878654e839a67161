import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { explain } from "../../src/decision/explain";
import { createPoolSync, manualClock, profileFromJson } from "../../src/index";
import { Simulation, type TraceRequest } from "../../src/replay/index";
import { enginesOf, Scene, sceneAt8 } from "./fixtures";

describe("idle-ratio", () => {
  it("after 5 windows of silence every step still gives its reason, and no number is a 0/0", () => {
    const scene = sceneAt8("ppdd", { prefill: 1, decode: 1 });
    scene.decide();
    for (let timeS = 48; timeS < 60; timeS += 1) {
      const decision = scene.at(timeS).decide();
      expect(decision).toMatchObject({
        result: "held",
        reason: "insufficient_history",
        limit: { gate: "min_arrivals", value: 0, threshold: 1 },
        prefillWork: 0,
        decodeWork: 0,
        arrivals: 0,
        observedPrefillRatio: 0,
        observedDecodeRatio: 0,
        recoveryPrefillRatio: 0,
      });
      expect(explain(decision)).toBe(
        "Kept 2 prefill and 2 decode engines. 0 requests arrived in the window, and a decision needs 1.",
      );
    }
  });
});

/** How many numbers, strings, booleans and nulls a document has. */
function leaves(value: unknown): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0);
}

/** How often cores are called that are made from here on. */
function countCoreCalls(): { calls: number } {
  const counted = { calls: 0 };
  const { Instance } = WebAssembly;
  class CountedInstance {
    readonly exports: WebAssembly.Exports;

    constructor(...given: ConstructorParameters<typeof WebAssembly.Instance>) {
      const { exports } = new Instance(...given);
      this.exports = Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, countedCall(value)]));
    }
  }
  const countedCall = (value: unknown) => {
    const call = value as (...given: number[]) => number;
    return (...given: number[]) => {
      counted.calls += 1;
      return call(...given);
    };
  };
  vi.spyOn(WebAssembly, "Instance").mockImplementation(CountedInstance);
  return counted;
}

describe("idle-growth", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["held", "ppdd", {}],
    ["blocked", "ppd", { minPrefill: 2 }],
  ] as const)(
    "100,000 idle passes with decisions that are %s keep no more than the first windows did, and the last costs what the first did",
    (result, roles, options) => {
      const core = countCoreCalls();
      const scene = new Scene(roles, options);
      if (result === "blocked") scene.pool.setAvailable("d2", false);
      const idle = (fromS: number, toS: number) => {
        let wrong = 0;
        for (let timeS = fromS; timeS <= toS; timeS += 1) if (scene.at(timeS).decide().result !== result) wrong += 1;
        expect(wrong).toBe(0);
        return scene.pool.state();
      };
      const callsOfPass = (timeS: number) => {
        const before = core.calls;
        idle(timeS, timeS);
        return core.calls - before;
      };
      const first = callsOfPass(1);
      const early = idle(2, 50);
      const late = idle(51, 99_999);
      expect(first).toBeGreaterThan(0);
      expect(callsOfPass(100_000)).toBeLessThanOrEqual(first);
      expect(late.memory_bytes).toBe(early.memory_bytes);
      expect(observed(late)).toEqual(observed(early));
      expect(leaves(late)).toBe(leaves(early));
      expect(late.counters.newest_refusals).toHaveLength(result === "blocked" ? 20 : 0);
      expect(scene.pool.newestDecisions).toHaveLength(100);
    },
  );
});

/** What the windows hold, but for all that was ever recorded. */
function observed({ demand_history }: ReturnType<Scene["pool"]["state"]>) {
  return Object.values(demand_history).map(({ recorded: _, expired: __, ...held }) => held);
}

describe("stuck-gauge", () => {
  it("after a decision that was blocked, its gate is the one that blocked, and nothing of the one before is left", () => {
    const scene = sceneAt8("ppdd", { prefill: 3 }, { cooldownS: 100, urgent: true, demandRiseTolerance: 99 });
    const late = scene.waiting(3);
    expect(scene.urgent()).toMatchObject({ urgentSignals: 1, evidenceClosed: true });
    late.cancel();
    scene.at(30).demand({ decode: 3 });
    const blocked = scene.decide();
    const { last_decision, demand_evidence, loads } = scene.pool.state();
    expect(last_decision?.limit).toEqual({ gate: "cooldown", value: 30, threshold: 100, clears_in_s: 70 });
    expect(last_decision).toMatchObject({
      at: 30,
      result: "blocked",
      reason: "cooldown",
      observed_prefill_ratio: blocked.observedPrefillRatio,
      observed_decode_ratio: 0,
      confirmations: 1,
      required_confirmations: 1,
    });
    for (const field of ["urgent_signals", "trigger_id", "evidence_closed", "evidence_blocked_gate", "risk_kind"]) {
      expect(last_decision).not.toHaveProperty(field);
    }
    expect(demand_evidence).toMatchObject({ blocked_gate: "evidence", closed: false, span_s: 0 });
    expect(loads).toEqual({ prefill: 0, decode: 0 });
  });

  it("after a decision that saw no demand, no demand is shown", () => {
    const scene = sceneAt8("ppdd", { prefill: 3 });
    expect(scene.decide()).toHaveProperty("prefillWork", 3);
    scene.pool.setAvailable("p0", false);
    scene.at(9).decide();
    expect(scene.pool.state().last_decision).toEqual({
      at: 9,
      prefill: 3,
      decode: 1,
      by: "reactive",
      result: "held",
      reason: "fleet_unavailable",
      moves: [],
      limit: { gate: "engines_unavailable", value: 1, threshold: 0, clears_in_s: null },
    });
  });
});

/** Numbers in [0, 1) that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An hour of so many requests a second, 10% more or fewer every 10 s. */
function constantLoad(perSecond: number): TraceRequest[] {
  const random = randomOf(7);
  const requests: TraceRequest[] = [];
  for (let spanS = 0; spanS < 3600; spanS += 10) {
    const count = Math.round(perSecond * 10 * (0.9 + 0.2 * random()));
    for (let index = 0; index < count; index += 1) {
      const inputTokens = 600 + Math.floor(800 * random());
      requests.push({ atS: spanS + (10 * index) / count, inputTokens, outputTokens: 100 + Math.floor(200 * random()) });
    }
  }
  return requests;
}

describe("flap", () => {
  const profileFile = new URL("../../data/h100-tp8-llama2-70b.json", import.meta.url);
  const profile = profileFromJson(JSON.parse(readFileSync(profileFile, "utf8")));

  it.each([
    ["reactive", "ppdd", 3],
    ["reactive", "ppdd", 7],
    ["reactive", "pppd", 5],
    ["headroom", "ppdd", 3],
    ["headroom", "ppdd", 7],
    ["headroom", "pppd", 5],
  ] as const)("%s, %s at %s requests/s for an hour, with noise: no move after the first half minute", (...given) => {
    const [policy, roles, perSecond] = given;
    const clock = manualClock(0);
    const engines = enginesOf(roles).map((engine) => ({ ...engine, profile }));
    const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines, clock, policy });
    const movesS: number[] = [];
    const simulation = new Simulation({
      requests: constantLoad(perSecond),
      engines,
      clock,
      open: () => pool.open(),
      onPass: (timeS) => {
        for (const { engine, to } of pool.pass().decisions.flatMap(({ moves }) => moves)) {
          simulation.setRole(engine, to);
          movesS.push(timeS);
        }
      },
    });
    simulation.step(3600);
    expect(simulation.timeS).toBe(3600);
    expect(movesS.filter((timeS) => timeS > 30)).toEqual([]);
    expect(pool.state().counters).toMatchObject({ reversals: 0 });
    expect(pool.attainment(120).bothRatio).toBeGreaterThan(0.99);
  });
});

describe("slow-breath", () => {
  it.each([3, 24 * 3600])("a pass that comes %s s late makes one decision, from what is not too old", (lateS) => {
    const scene = sceneAt8("ppdd", { prefill: 3, decode: 0.5 }, { stepS: 0.5, windowS: 8, dwellS: 5 });
    scene.decoding("d3");
    scene.decide();
    scene.at(8 + lateS);
    // A clock that is a day ahead is believed when a second pass sees it.
    if (lateS > 60) scene.pool.pass();
    const late = scene.decide();
    // What came before 3 s is gone 3 s late, all of it a day late.
    expect(late.arrivals).toBe(lateS === 3 ? 18 : 0);
    expect(scene.pool.state().demand_evidence.arrivals).toBe(lateS === 3 ? 18 : 0);
    expect(scene.pool.history().residency.observations).toBe(lateS === 3 ? 2 : 1);
    // The steps that were missed are not made up for.
    expect(scene.at(8 + lateS + 0.25).pool.pass().decisions).toEqual([]);
    expect(scene.at(8 + lateS + 0.5).decide().at).toBe(8 + lateS + 0.5);
  });

  it("a stall of the clock's own is no token gap without end: the load falls when tokens come again", () => {
    const scene = new Scene("pd").at(1);
    const request = scene.decoding("d1");
    scene.at(1 + 24 * 3600).decide();
    expect(scene.pool.loads().decode).toBe((64 * 24 * 3600 - 1) / 3);
    request.token();
    scene.at(2 + 24 * 3600).decide();
    expect(scene.pool.state().demand_history.residency.observations).toBe(2);
    request.complete();
    expect(scene.pool.loads().decode).toBe(0);
  });
});
