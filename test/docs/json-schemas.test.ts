import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it, test } from "vitest";
import { jsonSchemas } from "../../scripts/json-schemas";
import { decisionDocument, memorySink } from "../../src/index";
import { Comparison, comparisonDocument, replayDocument } from "../../src/replay/index";
import { BUSY, RandomRun, seededSteps } from "../journal/random-run";
import { replay, shipped, trace } from "../replay/replay-run-inputs";

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

// The keyword `unit` is this package's.
const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true });
ajv.addKeyword("unit");
const validators = new Map(
  readdirSync("schemas").map((name) => [name.replace(".json", ""), ajv.compile(read(`schemas/${name}`) as object)]),
);

/** What the shipped schema of this name finds wrong, by path. */
function faults(name: string, document: unknown): string[] {
  const validate = validators.get(name);
  if (!validate) throw new Error(`no schema ${name}`);
  // As another program reads it.
  if (validate(JSON.parse(JSON.stringify(document)))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("schemas/ is what the valibot schemas say: run `npm run schemas`", () => {
  const shippedTexts = readdirSync("schemas").map((name) => [name, readFileSync(`schemas/${name}`, "utf8")]);
  expect(Object.fromEntries(shippedTexts)).toEqual(jsonSchemas());
});

describe("the rows of a run", () => {
  const journal = memorySink({ limit: Number.POSITIVE_INFINITY });
  const eventLog = memorySink({ limit: Number.POSITIVE_INFINITY });
  const options = { ...BUSY, urgent: true, applyMoves: "host", minPrefill: 2, journal, eventLog } as const;
  const run = new RandomRun(options).run(seededSteps(2, 3000));
  const rowsOf = (rows: readonly string[]) => rows.map((row) => JSON.parse(row) as { type: string });

  it("of every type of a journal are valid", () => {
    const rows = rowsOf(journal.rows);
    expect(rows.flatMap((row) => faults("journal-row", row))).toEqual([]);
    const types = ["decision", "floor_breach", "floor_recovery", "meta", "move", "move_effect", "risk"];
    expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual(types);
  });

  it("of an event log are valid, and so is one of each rare type", () => {
    const rows = rowsOf(eventLog.rows);
    expect(rows.flatMap((row) => faults("event-row", row))).toEqual([]);
    const seen = new Set(rows.map(({ type }) => type));
    const rare = [
      { type: "restore", at_s: 1, elapsed_s: { f64: "-0" }, snapshot: "AA==" },
      { type: "gap", rows: 3 },
    ];
    expect(rare.flatMap((row) => faults("event-row", row))).toEqual([]);
    for (const { type } of rare) seen.add(type);
    const known = (read("schemas/event-row.json") as { oneOf: { properties: { type: { const?: string } } }[] }).oneOf;
    expect(known.flatMap(({ properties }) => properties.type.const ?? []).filter((type) => !seen.has(type))).toEqual(
      [],
    );
  });

  it("name what is wrong", () => {
    expect(faults("event-row", { type: "gap", rows: -1 })).toContain("/rows must be >= 0");
    expect(faults("journal-row", { type: "risk", at_s: 1 })).toContain(" must have required property 'kind'");
  });

  it("come with a state and decisions that are valid", () => {
    expect(faults("state", run.pool.state())).toEqual([]);
    expect(run.decisions.length).toBeGreaterThan(100);
    expect(run.decisions.flatMap((decision) => faults("decision", decisionDocument(decision)))).toEqual([]);
    expect(faults("state", { ...run.pool.state(), mood: "fine" })).toEqual([" must NOT have additional properties"]);
  });
});

describe("the documents of the command", () => {
  it("are valid", () => {
    const input = shipped("pddd", { simulation: { noiseCv: 0.2, faults: [{ engine: "engine-0", fromS: 5, toS: 9 }] } });
    expect(faults("replay", replayDocument("code.csv", trace, input, replay(input)))).toEqual([]);
    const comparison = comparisonDocument("code.csv", trace, input, new Comparison(input).run());
    expect(faults("comparison", comparison)).toEqual([]);
  });
});

describe("what is given", () => {
  it.each(["h100-tp8-llama2-70b", "h200-llama31-8b-fp8"])("the shipped profile %s is valid", (name) => {
    expect(faults("profile", read(`data/${name}.json`))).toEqual([]);
  });

  it("a configuration file is valid with its SLOs alone, and not with an unknown field", () => {
    expect(faults("config", { ttft_slo_s: 1, tpot_slo_s: 0.05 })).toEqual([]);
    expect(faults("config", { ttft_slo_s: 0, tpot_slo_s: 0.05, window: 3 })).toEqual([
      " must NOT have additional properties",
      "/ttft_slo_s must be > 0",
    ]);
  });
});
