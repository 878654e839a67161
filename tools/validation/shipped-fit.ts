import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type FleetFit, fitFleet } from "./fit-fleet";
import { fitServing } from "./fit-serving";
import { fittedHalf, type InferencexRow, readInferencexRows, resultKey, systemKey } from "./inferencex-rows";
import type { Factors } from "./serving-model";
import { readTable } from "./table";
import { readVllmRuns, type VllmRun } from "./vllm-runs";

/** Everything that was fitted, once, on a part of the shipped numbers. */
export interface ShippedFit {
  readonly fleet: FleetFit;
  readonly serving: ServingFit;
}

/** Factors of published results, and the results that they come from. */
export interface ServingFit {
  readonly factors: Factors;
  /** Hardware, framework and model that the fit knows. */
  readonly systems: readonly string[];
  readonly fittedResults: readonly string[];
}

/** The shipped files: what the fit comes from, and what the tool reads unless it is given others. */
export const DATA = {
  runs: dataFile("vllm-nixl-one-node.csv"),
  results: dataFile("inferencex-disaggregated.csv"),
  transfers: dataFile("kv-transfer.csv"),
  switches: dataFile("switch-durations.csv"),
} as const;

const FIT_FILE = fileURLToPath(new URL("fit.json", import.meta.url));

/** Fits on the shipped files. */
export function makeFit(): ShippedFit {
  return { fleet: fitFleet(shippedRuns()), serving: fitHalf(readInferencexRows(readTable(DATA.results)), {}) };
}

/** Fits every second configuration of each group. */
export function fitHalf(rows: readonly InferencexRow[], prior: Factors): ServingFit {
  const fitted = fittedHalf(rows);
  return {
    factors: fitServing(fitted, prior),
    systems: [...new Set(rows.map(systemKey))].sort(),
    fittedResults: fitted.map(resultKey),
  };
}

/** The runs of the shipped file: they say which launches there were. */
export function shippedRuns(): VllmRun[] {
  return readVllmRuns(readTable(DATA.runs));
}

export function readFit(): ShippedFit {
  return JSON.parse(readFileSync(FIT_FILE, "utf8")) as ShippedFit;
}

export function writeFit(fit: ShippedFit): void {
  writeFileSync(FIT_FILE, `${JSON.stringify(fit, rounded, 2)}\n`);
}

/** Digits beyond these say nothing. */
export function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(6)) : value;
}

function dataFile(name: string): string {
  return fileURLToPath(new URL(`data/${name}`, import.meta.url));
}
