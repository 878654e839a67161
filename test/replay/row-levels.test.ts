import { describe, expect, test } from "vitest";
import { checkProfile } from "../../src/profile";
import { type ReplayReport, ReplayRun } from "../../src/replay/index";
import { at, profile } from "../simulation/fleet-helpers";
import { replay, shipped, small } from "./replay-run-inputs";

const SUMMARY = [
  ...["prefillLoadMean", "prefillLoadPeak", "prefillWaitingMean", "prefillWaitingPeak"],
  ...["decodeLoadMean", "decodeLoadPeak", "decodeWaitingMean", "decodeWaitingPeak"],
] as (keyof ReplayReport["rows"][number])[];

/** Mean and peak of loads and of what waits, row by row. */
function summariesOf({ rows }: ReplayReport) {
  return rows.map((row) => SUMMARY.map((name) => row[name]));
}

describe("a row of a replay", () => {
  test("has mean and peak of the prefill load, and of what waits in the line and on the engine", () => {
    const six = Array.from({ length: 6 }, () => at(0, 1024, 1));
    const report = replay({ ...small("pd", six, { control: "off" }), rowS: 3 });
    // Each takes 1 s. At 1, 2, 3 s there are 4, 3, 2 of them that have not begun, of which the engine holds 3 at most.
    // The load is that of its residents, or the mean of the last second where that is more. At 6 s it is over.
    expect(report.rows.map(({ fromS, toS, prefillLoad }) => [fromS, toS, prefillLoad])).toEqual([
      [0, 3, 4],
      [3, 6, 2],
    ]);
    expect(summariesOf(report)).toEqual([
      [4, 4, 3, 4, 0, 0, 0, 0],
      [(3 + 2) / 2, 3, (1 + 0) / 2, 1, 0, 0, 0, 0],
    ]);
  });

  test("counts what waits for room in a decode batch", () => {
    const three = Array.from({ length: 3 }, () => at(0, 64, 33));
    const input = small("pd", three, { control: "off" });
    const single = checkProfile("d", { ...profile, decodeMaxRequests: 1 });
    const engines = input.engines.map((engine) => ({ ...engine, profile: single }));
    const report = replay({ ...input, engines, rowS: 4 });
    // Each decodes for 32 * 5/64 = 2.5 s, one after the other from 1/16 s on.
    const waiting = report.rows.map((row) => [row.decodeWaitingMean, row.decodeWaitingPeak]);
    expect(waiting).toEqual([
      [(2 + 2 + 1 + 1) / 4, 2],
      [(1 + 0 + 0) / 3, 1],
    ]);
  });

  test("without a pass has its end alone", () => {
    const report = replay({ ...small("pd", [at(0, 1024, 5)], { control: "off" }), rowS: 1 });
    expect(report.rows.map(({ fromS, toS }) => [fromS, toS])).toEqual([
      [0, 1],
      [1, 1.3125],
    ]);
    expect(report.rows[1]).toMatchObject({ prefillLoadMean: 1, prefillLoadPeak: 1, prefillLoad: 1 });
  });

  test("has means between nothing and the peak, and a peak that is no less than the end", () => {
    for (const row of replay(shipped("pddd")).rows) {
      for (const role of ["prefill", "decode"] as const) {
        expect(row[`${role}LoadMean`]).toBeLessThanOrEqual(row[`${role}LoadPeak`]);
        expect(row[`${role}WaitingMean`]).toBeLessThanOrEqual(row[`${role}WaitingPeak`]);
        if (Number.isInteger(row.toS)) expect(row[`${role}LoadPeak`]).toBeGreaterThanOrEqual(row[`${role}Load`]);
      }
    }
  });

  test("is the same however the run is stepped and looked at", () => {
    const run = new ReplayRun(shipped("pddd"));
    while (!run.done) {
      run.step(run.timeS + 7.3);
      run.report();
    }
    expect(run.report().rows).toEqual(replay(shipped("pddd")).rows);
  });

  test("shows waiting where few keep their TTFT, and the load at its end is none", () => {
    const row = replay(shipped("ppdd", { control: "off" })).rows.find(({ toS }) => toS === 120);
    expect(row?.attainment.ttftRatio).toBeLessThan(0.3);
    expect(row?.prefillLoad).toBeLessThan(0.1);
    expect(row?.prefillLoadPeak).toBeGreaterThan(1);
    expect(row?.prefillWaitingPeak).toBeGreaterThan(50);
  });
});
