import { describe, expect, it } from "vitest";
import { memorySink } from "../../src/index";
import { replayEvents } from "../../src/journal-entry";
import { createPoolSync } from "../../src/pool/create-pool";
import { toWire } from "../../src/wire";
import { PROFILE } from "../fleet/fixtures";
import { rowsOf, writingPool } from "./fixtures";

/** A row of an event log. */
type Row = Readonly<Record<string, unknown>>;

describe("the log", () => {
  it("begins with its meta row", () => {
    const { eventLog } = writingPool({ whileUnavailable: "rebalance" });
    expect(JSON.parse(eventLog.rows[0] ?? "")).toMatchObject({
      type: "meta",
      at_s: 100,
      schema: "narwhal-slo/events",
      version: 1,
      options: { urgent: false, while_unavailable: "rebalance" },
    });
  });

  it("has each call of a request, with the time that was used", () => {
    const { pool, clock, eventLog } = writingPool();
    const request = pool.open({ id: 'a"b' });
    clock.advance(0.125);
    request.size(800, 40, { cachedTokens: 100 });
    request.reprice(900, undefined, { at: 100.0625 });
    request.wait();
    request.prefill("p0");
    clock.advance(0.5);
    request.firstToken();
    request.decode("d0");
    request.token();
    request.token(3);
    request.retry();
    request.complete({ outputTokens: 7 });
    for (const end of ["fail", "expire", "refuse", "reject", "cancel", "invalid"] as const)
      pool.open({ at: 99 })[end]();
    const on1 = { request: 1 };
    expect(rowsOf<Row>(eventLog)).toEqual([
      { type: "open", at_s: 100, ...on1, id: 'a"b' },
      { type: "size", at_s: 100.125, ...on1, input_tokens: 800, requested_tokens: 40, cached_tokens: 100 },
      { type: "reprice", at_s: 100.0625, ...on1, input_tokens: 900 },
      { type: "wait", at_s: 100.125, ...on1 },
      { type: "prefill", at_s: 100.125, ...on1, engine: "p0" },
      { type: "first_token", at_s: 100.625, ...on1 },
      { type: "decode", at_s: 100.625, ...on1, engine: "d0" },
      { type: "token", at_s: 100.625, ...on1 },
      { type: "token", at_s: 100.625, ...on1, tokens: 3 },
      { type: "retry", at_s: 100.625, ...on1 },
      { type: "completed", at_s: 100.625, ...on1, output_tokens: 7 },
      ...["failed", "expired", "refused", "rejected", "cancelled", "invalid"].flatMap((type, index) => [
        { type: "open", at_s: 99, request: index + 2 },
        { type, at_s: 100.625, request: index + 2 },
      ]),
    ]);
  });

  it("has wrong calls too, with what they were given", () => {
    const { pool, eventLog } = writingPool();
    const request = pool.open({ at: Number.NaN, id: -0 });
    request.token(2 ** 32, { at: Number.POSITIVE_INFINITY });
    request.size("5" as never, -0, { cachedTokens: Number.NaN });
    request.prefill(undefined as never);
    request.complete({ outputTokens: null as never });
    request.complete({ outputTokens: 0.5 });
    const nan = { f64: "NaN" };
    expect(rowsOf<Row>(eventLog)).toEqual([
      { type: "open", at_s: 100, request: 1, id: { f64: "-0" }, bad_time: true },
      { type: "token", at_s: { f64: "Infinity" }, request: 1, tokens: 2 ** 32 },
      { type: "size", at_s: 100, request: 1, input_tokens: nan, requested_tokens: { f64: "-0" }, cached_tokens: nan },
      { type: "prefill", at_s: 100, request: 1, engine: null },
      { type: "completed", at_s: 100, request: 1 },
      { type: "completed", at_s: 100, request: 1, output_tokens: 0.5 },
    ]);
  });

  it("has each call of the pool", () => {
    const { pool, eventLog } = writingPool();
    pool.recordRisk("oom");
    pool.addEngine({ id: "x", role: "decode", pinned: true, profile: { ...PROFILE, kvCapacityTokens: undefined } });
    pool.removeEngine("x");
    pool.setAvailable("p0", false);
    pool.setPinned("p1", true);
    pool.setProfile("d0", null);
    pool.setProfile("d0", PROFILE);
    pool.sample();
    pool.urgent();
    pool.pass();
    pool.moved("p0");
    pool.moveFailed("p1");
    const profile = toWire(PROFILE);
    const x = { id: "x", role: "decode", available: true, pinned: true };
    expect(rowsOf<Row>(eventLog)).toEqual([
      { type: "risk", at_s: 100, kind: "oom" },
      { type: "add_engine", at_s: 100, settings: { ...x, profile: { ...profile, kv_capacity_tokens: null } } },
      { type: "remove_engine", at_s: 100, engine: "x" },
      { type: "available", engine: "p0", available: false },
      { type: "pinned", engine: "p1", pinned: true },
      { type: "profile", engine: "d0", profile: null },
      { type: "profile", engine: "d0", profile },
      { type: "sample", at_s: 100 },
      { type: "urgent", at_s: 100 },
      { type: "pass", at_s: 100 },
      { type: "moved", at_s: 100, engine: "p0" },
      { type: "move_failed", at_s: 100, engine: "p1" },
    ]);
  });

  it("has the queries that move windows, and no others", () => {
    const { pool, eventLog } = writingPool();
    pool.attainment();
    pool.loads();
    pool.split();
    pool.demand();
    pool.history();
    pool.learned();
    const snapshot = pool.decisionSnapshot();
    pool.scores({ snapshot });
    pool.whatIf({ snapshot });
    pool.scores();
    pool.whatIf();
    pool.state();
    const queries = rowsOf<Row>(eventLog).map(({ type, at_s, query }) => [type, at_s, query]);
    const snapshots = Array.from({ length: 3 }, () => "decision_snapshot");
    const looks = ["demand", "history", "learned", ...snapshots, "state"];
    expect(queries).toEqual(looks.map((query) => ["look", 100, query]));
  });

  it("has no call that threw and changed nothing", () => {
    const { pool, clock, eventLog } = writingPool();
    const calls = [
      () => pool.recordRisk(""),
      () => pool.addEngine({ id: "p0", role: "decode" }),
      () => pool.removeEngine("nobody"),
      () => pool.setAvailable("nobody", true),
      () => pool.setPinned("nobody", true),
      () => pool.setProfile("p0", { ...PROFILE, ttftA: -1 }),
    ];
    for (const call of calls) expect(call).toThrow();
    clock.set(Number.NaN);
    expect(() => pool.pass()).toThrow();
    expect(() => pool.open()).toThrow();
    expect(rowsOf<Row>(eventLog)).toEqual([]);
  });

  it("has a pass's decisions in full precision, what JSON lacks too", () => {
    const { pool, clock, eventLog } = writingPool({ minArrivals: 0, demandFloor: 0, stepS: 1 });
    pool.open({ at: 100 }).size(800, 40);
    clock.set(101 + 1 / 3);
    const { decisions } = pool.pass();
    const [row] = rowsOf<{ decisions: Row[] }>(eventLog).slice(-1);
    expect(row?.decisions).toHaveLength(1);
    expect(row?.decisions[0]).toMatchObject({ at: 101 + 1 / 3, prefill_work: decisions[0]?.prefillWork });
  });
});

