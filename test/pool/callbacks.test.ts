import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { callbackSink, manualClock, memorySink, type Policy, type Pool, type RowSink } from "../../src/index";
import { replayEvents } from "../../src/journal-entry";
import { checkConservation } from "../../src/schema-entry";
import { RandomRun, seededSteps } from "../journal/random-run";
import { poolAt0, view } from "./fixtures";

const STEPS = seededSteps(11, 1500);
const PLAIN = new RandomRun({ urgent: true }).run(STEPS);

/** What a run came to, but for its logs. */
function outcome({ decisions, pool }: RandomRun) {
  const { journal: _, event_log: __, ...state } = pool.state();
  return { decisions, state, demand: pool.demand(), snapshot: pool.decisionSnapshot() };
}
const WANTED = outcome(PLAIN);

function thrower(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

/** Things to throw that are no errors, or errors that are strange. */
const STRANGE = [
  undefined,
  null,
  Symbol("s"),
  Object.create(null),
  Object.assign(new Error(), { message: 5 }),
  Object.defineProperty(new Error(), "message", { get: thrower(new Error("in the message")) }),
  new Proxy({}, { get: thrower(new Error("proxy")), getPrototypeOf: thrower(new Error("proxy")) }),
];

/** What has a property of promises: a promise of another kind, as a library may have it, or something strange. */
function thenable(property: PropertyDescriptor): object {
  return Object.defineProperty({}, ["th", "en"].join(""), property);
}

function rejected(reason: unknown): object {
  return thenable({ value: (_: unknown, reject?: (reason: unknown) => void) => reject?.(reason) });
}

const SINKS: readonly (readonly [string, () => RowSink])[] = [
  ["throws", () => ({ write: thrower(new Error("sink")) })],
  ...STRANGE.map((thrown, i) => [`throws a strange thing (${i})`, () => ({ write: thrower(thrown) })] as const),
  ["throws when it is told how parts begin", () => ({ write() {}, startPartsWith: thrower(new Error("parts")) })],
  ["has no write", () => ({}) as never],
  ["rejects", () => callbackSink(async () => Promise.reject(new Error("late")))],
  ["rejects with nothing", () => callbackSink(async () => Promise.reject())],
  ["rejects by a promise of another kind", () => callbackSink(() => rejected(new Error("other")))],
  ["never settles", () => callbackSink(() => new Promise(() => {}))],
  ["returns garbage", () => callbackSink(() => [Number.NaN, thenable({ value: 5 })])],
  [
    "returns what throws when it is looked at",
    () => callbackSink(() => new Proxy({}, { get: thrower(new Error("get")), has: thrower(new Error("has")) })),
  ],
  [
    "returns what throws when it is waited for",
    () => callbackSink(() => thenable({ get: thrower(new Error("then")) })),
  ],
];

describe("a sink that", () => {
  it.each(SINKS)("%s changes no number and no decision", async (_, sink) => {
    const run = new RandomRun({ urgent: true, journal: sink(), eventLog: sink() }).run(STEPS);
    expect(outcome(run)).toEqual(WANTED);
    await setImmediate();
    expect(checkConservation(run.pool.state())).toEqual([]);
  });

  it("rejects leaves a log that tells of the gap", async () => {
    const kept = memorySink();
    let row = 0;
    const eventLog: RowSink = {
      write(text) {
        row += 1;
        if (row === 3) return Promise.reject(new Error("late")) as never;
        return kept.write(text);
      },
    };
    const { pool } = poolAt0({ eventLog });
    const request = pool.open();
    request.size(10, 10);
    await setImmediate();
    request.cancel();
    pool.pass();
    expect(pool.state().event_log).toEqual({ rows: 6, failed: 1, last_error: "late" });
    expect(kept.rows.map((text) => JSON.parse(text).type)).toEqual([
      "meta",
      "open",
      "gap",
      "cancelled",
      "pass",
      "look",
    ]);
    expect(replayEvents(kept.rows)).toMatchObject({ gap: { line: 3, rows: 1 }, difference: null });
  });

  it("calls the pool while it takes a gap leaves another gap", () => {
    const rows = memorySink();
    const pools: Pool[] = [];
    let fails = false;
    const eventLog: RowSink = {
      write(text) {
        if (fails) throw new Error("no space");
        rows.write(text);
        if (text.includes('"rows":2}')) pools[0]?.recordRisk("meddled");
      },
    };
    const { pool } = poolAt0({ eventLog });
    pools.push(pool);
    fails = true;
    for (const kind of ["a", "b"]) pool.recordRisk(kind);
    fails = false;
    for (const kind of ["c", "d"]) pool.recordRisk(kind);
    const told = rows.rows.slice(1).map((text) => JSON.parse(text));
    expect(told.map(({ kind, rows: missing }) => kind ?? missing)).toEqual([2, "c", 1, "d"]);
  });

  it("is slow changes no time: that of a call was read before", () => {
    const slow: RowSink = { write: () => run.clock.advance(0) };
    const run = new RandomRun({ urgent: true, journal: slow, eventLog: slow }).run(STEPS);
    expect(outcome(run)).toEqual(WANTED);
    const rows = memorySink();
    const clock = manualClock(0);
    const eventLog: RowSink = {
      write(text) {
        rows.write(text);
        clock.advance(5);
      },
    };
    const { pool } = poolAt0({ clock, eventLog });
    pool.open();
    expect(pool.state().at_s).toBe(10);
    expect(rows.rows.map((text) => JSON.parse(text).at_s)).toEqual([0, 5, 10]);
  });

  it("calls the pool loses the rows of those calls, which are counted, and nothing else", () => {
    const pools: Pool[] = [];
    const rows = memorySink({ limit: 1e6 });
    const meddling: RowSink = {
      write(text) {
        rows.write(text);
        const [pool] = pools;
        if (!pool) return;
        const request = pool.open();
        request.size(20, 5);
        request.cancel();
        pool.recordRisk("meddled");
        pool.sample();
        pool.demand();
      },
    };
    const run = new RandomRun({ urgent: true, journal: meddling, eventLog: meddling });
    pools.push(run.pool);
    run.run(STEPS.slice(0, 300));
    const state = run.pool.state();
    expect(checkConservation(state)).toEqual([]);
    expect(state.event_log?.last_error).toBe("the sink called the pool while it took a row");
    expect(state.event_log?.failed).toBeGreaterThan(300);
    const types = rows.rows.map((text) => JSON.parse(text).type);
    expect(types).toContain("gap");
    expect(types).not.toContain("meddled");
  });
});

describe("a clock that", () => {
  const CLOCKS: readonly (readonly [string, () => unknown])[] = [
    ["throws", thrower(new Error("clock"))],
    ["throws nothing", thrower(undefined)],
    ["says NaN", () => Number.NaN],
    ["says Infinity", () => Number.POSITIVE_INFINITY],
    ["says nothing", () => undefined],
    ["says a BigInt", () => 5n],
    ["says a text", () => "5"],
    ["says an object with a value", () => ({ valueOf: () => 5 })],
    ["says a promise that rejects", () => Promise.reject(new Error("async clock"))],
  ];
  const CALLS: readonly ((pool: Pool) => unknown)[] = [
    (pool) => pool.open(),
    (pool) => pool.pass(),
    (pool) => pool.sample(),
    (pool) => pool.urgent(),
    (pool) => pool.demand(),
    (pool) => pool.history(),
    (pool) => pool.learned(),
    (pool) => pool.loads(),
    (pool) => pool.scores(),
    (pool) => pool.whatIf(),
    (pool) => pool.attainment(),
    (pool) => pool.decisionSnapshot(),
    (pool) => pool.moved("p"),
    (pool) => pool.moveFailed("p"),
    (pool) => pool.recordRisk("oom"),
    (pool) => pool.addEngine({ id: "x", role: "prefill" }),
    (pool) => pool.removeEngine("p"),
    (pool) => pool.state(),
    (pool) => pool.snapshot(),
  ];
  const BYTES = poolAt0().pool.snapshot();

  it.each(CLOCKS)("%s is refused by the pool and counted by handles, and nothing changes", async (_, broken) => {
    let works = true;
    let nowS = 0;
    const clock = { now: () => (works ? nowS : broken()) as number };
    const { pool } = poolAt0({ clock });
    const request = pool.open();
    request.size(100, 10);
    request.prefill("p");
    nowS = 5;
    pool.pass();
    pool.open().cancel();
    const before = view(pool);
    const idle = poolAt0({ clock }).pool;
    works = false;
    expect(() => idle.restore(BYTES)).toThrow("clock.now() must be a finite number of seconds");
    for (const call of CALLS) expect(() => call(pool), String(call)).toThrow(/must be a finite number of seconds/);
    request.firstToken();
    request.retry();
    request.complete();
    request.size(1);
    // Times of the router's own are as good as ever, where they say anything.
    request.firstToken({ at: 5.5 });
    works = true;
    const { anomalies, ...after } = view(pool);
    expect({ ...after, anomalies: { ...anomalies, invalid_time: 0, size: 0 } }).toEqual({
      ...before,
      state: { ...before.state, fleet: expect.anything(), loads: expect.anything() },
      snapshot: expect.anything(),
    });
    expect(anomalies).toMatchObject({ invalid_time: 3, size: 1 });
    expect([request.state, request.ttftS]).toEqual(["sized", 5.5]);
    expect(checkConservation(pool.state())).toEqual([]);
  });

  it("fails after a pass has decided takes nothing from the decision", () => {
    const log = memorySink();
    let reads = 0;
    const now = () => {
      reads += 1;
      if (reads === 3) throw new Error("clock");
      return reads === 1 ? 0 : 10;
    };
    const { pool } = poolAt0({ clock: { now }, eventLog: log });
    const { decisions } = pool.pass();
    expect([reads, decisions.length]).toEqual([3, 1]);
    expect(pool.state().decision_times.count).toBe(0);
    expect(JSON.parse(log.rows.at(-2) ?? "").decisions).toHaveLength(1);
  });

  it("calls the pool ends in an error, and nothing is lost", () => {
    const pools: Pool[] = [];
    let calls = true;
    const clock = { now: () => (calls && pools[0] ? pools[0].pass().decisions.length : 5) };
    const { pool } = poolAt0({ clock });
    const request = pool.open();
    pools.push(pool);
    expect(() => pool.pass()).toThrow(/must be a finite number of seconds/);
    request.size(5, 5);
    calls = false;
    expect(checkConservation(pool.state())).toEqual([]);
  });
});

describe("a policy that", () => {
  const deciding = (decide: Policy["decide"], more: Partial<Policy> = {}) =>
    poolAt0({ policy: { name: "mine", reasons: ["content"], every: "pass", decide, ...more } }).pool;
  const errorOf = (pool: Pool) => pool.pass().decisions[0]?.policyError;

  it.each(STRANGE.map((thrown, i) => [i, thrown]))("throws a strange thing (%i) holds", (_, thrown) => {
    const pool = deciding(thrower(thrown));
    expect(pool.pass().decisions).toMatchObject([{ reason: "policy_error", policyError: expect.any(String) }]);
    expect(checkConservation(pool.state())).toEqual([]);
  });

  it("throws a long text is cut short", () => {
    expect(errorOf(deciding(thrower(new Error("x".repeat(1e6)))))).toBe("x".repeat(200));
  });

  it("is async holds, and its rejection ends no process", async () => {
    const pool = deciding((async () => Promise.reject(new Error("async"))) as never);
    expect(errorOf(pool)).toBe("action undefined is neither hold nor move");
    await setImmediate();
  });

  it("calls the pool is refused all that would change what it decides from", () => {
    const calls: readonly ((pool: Pool) => unknown)[] = [
      (pool) => pool.pass(),
      (pool) => pool.urgent(),
      (pool) => pool.sample(),
      (pool) => pool.moved("p"),
      (pool) => pool.moveFailed("p"),
      (pool) => pool.recordRisk("oom"),
      (pool) => pool.addEngine({ id: "x", role: "prefill" }),
      (pool) => pool.removeEngine("p"),
      (pool) => pool.setAvailable("p", false),
      (pool) => pool.setPinned("p", true),
      (pool) => pool.setProfile("p", null),
      (pool) => pool.snapshot(),
      (pool) => pool.restore(new Uint8Array()),
    ];
    for (const call of calls) {
      const pool: Pool = deciding(() => call(pool) as never);
      const before = view(pool).state.fleet;
      expect(errorOf(pool)).toMatch(/^\w+ is not possible: the pool is deciding$/);
      expect(view(pool).state.fleet).toEqual(before);
      expect(() => pool.recordRisk("after")).not.toThrow();
    }
  });

  it("asks the pool, or tells it of requests, gets what it asks for", () => {
    const pool: Pool = deciding(() => {
      const request = pool.open();
      request.size(5, 5);
      request.complete();
      return { action: "hold", reason: "content", facts: { opened: pool.state().requests.opened } };
    });
    expect(pool.pass().decisions).toMatchObject([{ reason: "content", policyFacts: { opened: 1 } }]);
    expect(checkConservation(pool.state())).toEqual([]);
  });

  it("says another thing each time is held to what was checked", () => {
    let reads = 0;
    const fickle = (first: unknown, later: unknown) => ({
      get: () => (reads++ === 0 ? first : later),
      enumerable: true,
    });
    const decision = Object.defineProperties({}, { action: fickle("hold", "dance"), reason: { value: "content" } });
    expect(deciding(() => decision as never).pass().decisions).toMatchObject([{ reason: "content", result: "held" }]);
    expect(reads).toBe(1);
    const policy = { name: "mine", reasons: ["content"], every: "pass" as const, decide: () => decision as never };
    const { pool } = poolAt0({ policy });
    policy.name = "reactive";
    policy.reasons.length = 0;
    reads = 0;
    expect(pool.pass().decisions).toMatchObject([{ by: "mine", reason: "content" }]);
  });

  it("has a limit keeps no hold on the record's", () => {
    const limit = { gate: "policy" as const, value: 1, threshold: 2, clearsInS: null };
    const pool = deciding(() => ({ action: "hold", reason: "content", limit }));
    const [decision] = pool.pass().decisions;
    limit.value = 7;
    expect(decision?.limit?.value).toBe(1);
  });

  it.each([[["mine"]], [new String("mine")]])("has no text for a name is none: %j", (name) => {
    expect(() => deciding(() => null as never, { name: name as never })).toThrow(/^policy\.name must match/);
  });
});
