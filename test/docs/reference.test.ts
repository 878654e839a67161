import { describe, expect, expectTypeOf, test } from "vitest";
import { configurationReference } from "../../scripts/reference/configuration";
import { decisionGuide } from "../../scripts/reference/decision-facts";
import { metricsReference } from "../../scripts/reference/metrics";
import { type ConfigInput, configSchema } from "../../src/config";
import { decisionSchema } from "../../src/decision/decision-schema";
import { createPoolSync, manualClock, monotonicClock, type Pool, type PoolOptions, StateError } from "../../src/index";
import { POOL_OPTIONS, type PoolOption } from "../../src/pool-options";
import { PROFILE } from "../fleet/fixtures";
import { codes, read, table } from "./markdown";

test("docs/metrics.md is what the catalogue says: run `npm run reference`", () => {
  expect(read("docs/metrics.md")).toBe(metricsReference());
});

test("docs/configuration.md is what the schema says: run `npm run reference`", () => {
  expect(read("docs/configuration.md")).toBe(configurationReference());
});

test("docs/decisions.md has every fact of a decision once, as their tables say: run `npm run reference`", () => {
  const page = read("docs/decisions.md");
  expect(page).toBe(decisionGuide(page));
  const [, chapter = ""] = page.split("\n## What a record has\n");
  const shown = [...chapter.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1] as string);
  expect([...shown].sort()).toEqual(Object.keys(decisionSchema.entries).sort());
});

test("every field of the configuration has its row, with default and range", () => {
  const rows = table(read("docs/configuration.md"), "Fields");
  expect(rows.map(([name = ""]) => codes(name)[0])).toEqual(Object.keys(configSchema.entries));
  const told = new Map(rows.map(([name = "", , fallback, range, unit]) => [codes(name)[0], [fallback, range, unit]]));
  expect(told.get("ttftSloS")).toEqual(["none", "> 0", "s"]);
  expect(told.get("maxShapes")).toEqual(["128", "whole, >= 1, <= 1024", "shapes"]);
  expect(told.get("utilization")).toEqual(["0.8", "> 0, <= 1", "ratio"]);
  expect(told.get("shrink")).toEqual(["0.5", "any", "ratio"]);
  expect(told.get("advisory")).toEqual(["false", "true, false", ""]);
});

describe("the other options of createPool", () => {
  const rows = table(read("docs/configuration.md"), "Other options of createPool");
  const told = new Map(rows.map(([name = "", values = "", fallback = ""]) => [codes(name)[0], { values, fallback }]));
  const SLO = { ttftS: 1, tpotS: 0.05 };
  const poolWith = (options: object) => createPoolSync({ slo: SLO, ...options } as PoolOptions);
  /** The texts that an option may be, by its row. */
  const choices = (option: string) => codes(told.get(option)?.values ?? "").map((code) => JSON.parse(code) as string);

  test("are all of them, and no field of the configuration", () => {
    expect([...told.keys()]).toEqual(POOL_OPTIONS);
    expectTypeOf<PoolOption>().toEqualTypeOf<Exclude<keyof PoolOptions, keyof ConfigInput>>();
    expect(POOL_OPTIONS.filter((option) => option in configSchema.entries)).toEqual([]);
  });

  test("no other is taken", () => {
    expect(() => poolWith({ polcy: "reactive" })).toThrow(
      'polcy is not a known field, got "reactive"; did you mean policy?',
    );
  });

  test.each(["preset", "policy", "applyMoves", "whileUnavailable"])(
    "%s may be what is told, and nothing else",
    (option) => {
      for (const choice of choices(option)) expect(() => poolWith({ [option]: choice })).not.toThrow();
      const refusal = new RegExp(`^${option} must be .*${choices(option).join(".*")}.*, got "other"$`);
      expect(() => poolWith({ [option]: "other" })).toThrow(refusal);
    },
  );

  test("have the defaults that are told", () => {
    const fallback = (option: string) => told.get(option)?.fallback;
    const state = poolWith({}).state();
    expect(fallback("policy")).toBe(`\`"${state.policy}"\``);
    expect([fallback("engines"), state.fleet.engines]).toEqual(["none", []]);
    expect([fallback("journal"), state.journal]).toEqual(["none", null]);
    expect([fallback("eventLog"), state.event_log]).toEqual(["none", null]);
    expect(fallback("clock")).toBe(`\`${monotonicClock.name}()\``);
  });

  test("act as told where they are left out", () => {
    const engines = (["prefill", "decode", "decode", "decode"] as const).map((role, i) => ({ id: `${i}`, role }));
    const clock = manualClock(0);
    const pool = poolWith({ engines, minPrefill: 2, clock });
    const stepped = () => {
      clock.advance(5);
      return pool.pass().decisions[0];
    };
    expect([told.get("applyMoves")?.fallback, stepped()?.result]).toEqual(['`"auto"`', "applied"]);
    pool.setAvailable("3", false);
    expect([told.get("whileUnavailable")?.fallback, stepped()?.reason]).toEqual(['`"hold"`', "fleet_unavailable"]);
  });

  test("that are switches are off unless they are on", () => {
    const [off, on] = [{}, { strict: true, urgent: true }].map((given) => {
      const clock = manualClock(0);
      const engines = [{ id: "p", role: "prefill", profile: PROFILE }];
      return poolWith({ ...given, engines, clock });
    });
    for (const option of ["strict", "urgent"]) expect(told.get(option)?.fallback).toBe("false");
    const wrongMove = (pool?: Pool) => () => pool?.open().token();
    expect(wrongMove(off)).not.toThrow();
    expect(wrongMove(on)).toThrow(StateError);
    const waiting = (pool?: Pool) => {
      const request = pool?.open();
      request?.size(4_000_000, 1);
      request?.wait();
      return pool?.urgentPending;
    };
    expect([waiting(off), waiting(on)]).toEqual([false, true]);
  });
});