describe("two profiles that differ in a field that is undefined", () => {
  it("stay two: a sum over profiles may differ in its last bit", () => {
    const eventLog = memorySink();
    const odd = { ...PROFILE, prefillMaxTokens: undefined, ttftB: 0.1 };
    const even = { ...PROFILE, ttftB: 0.1 };
    const profiles = [odd, even, odd, even, even, odd, even];
    const engines = profiles.map((profile, i) => ({ id: `${i}`, role: "prefill" as const, profile: profile as never }));
    const options = { slo: { ttftS: 1, tpotS: 0.05 }, engines, stepS: 1, minArrivals: 0, demandFloor: 0 };
    let timeS = 0;
    const pool = createPoolSync({ ...options, clock: { now: () => timeS }, eventLog });
    for (let input = 1; input < 60; input += 1) pool.open().size(input, 0);
    for (timeS = 1; timeS < 10; timeS += 1) pool.pass();
    const replay = replayEvents(eventLog.rows);
    expect(replay.difference).toBeNull();
    expect(replay.pool?.decisionSnapshot().profiles.weights.size).toBe(2);
  });
});

describe("rows that the sink did not take", () => {
  it("are told of in their place", () => {
    const kept: string[] = [];
    let works = true;
    const write = (row: string) => {
      if (!works) throw new Error("disk full");
      kept.push(row);
    };
    const { pool } = writingPool({ eventLog: { write } });
    pool.recordRisk("a");
    works = false;
    for (const kind of ["b", "c", "d"]) pool.recordRisk(kind);
    works = true;
    pool.recordRisk("e");
    const rows = kept.map((row) => JSON.parse(row)).map(({ type, kind, rows }) => [type, kind ?? rows]);
    expect(rows.slice(1)).toEqual([
      ["risk", "a"],
      ["gap", 3],
      ["risk", "e"],
    ]);
    expect(pool.state().event_log).toEqual({ rows: 5, failed: 3, last_error: "disk full" });
  });
});
