import { cpus } from "node:os";
import Table from "cli-table3";
import { FIGURES, type FigureKey, RATIOS } from "./figures";

const SCHEMA = "narwhal-slo.bench/1";

/** A run: the median of each figure over its processes. */
export type Figures = Readonly<Record<FigureKey, number>>;

/** The machine-readable result. */
export function toDocument(figures: Figures, version: string) {
  return { schema: SCHEMA, version, machine: machine(), figures: rounded(figures), ratios: rounded(ratiosOf(figures)) };
}

/** The result for people. */
export function toTable(figures: Figures): string {
  const table = new Table({ head: ["figure", "", "", "what"], colAligns: ["left", "right", "left", "left"] });
  for (const [key, value] of Object.entries(figures)) {
    table.push([key, value.toPrecision(3), unitOf(key), FIGURES[key as FigureKey].title]);
  }
  for (const [key, value] of Object.entries(ratiosOf(figures))) {
    table.push([key, value.toPrecision(3), "x", "times as long as the core takes"]);
  }
  return table.toString();
}

function ratiosOf(figures: Figures): Record<string, number> {
  return Object.fromEntries(
    Object.entries(RATIOS).map(([key, [contestant, core]]) => [key, figures[contestant] / figures[core]]),
  );
}

function machine() {
  const [cpu] = cpus();
  return { cpu: cpu?.model ?? "unknown", cores: cpus().length, node: process.version, platform: process.platform };
}

function rounded<Key extends string>(values: Readonly<Record<Key, number>>): Record<Key, number> {
  const entries = Object.entries<number>(values).map(([key, value]) => [key, Number(value.toPrecision(4))]);
  return Object.fromEntries(entries) as Record<Key, number>;
}

function unitOf(key: string): string {
  return key.endsWith("_us") ? "us" : "ns";
}
