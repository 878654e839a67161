import { describe, expect, it } from "vitest";
import { Routes } from "../../src/http";
import {
  ArgumentError,
  checkProfile,
  configFromJson,
  createPoolSync,
  decisionDocument,
  explain,
  manualClock,
  memorySink,
  NarwhalError,
  type Pool,
  profileFromJson,
  type RequestHandle,
  resolveConfig,
} from "../../src/index";
import { readJournal, replayEvents } from "../../src/journal-entry";
import { fileSink, logParts } from "../../src/node";
import {
  Accounting,
  DemandWindow,
  Fleet,
  FleetRequest,
  freezeInputs,
  OutcomeWindow,
  ProfileSet,
  recoveryPrefillRatio,
  scoreSplit,
  scoreSplits,
} from "../../src/parts";
import { Comparison, parseTrace, ReplayRun, readTrace } from "../../src/replay";
import { PROFILE } from "../fleet/fixtures";
import { poolAt0 } from "../pool/fixtures";
import { flipping, HOSTILE, throwingGetters } from "./values";

const config = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
const clock = manualClock(0);
const profile = checkProfile("e", PROFILE);
const profiles = new ProfileSet([profile]);

type Call = (value: never) => unknown;

const { pool: asked } = poolAt0();
const window = new DemandWindow({ retainedS: 60, bucketS: 1, clock });
const outcomes = new OutcomeWindow({ retainedS: 60, bucketS: 1, clock });
const account = new Accounting(config, clock);
const fleet = new Fleet(config);
const snapshot = asked.decisionSnapshot();

/** What takes one value, by name. Whatever it is given, it works or throws a typed error. */
const ENTRIES: Readonly<Record<string, Call>> = {
  createPoolSync: (value) => createPoolSync(value),
  resolveConfig: (value) => resolveConfig(value),
  configFromJson: (value) => configFromJson(value),
  checkProfile: (value) => checkProfile("e", value),
  profileFromJson: (value) => profileFromJson(value),
  "pool.open": (value) => poolAt0().pool.open(value),
  "pool.restore": (value) => poolAt0().pool.restore(value),
  "pool.restore, options": (value) => poolAt0().pool.restore(asked.snapshot(), value),
  "pool.attainment": (value) => asked.attainment(value),
  "pool.recordRisk": (value) => poolAt0().pool.recordRisk(value),
  "pool.addEngine": (value) => poolAt0().pool.addEngine(value),
  "pool.removeEngine": (value) => asked.removeEngine(value),
  "pool.moved": (value) => asked.moved(value),
  "pool.setAvailable": (value) => poolAt0().pool.setAvailable("p", value),
  "pool.setProfile": (value) => poolAt0().pool.setProfile("p", value),
  "pool.scores": (value) => asked.scores(value),
  "pool.whatIf": (value) => asked.whatIf(value),
  recoveryPrefillRatio: (value) => recoveryPrefillRatio(value),
  scoreSplit: (value) => scoreSplit(account, snapshot, value),
  "scoreSplit, a snapshot": (value) => scoreSplit(new Accounting(config, clock), value, 1),
  "scoreSplit, options": (value) => scoreSplit(account, snapshot, 1, value),
  "scoreSplits, a snapshot": (value) => scoreSplits(account, value),
  "scoreSplits, options": (value) => scoreSplits(account, snapshot, value),
  "freezeInputs, profiles": (value) => freezeInputs(account, fleet, value, 0),
  "freezeInputs, a time": (value) => freezeInputs(account, fleet, profiles, value),
  "freezeInputs, a scope": (value) => freezeInputs(account, fleet, profiles, 0, value),
  "DemandWindow.add": (value) => window.add(value),
  "DemandWindow.add, a length": (value) => window.add([value]),
  "DemandWindow.add, a time": (value) => window.add([1], value),
  "DemandWindow.replace": (value) => window.replace(value, 0, [1]),
  "DemandWindow.cells": (value) => window.cells(value),
  "OutcomeWindow.attainment": (value) => outcomes.attainment(value),
  "OutcomeWindow.since": (value) => outcomes.since(value),
  "Accounting.complete": (value) => account.complete(value, 1, 1, 0),
  "Accounting.sampleResidency": (value) => account.sampleResidency(value, 0),
  "Accounting.expectedOutput": (value) => account.expectedOutput(value, value),
  "Accounting.arrivalCount": (value) => account.arrivalCount(value, 0),
  "Accounting.arrivalEvidence": (value) => account.arrivalEvidence(value, 0),
  "Accounting.price, horizon": (value) => account.price(0, value, profiles, 1),
  "Accounting.price, profiles": (value) => account.price(0, 120, value, 1),
  "Accounting.price, correction": (value) => account.price(0, 120, profiles, value),
  "Accounting.price, SLO": (value) => account.price(0, 120, profiles, 1, value),
  "Offers.size": (value) => account.offers.size(account.offers.open(0), 0, value),
  ProfileSet: (value) => new ProfileSet(value),
  "ProfileSet of one": (value) => new ProfileSet([value]),
  FleetRequest: (value) => new FleetRequest(value, 0),
  "Fleet.addEngine": (value) => fleet.addEngine(value, 0),
  "Fleet.roll": (value) => fleet.roll(value),
  explain: (value) => explain(value),
  decisionDocument: (value) => decisionDocument(value),
  memorySink: (value) => memorySink(value),
  readJournal: (value) => readJournal(value),
  replayEvents: (value) => replayEvents(value),
  fileSink: (value) => fileSink("unused", value),
  "fileSink, a path": (value) => fileSink(value),
  logParts: (value) => logParts(value),
  parseTrace: (value) => parseTrace(value),
  "parseTrace, options": (value) => parseTrace("", value),
  readTrace: (value) => readTrace(value),
  ReplayRun: (value) => new ReplayRun(value),
  Comparison: (value) => new Comparison(value),
  Routes: (value) => new Routes(asked, value),
};

