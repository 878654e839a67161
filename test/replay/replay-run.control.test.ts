import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/errors";
import { type ReplayControl, ReplayRun } from "../../src/replay/index";
import { countsOf, movesOf, replay, shipped } from "./replay-run-inputs";

const on = replay(shipped("pddd"));
const off = replay(shipped("pddd", { control: "off" }));

describe("on", () => {
  test("moves engines, and keeps more promises than without control", () => {
    expect(on.control).toBe("on");
    expect(movesOf(on)).toEqual([
      [70, 70, "engine-3", "decode -> prefill"],
      [195, 195, "engine-1", "decode -> prefill"],
    ]);
    expect(on.attainment).toMatchObject({ total: 2000, ttftMet: 1074, tpotMet: 1987, bothMet: 1063 });
    expect(on.reversals).toBe(0);
  });

  test("counts decisions by result and reason, the most frequent first", () => {
    expect(on.decisions).toEqual([
      { result: "held", reason: "insufficient_history", count: 25, urgent: 0 },
      { result: "held", reason: "movement_margin", count: 19, urgent: 0 },
      { result: "held", reason: "source_pressure_prefill", count: 15, urgent: 0 },
      { result: "held", reason: "source_pressure_decode", count: 13, urgent: 0 },
      { result: "held", reason: "evidence_collecting", count: 11, urgent: 0 },
      { result: "held", reason: "confirming", count: 10, urgent: 0 },
      { result: "applied", reason: "improved", count: 2, urgent: 0 },
      { result: "held", reason: "evidence_trend", count: 1, urgent: 0 },
    ]);
  });

  test("a decision comes with its move", () => {
    const [move] = on.moves;
    expect(move?.decision).toMatchObject({ at: 70, prefill: 2, decode: 2, by: "reactive", reason: "improved" });
  });

  test("rows follow the roles", () => {
    const changes = on.rows.filter(({ moves }) => moves > 0);
    expect(changes.map((row) => [row.fromS, row.toS, row.prefillEngines, row.decodeEngines, row.moves])).toEqual([
      [60, 90, 2, 2, 1],
      [180, 210, 3, 1, 1],
    ]);
    expect(on.rows.at(-1)).toMatchObject({ prefillEngines: 3, decodeEngines: 1, moves: 0 });
  });

  test("rows add up to the run", () => {
    const sum = (field: "total" | "ttftMet" | "tpotMet" | "bothMet") =>
      on.rows.reduce((total, row) => total + row.attainment[field], 0);
    const { total, ttftMet, tpotMet, bothMet } = on.attainment;
    expect([sum("total"), sum("ttftMet"), sum("tpotMet"), sum("bothMet")]).toEqual([total, ttftMet, tpotMet, bothMet]);
  });
});

describe("off", () => {
  test("decides and moves nothing", () => {
    expect(off).toMatchObject({ control: "off", decisions: [], moves: [], reversals: 0 });
    expect(off.state.counters.decisions).toEqual({});
    expect(off.rows.every((row) => row.prefillEngines === 1 && row.decodeEngines === 3 && row.moves === 0)).toBe(true);
    expect(off.attainment).toMatchObject({ total: 2000, ttftMet: 150, tpotMet: 2000, bothMet: 150 });
  });

  test("still samples the residents and publishes the loads", () => {
    expect(off.state.demand_history.residency.observations).toBe(120);
    const { prefillLoad, decodeLoad } = off.rows[0] ?? {};
    expect([prefillLoad, decodeLoad]).toEqual([on.rows[0]?.prefillLoad, on.rows[0]?.decodeLoad]);
    expect(prefillLoad).toBeGreaterThan(0);
    expect(decodeLoad).toBeGreaterThan(0);
  });

  test("is not urgent either", () => {
    expect(replay(shipped("pddd", { control: "off", urgent: true }))).toEqual(off);
  });
});

describe("advisory", () => {
  const advisory = replay(shipped("pddd", { control: "advisory" }));

  test("proposes, and moves nothing", () => {
    expect(countsOf(advisory)["advisory:improved"]).toBe(17);
    expect(advisory.moves).toEqual([]);
    expect(advisory.state.counters).toMatchObject({ moves: {}, refusals: 17 });
  });

  test("leaves the fleet as it is without control", () => {
    const { attainment, ttft, tpot, rows, requests, engines, demand } = advisory;
    expect({ attainment, ttft, tpot, rows, requests, engines, demand }).toEqual({
      attainment: off.attainment,
      ttft: off.ttft,
      tpot: off.tpot,
      rows: off.rows,
      requests: off.requests,
      engines: off.engines,
      demand: off.demand,
    });
  });
});

describe("the option", () => {
  test("is what the configuration says by default", () => {
    expect(new ReplayRun(shipped("pd")).control).toBe("on");
    expect(new ReplayRun(shipped("pd", { config: { advisory: true } })).control).toBe("advisory");
  });

  test("overrides the configuration", () => {
    const overridden = replay(shipped("pddd", { config: { advisory: true }, control: "on" }));
    expect(overridden).toEqual(on);
  });

  test("is one of three", () => {
    const control = "maybe" as ReplayControl;
    expect(() => new ReplayRun(shipped("pd", { control }))).toThrow(
      new ConfigError("control", "must be off, advisory, on", "maybe"),
    );
  });
});
