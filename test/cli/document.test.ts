import { spawn } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { ReplayDocument } from "../../src/replay";
import { compareSchema, replaySchema } from "../../src/schema-entry";
import { COMMAND, output, TRACE } from "./command";

function documentOf(...args: readonly string[]): ReplayDocument {
  return JSON.parse(output("replay", TRACE, "--json", ...args));
}

/** The names of all fields of a JSON value. */
function namesOf(json: unknown): string[] {
  if (json === null || typeof json !== "object") return [];
  const names = Array.isArray(json) ? [] : Object.keys(json);
  return [...names, ...Object.values(json).flatMap(namesOf)];
}

function sumOf(counts: Readonly<Record<string, number | null>>): number {
  return Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

describe("the document of a replay", () => {
  const document = documentOf();

  it("is one JSON value of a name and a version, in snake_case", () => {
    expect(document).toMatchObject({ schema: "narwhal-slo/replay", version: 1 });
    expect(document.state).toMatchObject({ schema: "narwhal-slo/state", version: 1 });
    expect(namesOf(document).filter((name) => /[A-Z]/.test(name))).toEqual([]);
  });

  it("is as its schema says", () => {
    expect(v.parse(replaySchema, document)).toEqual(document);
    const urgent = documentOf("--urgent", "--load", "2");
    expect(v.parse(replaySchema, urgent)).toEqual(urgent);
  });

  it("of a comparison is as its schema says", () => {
    const comparison: unknown = documentOf("--compare");
    expect(v.parse(compareSchema, comparison)).toEqual(comparison);
    expect(v.is(replaySchema, comparison)).toBe(false);
  });

  it("says what was replayed, with what, and by which rules", () => {
    expect(document.trace).toEqual({
      file: "azure-code-busiest2000.csv",
      format: "azure",
      requests: 2000,
      span_s: 479.631421,
      out_of_order_rows: 0,
      skipped_rows: 0,
    });
    expect(document.config).toMatchObject({ ttft_slo_s: 1, tpot_slo_s: 0.05, window_s: 120 });
    expect(document.simulation).toMatchObject({ speed: 1, seed: 1 });
    expect(document.engines.map(({ role }) => role)).toEqual(["prefill", "decode", "decode", "decode"]);
  });

  it("accounts for every request, in the simulation and in the pool", () => {
    const { requests, state, attainment } = document;
    expect(sumOf(requests)).toBe(2000);
    const { opened, ...places } = state.requests;
    expect([opened, sumOf(places)]).toEqual([2000, 2000]);
    const { offered, ...became } = state.offers;
    expect([offered, sumOf(became)]).toEqual([2000, 2000]);
    const { completed, failed, expired, refused } = requests as Record<string, number>;
    expect(attainment.total).toBe(sumOf({ completed, failed, expired, refused } as Record<string, number>));
    expect(sumOf(state.anomalies)).toBe(0);
  });

  it("has rows that follow on each other, and share out all outcomes", () => {
    const { rows, attainment, time_s: endS } = document;
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map((row) => row.from_s)).toEqual([0, ...rows.slice(0, -1).map((row) => row.to_s)]);
    expect(rows.at(-1)?.to_s).toBe(endS);
    for (const field of ["total", "ttft_met", "tpot_met", "both_met"] as const) {
      expect(rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)).toBe(attainment[field]);
    }
  });

  it("shows ratios that belong to their counts, and null where there is nothing to divide", () => {
    for (const { total, both_met, both_ratio } of document.rows) {
      if (total === 0) expect(both_ratio).toBe(null);
      else expect(both_ratio).toBeCloseTo((both_met as number) / (total as number), 6);
    }
    expect(document.rows.some(({ total }) => total === 0)).toBe(true);
  });

  it("is the same for the same seed, and another one for another", () => {
    expect(documentOf("--seed", "1")).toEqual(document);
    const other = documentOf("--seed", "2");
    expect(other.ttft).not.toEqual(document.ttft);
    expect(other.trace).toEqual(document.trace);
  });

  it("of a load of 2 is of half the span", () => {
    const doubled = documentOf("--load", "2");
    expect(doubled.simulation).toMatchObject({ speed: 2 });
    expect(doubled.time_s).toBeGreaterThan(479.631421 / 2);
    expect(doubled.time_s).toBeLessThan(479.631421);
    expect(doubled.requests).toMatchObject({ open: 0 });
  });

  it("of other engines and promises says so", () => {
    const other = documentOf("--prefill", "2", "--decode", "1", "--slo-ttft", "4", "--slo-tpot", "0.03");
    expect(other.engines.map(({ id, role }) => `${id} ${role}`)).toEqual([
      "engine-0 prefill",
      "engine-1 prefill",
      "engine-2 decode",
    ]);
    expect(other.config).toMatchObject({ ttft_slo_s: 4, tpot_slo_s: 0.03 });
  });
});

describe("a reader that stops early", () => {
  it("is no error", async () => {
    const args = ["replay", TRACE, "--json", "--prefill", "100", "--decode", "150"];
    const child = spawn(process.execPath, [COMMAND, ...args]);
    const [chunks, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      child.stdout.destroy();
    });
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    const [status] = await once(child, "close");
    expect([status, Buffer.concat(errors).toString()]).toEqual([0, ""]);
    // It did stop before the end.
    expect(output(...args).length).toBeGreaterThan(Buffer.concat(chunks).length);
  });
});