/** Options of constructors: each takes any value. */
const OPTIONS: readonly (readonly [string, readonly string[], Call])[] = [
  [
    "createPoolSync",
    ["slo", "preset", "engines", "clock", "strict", "module", "urgent", "policy", "applyMoves", "whileUnavailable"],
    (options) => poolAt0(options),
  ],
  ["createPoolSync", ["windowS", "maxShapes", "overflow", "advisory", "maxMemoryBytes"], (options) => poolAt0(options)],
  [
    "an engine",
    ["id", "role", "profile", "available", "pinned"],
    (options: object) => poolAt0().pool.addEngine({ id: "x", role: "decode", profile, ...options }),
  ],
  ["whatIf", ["addPrefill", "addDecode", "addedProfile", "profile", "slo", "demandFactor", "snapshot"], whatIfOf],
  ["scores", ["decodeOverride", "includeResident", "snapshot"], (options) => asked.scores(options)],
  [
    "scores of a snapshot",
    Object.keys(snapshot),
    (changed: object) => asked.scores({ snapshot: { ...snapshot, ...changed } }),
  ],
  [
    "whatIf of a snapshot",
    Object.keys(snapshot),
    (changed: object) => whatIfOf({ snapshot: { ...snapshot, ...changed } } as never),
  ],
  [
    "DemandWindow",
    ["retainedS", "bucketS", "maxShapes", "bins", "merge", "clock", "module", "maxMemoryBytes"],
    (options: object) => new DemandWindow({ retainedS: 60, bucketS: 1, clock, ...options }),
  ],
  [
    "OutcomeWindow",
    ["retainedS", "bucketS", "clock", "module", "maxMemoryBytes"],
    (options: object) => new OutcomeWindow({ retainedS: 60, bucketS: 1, clock, ...options }),
  ],
  [
    "ReplayRun",
    ["requests", "engines", "config", "policy", "urgent", "simulation", "control", "rowS", "sinks"],
    (options: object) =>
      new ReplayRun({ requests: [], engines: [{ id: "p", role: "prefill", profile }], config, ...options }),
  ],
  ["memorySink", ["limit"], (options) => memorySink(options)],
  ["fileSink", ["maxBytes", "keep", "lookMs"], (options) => fileSink("unused", options)],
  ["Routes", ["registry", "stateAgeS", "readsPerS", "clock"], (options) => new Routes(asked, options)],
];

