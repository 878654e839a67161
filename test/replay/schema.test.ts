import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  Comparison,
  type ComparisonDocument,
  comparisonDocument,
  type ReplayDocument,
  type ReplayInput,
  replayDocument,
} from "../../src/replay/index";
import { compareSchema, replaySchema, type stateSchema } from "../../src/schema-entry";
import { bareFields, fieldsOf, issues, type Loose } from "../schemas";
import { at } from "../simulation/fleet-helpers";
import { replay, shipped, small, trace } from "./replay-run-inputs";

/** A literal says nothing of a document's type, which is a string; a replay's state is that of a pool. */
type Named<T> = Loose<Omit<T, "schema" | "state">>;

describe("the types of the schemas", () => {
  type ValidReplay = v.InferOutput<typeof replaySchema>;
  type ValidComparison = v.InferOutput<typeof compareSchema>;

  it("are those of the documents, but that they know which numbers are never null", () => {
    expectTypeOf<Named<ValidReplay>>().toEqualTypeOf<Named<ReplayDocument>>();
    expectTypeOf<Named<ValidComparison>>().toEqualTypeOf<Named<ComparisonDocument>>();
    expectTypeOf<ValidReplay>().toExtend<ReplayDocument>();
    expectTypeOf<ValidComparison>().toExtend<ComparisonDocument>();
    expectTypeOf<ValidReplay["state"]>().toEqualTypeOf<v.InferOutput<typeof stateSchema>>();
    expectTypeOf<ValidReplay["schema"]>().toEqualTypeOf<"narwhal-slo/replay">();
    expectTypeOf<ValidComparison["schema"]>().toEqualTypeOf<"narwhal-slo/compare">();
    expectTypeOf<ValidReplay["requests"]["open"]>().toEqualTypeOf<number>();
    expectTypeOf<ValidReplay["scores"][number]["objective"]>().toEqualTypeOf<number | null>();
  });
});

const compared = (input: ReplayInput) => comparisonDocument("code.csv", trace, input, new Comparison(input).run());
const replayed = (input: ReplayInput) => replayDocument("code.csv", trace, input, replay(input));

describe("the document of a replay", () => {
  const INPUTS = {
    plain: () => shipped("pddd"),
    "without control": () => shipped("pddd", { control: "off" }),
    advisory: () => shipped("pddd", { config: { advisory: true } }),
    "on the urgent path": () => shipped("pddd", { urgent: true }),
    "with slow moves": () => shipped("pddd", { simulation: { moveS: 10, abortShare: 0.1, failShare: 0.1 } }),
    "with refusals and an outage": () =>
      shipped("pddd", { simulation: { refuse: true, faults: [{ engine: "engine-1", fromS: 9, toS: 99.5 }] } }),
    "whose moves are not over": () => shipped("pddd", { simulation: { moveS: 10_000 } }),
    "with an outcome of nothing": () => small("ppd", [at(0, 64, 2)], { simulation: { abortShare: 1 } }),
    "of splits that cannot serve": () => small("pd", [at(0, 640_000, 2)], { config: { ttftSloS: 1e-7, shrink: -1 } }),
  };

  it.each(Object.keys(INPUTS) as (keyof typeof INPUTS)[])("%s is as its schema says, and JSON", (name) => {
    const document = replayed(INPUTS[name]());
    expect(issues(replaySchema, document)).toEqual([]);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(v.parse(replaySchema, document)).toEqual(document);
  });
});

describe("the document of a comparison", () => {
  const INPUTS = {
    plain: () => shipped("pddd"),
    "on the urgent path with slow moves": () => shipped("pdd", { urgent: true, simulation: { moveS: 10 } }),
    "with an outcome of nothing": () => small("ppd", [at(0, 64, 2)], { simulation: { abortShare: 1 } }),
  };

  it.each(Object.keys(INPUTS) as (keyof typeof INPUTS)[])("%s is as its schema says, and JSON", (name) => {
    const document = compared(INPUTS[name]());
    expect(issues(compareSchema, document)).toEqual([]);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(v.parse(compareSchema, document)).toEqual(document);
  });
});

/** A field of a document: the object that it lies in, and its path without the places in arrays. */
interface Place {
  readonly owner: Record<string, unknown>;
  readonly name: string;
  readonly path: string;
}

function placesIn(value: unknown, path = ""): Place[] {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, path));
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((name) => {
    const own = `${path}.${name}`;
    return [{ owner, name, path: own }, ...placesIn(owner[name], own)];
  });
}

/** The paths of the fields that may be changed so without breaking the schema. */
function pathsThatAllow(schema: v.GenericSchema, document: object, change: (place: Place) => void): string[] {
  const allowed = placesIn(document).filter((place) => {
    const { owner, name } = place;
    const before = { ...owner };
    change(place);
    const taken = v.is(schema, document);
    for (const added of Object.keys(owner)) delete owner[added];
    Object.assign(owner, before);
    expect(owner[name]).toBe(before[name]);
    return taken;
  });
  return [...new Set(allowed.map(({ path }) => path))];
}

/** Names that are data: any may be there, or not. */
const COUNTS = /\.(risk_events|counters\.(decisions|moves|reasons)|decision_times\.buckets)\..*$/;

/** A simulation's options, a profile's bounds, and what only some decisions come to. */
const OPTIONAL =
  /^\.simulation\.[^.]*$|\.profile\.(kv_capacity_tokens|(prefill|decode)_(min|max)_(output_)?tokens|decode_\w*_mape)$|\.last_decision\.[^.]*$/;

describe.each([
  ["replaySchema", replaySchema, replayed],
  ["compareSchema", compareSchema, compared],
] as const)("%s refuses a document", (_, schema, documentOf) => {
  const faults = [{ engine: "engine-1", fromS: 0.5, toS: 0.75 }];
  const requests = [at(0, 64, 2), at(6, 128, 9)];
  const document = documentOf(small("pdd", requests, { simulation: { faults } }));

  it("that lacks a field", () => {
    const allowed = pathsThatAllow(schema, document, ({ owner, name }) => delete owner[name]);
    expect(allowed.filter((path) => !COUNTS.test(path) && !OPTIONAL.test(path))).toEqual([]);
  });

  it("with a field too many, wherever", () => {
    const allowed = pathsThatAllow(schema, document, ({ owner }) => {
      owner.mood = 1;
    });
    expect(allowed.filter((path) => !COUNTS.test(path))).toEqual([]);
  });

  it("with a field of another kind", () => {
    const allowed = pathsThatAllow(schema, document, ({ owner, name }) => {
      const value = owner[name];
      owner[name] = value !== null && typeof value === "object" ? 5 : { odd: true };
    });
    expect(allowed).toEqual([]);
    expect(placesIn(document).length).toBeGreaterThan(100);
  });

  it("of another kind or version", () => {
    expect(issues(schema, { ...document, schema: "narwhal-slo/state", version: 2 })).toEqual([
      `schema: Invalid type: Expected "${document.schema}" but received "narwhal-slo/state"`,
      "version: Invalid type: Expected 1 but received 2",
    ]);
  });

  it("gives every field a meaning and a unit", () => {
    const constants = [".schema", ".version", ".state.schema", ".state.version", ".state.fleet"];
    expect(bareFields(fieldsOf(schema)).filter((path) => !constants.includes(path))).toEqual([]);
  });
});
