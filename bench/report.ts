import { cpus } from "node:os";
import Table from "cli-table3";
import { FIGURES, type FigureKey } from "./figures";
import { RATIOS, type RatioKey } from "./ratios";
import { type Judgement, judge } from "./targets";
import { unitOf } from "./units";

const SCHEMA = "narwhal-slo.bench/1";

/** A run: the median of each figure over its processes. */
export type Figures = Readonly<Record<FigureKey, number>>;

/** The machine-readable result. */
export function toDocument(figures: Figures, processes: number, version: string) {
  const ratios = ratiosOf(figures);
  return {
    schema: SCHEMA,
    version,
    machine: machine(),
    processes,
    figures: rounded(figures),
    ratios: rounded(ratios),
    targets: targetsOf({ ...figures, ...ratios }, figures.wasm_call_ns),
  };
}

/** The result for people. */
export function toTable(figures: Figures): string {
  const table = new Table({
    head: ["figure", "", "", "target", "met", "what"],
    colAligns: ["left", "right", "left", "right", "left", "left"],
  });
  table.push(...rowsOf(figures));
  return table.toString();
}

/** Key, value, unit, target, whether it is met, and what it is, of every figure and ratio. */
export function rowsOf(figures: Figures): string[][] {
  const row = (key: string, value: number, what: string) => {
    const judgement = judge(key, value, figures.wasm_call_ns);
    return [key, shown(value), unitOf(key), ...verdict(judgement), what];
  };
  const measured = Object.entries(figures).map(([key, value]) => row(key, value, FIGURES[key as FigureKey].title));
  const ratios = Object.entries(ratiosOf(figures));
  return [...measured, ...ratios.map(([key, value]) => row(key, value, RATIOS[key as RatioKey].join(" / ")))];
}

function verdict(judgement: Judgement | null): [target: string, met: string] {
  if (!judgement) return ["", ""];
  const { bound, target, met } = judgement;
  return [`${bound === "most" ? "<=" : ">="} ${shown(target)}`, met ? "yes" : "NO"];
}

function targetsOf(values: Readonly<Record<string, number>>, wasmCallNs: number): Record<string, Judgement> {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    const judgement = judge(key, value, wasmCallNs);
    return judgement ? [[key, { ...judgement, target: significant(judgement.target) }] as const] : [];
  });
  return Object.fromEntries(entries);
}

function ratiosOf(figures: Figures): Record<RatioKey, number> {
  const entries = Object.entries(RATIOS).map(([key, [longer, shorter]]) => [key, figures[longer] / figures[shorter]]);
  return Object.fromEntries(entries) as Record<RatioKey, number>;
}

export function machine() {
  const [cpu] = cpus();
  return { cpu: cpu?.model ?? "unknown", cores: cpus().length, node: process.version, platform: process.platform };
}

function rounded<Key extends string>(values: Readonly<Record<Key, number>>): Record<Key, number> {
  const entries = Object.entries<number>(values).map(([key, value]) => [key, significant(value)]);
  return Object.fromEntries(entries) as Record<Key, number>;
}

/** Whole numbers, bytes above all, stay exact. */
function significant(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}

function shown(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toPrecision(3);
}