function whatIfOf(options: never): unknown {
  return asked.whatIf(options);
}

/** Codes of what is not typed: none, if all is well. */
async function untyped(act: () => unknown): Promise<unknown> {
  try {
    await act();
    return null;
  } catch (error) {
    return error instanceof NarwhalError && error.code.startsWith("ERR_NARWHAL_") ? null : error;
  }
}

describe("whatever it is given, it works or throws a typed error", () => {
  it.each(Object.entries(ENTRIES))("%s", async (_, call) => {
    for (const [name, value] of HOSTILE) {
      // What a stream throws while it is read is the stream's own, and passes through.
      if (call === ENTRIES.readTrace && name === "no bytes but their prototype") continue;
      expect([name, await untyped(() => call(value as never))]).toEqual([name, null]);
    }
  });

  it.each(OPTIONS)("%s: %j", async (_, fields, call) => {
    for (const field of fields) {
      for (const [name, value] of HOSTILE) {
        const error = await untyped(() => call({ [field]: value } as never));
        expect([field, name, error]).toEqual([field, name, null]);
      }
    }
  });
});

describe("an argument that cannot be read", () => {
  const views: readonly ((pool: Pool) => unknown)[] = [(pool) => pool.state(), (pool) => pool.snapshot().join()];

  it.each([
    ["at", (pool: Pool, _: RequestHandle, bad: never) => pool.open(bad)],
    ["id", (pool: Pool, _: RequestHandle, bad: never) => pool.open(bad)],
    ["at", (_: Pool, request: RequestHandle, bad: never) => request.size(1, 1, bad)],
    ["cachedTokens", (_: Pool, request: RequestHandle, bad: never) => request.size(1, 1, bad)],
    ["outputTokens", (_: Pool, request: RequestHandle, bad: never) => request.complete(bad)],
  ])("%s: is an ArgumentError, and nothing has changed", (field, act) => {
    const { pool } = poolAt0();
    const request = pool.open();
    const before = views.map((view) => view(pool));
    expect(() => act(pool, request, throwingGetters(field) as never)).toThrow(
      `${field} must be an option that can be read`,
    );
    expect(views.map((view) => view(pool))).toEqual(before);
  });

  it("is read once: what is checked is what is used, and what is logged", () => {
    const rows: string[] = [];
    const { pool } = poolAt0({ eventLog: { write: (row) => void rows.push(row) } });
    pool.open().size(10, 10, flipping("cachedTokens", 4, 1e9));
    expect(JSON.parse(rows.at(-1) ?? "")).toMatchObject({ type: "size", cached_tokens: 4 });
    expect(pool.state().anomalies.invalid_length).toBe(0);
    const kept = new DemandWindow({ retainedS: 60, bucketS: 1, clock });
    kept.add(flipping("0", 7, Number.NaN) as never);
    expect(kept.cells(0).map(({ value }) => value)).toEqual([[7, 0, 0]]);
  });
});

describe("a profile", () => {
  it.each([0, "", false])("that is %j is refused, and the one in force stays", (bad) => {
    const { pool } = poolAt0();
    expect(() => pool.setProfile("p", bad as never)).toThrow('profile of engine "p": profile must be an object');
    expect(() => pool.addEngine({ id: "x", role: "decode", profile: bad as never })).toThrow("must be an object");
    expect(pool.decisionSnapshot().profiles.engines).toBe(2);
  });

  it("that is undefined is none, in the event log as well", () => {
    const rows: string[] = [];
    const { pool } = poolAt0({ eventLog: { write: (row) => void rows.push(row) } });
    pool.setProfile("p", undefined as never);
    expect(rows.at(-1)).toBe('{"type":"profile","engine":"p","profile":null}');
  });
});

