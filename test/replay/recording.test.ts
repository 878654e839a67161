import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/index";
import { Recording, type ReplayInput, ReplayRun, replayDocument } from "../../src/replay";
import { type Changes, shipped, trace } from "./replay-run-inputs";

const fourEngines = (changes: Changes = {}) => shipped("pddd", changes);

/** A recording that was stepped in odd strides, so that no stride ends with a sample. */
function recorded(input: ReplayInput): Recording {
  const recording = new Recording(input);
  while (!recording.done) recording.step(recording.timeS + 7.3);
  return recording;
}

function documentOf(input: ReplayInput, run: { report: ReplayRun["report"] }): string {
  return JSON.stringify(replayDocument("code.csv", trace, input, run.report()));
}

const CASES: Readonly<Record<string, ReplayInput>> = {
  plain: fourEngines(),
  "without control": fourEngines({ control: "off" }),
  "on the urgent path with slow moves and an outage": fourEngines({
    urgent: true,
    simulation: { moveS: 7, faults: [{ engine: "engine-1", fromS: 100, toS: 160 }] },
  }),
};

describe("a recording", () => {
  it.each(Object.entries(CASES))("%s is the replay that it watches, to the bit", (_, input) => {
    const run = new ReplayRun(input);
    run.run();
    expect(documentOf(input, recorded(input))).toBe(documentOf(input, run));
  });

  it("has a sample every step, and every decision", () => {
    const recording = recorded(fourEngines());
    const { samples, decisions, sampleS, lookBackS } = recording.data();
    expect([sampleS, lookBackS]).toEqual([5, 60]);
    expect(samples.map(({ timeS }) => timeS)).toEqual(samples.map((_, index) => 5 * (index + 1)));
    const { decisions: counts } = recording.report();
    expect(decisions.length).toBe(counts.reduce((sum, { count }) => sum + count, 0));
    expect(decisions.map(({ record }) => record.at)).toEqual([...decisions.keys()].map((index) => 5 * (index + 1)));
  });

  it("scores every split of a decision that looked at them, as the decision did", () => {
    const { decisions } = recorded(fourEngines()).data();
    const applied = decisions.filter(({ record }) => record.result === "applied");
    expect(applied.length).toBe(2);
    for (const { record, scores } of applied) {
      expect(scores.map(({ prefill, decode }) => [prefill, decode])).toEqual([
        [1, 3],
        [2, 2],
        [3, 1],
      ]);
      expect(scores.find(({ prefill }) => prefill === record.prefill)?.objective).toBe(record.objective);
    }
  });

  it("has no scores where no split was looked at, and no demand meanwhile", () => {
    const { decisions, samples } = recorded(
      fourEngines({ simulation: { faults: [{ engine: "engine-1", fromS: 100, toS: 160 }] } }),
    ).data();
    const held = decisions.filter(({ record }) => record.reason === "fleet_unavailable");
    expect(held.length).toBeGreaterThan(5);
    expect(held.flatMap(({ scores }) => scores)).toEqual([]);
    const missing = { prefillDemand: null, decodeDemand: null, demandGaps: [], demandMissing: "fleet_unavailable" };
    expect(samples.find(({ timeS }) => timeS === 130)).toMatchObject(missing);
    expect(samples.find(({ timeS }) => timeS === 90)).toMatchObject({ demandMissing: null });
  });

  it("has the loads that headroom saw as its demand, all the time", () => {
    const { decisions, samples } = recorded(fourEngines({ policy: "headroom" })).data();
    const seen = new Map(decisions.map(({ record }) => [record.at, record]));
    for (const { timeS, prefillDemand, decodeDemand, demandMissing } of samples) {
      const { prefill_load_engines, decode_load_engines } = seen.get(timeS) ?? {};
      expect([prefillDemand, decodeDemand, demandMissing]).toEqual([prefill_load_engines, decode_load_engines, null]);
    }
    expect(samples.length).toBe(96);
  });

  it("says why there is more demand than it could price, whoever asks", () => {
    const requests = Array.from({ length: 30 }, (_, second) => ({ atS: second, inputTokens: 9000, outputTokens: 5 }));
    for (const changes of [{}, { control: "off" as const }]) {
      const { samples } = recorded({ ...fourEngines(changes), requests }).data();
      expect(samples.find(({ timeS }) => timeS === 20)?.demandGaps).toContain("prefill_domain");
    }
  });

  it("counts what arrives, looking back", () => {
    const requests = [0, 1, 2, 70].map((atS) => ({ atS, inputTokens: 100, outputTokens: 5 }));
    const { samples } = recorded({ ...fourEngines(), requests }).data();
    const at = (timeS: number) => samples.find((sample) => sample.timeS === timeS);
    expect(at(5)).toMatchObject({ requestsPerS: 0.6, inputTokensPerS: 60 });
    expect(at(60)).toMatchObject({ requestsPerS: 0.033333, inputTokensPerS: 3.333333 });
    expect(at(65)).toMatchObject({ requestsPerS: 0, inputTokensPerS: 0 });
    expect(at(70)).toMatchObject({ requestsPerS: 0.016667, inputTokensPerS: 1.666667 });
  });

  it("gives what is new since a look before", () => {
    const recording = recorded(fourEngines());
    const { samples, decisions } = recording.data();
    const later = recording.data(samples.length - 2, decisions.length - 1);
    expect(later.samples).toEqual(samples.slice(-2));
    expect(later.decisions).toEqual(decisions.slice(-1));
  });

  it("is plain JSON", () => {
    const data = recorded(fourEngines()).data();
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });

  it("refuses what a replay refuses", () => {
    expect(() => new Recording(fourEngines({ simulation: { speed: -1 } }))).toThrow(ConfigError);
  });
});

describe("what the controller does while an engine is down", () => {
  const outage = { simulation: { faults: [{ engine: "engine-3", fromS: 60, toS: 400 }] } };
  const reasons = (input: ReplayInput) =>
    recorded(input)
      .data()
      .decisions.map(({ record }) => record.reason);

  it("holds by default, and rebalances the others if it is told to", () => {
    expect(reasons(fourEngines(outage))).toContain("fleet_unavailable");
    expect(reasons(fourEngines({ ...outage, whileUnavailable: "rebalance" }))).not.toContain("fleet_unavailable");
  });

  it("stands in the document", () => {
    const input = fourEngines({ ...outage, whileUnavailable: "rebalance" });
    expect(JSON.parse(documentOf(input, recorded(input)))).toMatchObject({ while_unavailable: "rebalance" });
    expect(JSON.parse(documentOf(fourEngines(), recorded(fourEngines())))).toMatchObject({ while_unavailable: "hold" });
  });
});