describe("a snapshot of a decision that no pool made", () => {
  it.each([
    [{ atS: "1" }, 'snapshot.atS must be a number, got "1"'],
    [{ profiles: {} }, "snapshot.profiles must be a ProfileSet, got an object"],
    [{ demand: { ...snapshot.demand, decodeDemand: "1" } }, 'snapshot.demand must be a number, got "1"'],
    [{ offeredOutputs: [1, "2"] }, 'snapshot.offered range must be a number, got "2"'],
    [{ pendingShapes: [["1", 2, 3]] }, 'snapshot.pendingShapes must be a number, got "1"'],
    [{ pendingShapes: [[1, "2", 3]] }, 'snapshot.pendingShapes must be a number, got "2"'],
    [{ pendingShapes: [[1, 2, "3"]] }, 'snapshot.pendingShapes must be a number, got "3"'],
    [{ pendingShapes: 5 }, "snapshot must be one that a pool made, got an object"],
  ])("is refused by name: %j", (changed, message) => {
    const given = { ...snapshot, ...changed } as never;
    for (const ask of [
      () => asked.scores({ snapshot: given }),
      () => asked.whatIf({ snapshot: given }),
      () => scoreSplit(account, given, 1),
    ]) {
      expect(ask).toThrow(ArgumentError);
      expect(ask).toThrow(expect.objectContaining({ message }));
    }
  });

  it("has at most as many engines as a pool may have, in whole numbers", () => {
    const scores = (given: unknown) => () => asked.scores({ snapshot: given as never });
    const rule = "snapshot must be one that a pool made, of at most 256 engines";
    expect(scores({ ...snapshot, prefillEngines: 256 })).toThrow(`${rule}, got 257`);
    expect(scores({ ...snapshot, prefillEngines: 1.5 })).toThrow(`${rule}, got 2.5`);
    expect(scores(null)).toThrow(`${rule}, got null`);
    expect(scores({ ...snapshot, prefillEngines: 255 })()).toHaveLength(255);
  });

  it("writes nothing beyond the core's region, however long its shapes are", () => {
    const { pool } = poolAt0();
    const made = pool.decisionSnapshot();
    const before = pool.snapshot();
    const long = Array.from({ length: 100_000 }, () => 1e9) as never;
    pool.scores({ snapshot: { ...made, pendingShapes: Array.from({ length: 2000 }, () => long) } });
    expect(pool.snapshot()).toEqual(before);
  });

  it("has no more profiles than a core has room for", () => {
    const many = new ProfileSet([profile]);
    for (let i = 0; i < 300; i += 1) (many.weights as Map<unknown, number>).set({ ...profile }, 1);
    expect(() => account.price(0, 120, many, 1)).toThrow("profiles must be at most 256 distinct ones, got 301");
  });
});

describe("a score", () => {
  it("is of a number of engines, by a number of engines", () => {
    const score = (prefill: unknown, options?: unknown) => () =>
      scoreSplit(account, snapshot, prefill as never, options as never);
    expect(score("1")).toThrow(/^prefill must be a number, got "1"$/);
    expect(score(1, { decodeOverride: "1" })).toThrow(/^decodeOverride must be a number, got "1"$/);
    expect(score(1, null)).toThrow(/^options must be an object that can be read, got null$/);
  });
});

describe("an error's message", () => {
  it("shows what a terminal does not obey, bounded", () => {
    const { pool } = poolAt0();
    expect(() => pool.removeEngine("a\u001b[2J\u009b\u202eb")).toThrow('unknown engine "a\\u001b[2J\\u009b\\u202eb"');
    expect(() => pool.removeEngine((10n ** 5000n) as never)).toThrow("unknown engine a bigint");
    expect(() => pool.removeEngine("x".repeat(1e6))).toThrow(`unknown engine "${"x".repeat(76)}...`);
  });
});
