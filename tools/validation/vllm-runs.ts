import { requireColumns, type Table, type TableRow } from "./table";

/** One benchmark run of a disaggregated fleet under a closed loop. Measured times in seconds; null: not measured. */
export interface VllmRun {
  readonly experiment: string;
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requestRate: number;
  /** 0: no bound. */
  readonly maxConcurrency: number;
  readonly requests: number;
  readonly requestThroughput: number | null;
  readonly medianTtftS: number | null;
  readonly medianTpotS: number | null;
}

const SETUP = [
  "experiment",
  "prefill_engines",
  "decode_engines",
  "input_tokens",
  "output_tokens",
  "request_rate",
  "completed",
];
const MEASURED = ["request_throughput", "median_ttft_ms", "median_tpot_ms"];

/** Whether the header is that of such runs. */
export function hasVllmRuns({ columns }: Table): boolean {
  return columns.includes("prefill_engines") && columns.includes("decode_engines");
}

/** @throws TableError that names the column */
export function readVllmRuns(table: Table): VllmRun[] {
  requireColumns(table, [...SETUP, ...MEASURED]);
  return table.rows.map(readRun);
}

function readRun(row: TableRow): VllmRun {
  return {
    experiment: row.text("experiment"),
    prefillEngines: row.count("prefill_engines"),
    decodeEngines: row.count("decode_engines"),
    inputTokens: row.count("input_tokens", 1),
    outputTokens: row.count("output_tokens", 1),
    requestRate: row.rate("request_rate"),
    maxConcurrency: row.measured("max_concurrency") ?? 0,
    requests: row.count("completed", 1),
    requestThroughput: row.measured("request_throughput"),
    medianTtftS: seconds(row.measured("median_ttft_ms")),
    medianTpotS: seconds(row.measured("median_tpot_ms")),
  };
}

/** A run without an engine for each role: one engine did both. */
export function isColocated({ prefillEngines, decodeEngines }: VllmRun): boolean {
  return prefillEngines === 0 || decodeEngines === 0;
}

/** A name that no other run of the files has. */
export function runKey(run: VllmRun): string {
  return `${shapeKey(run)} x${run.outputTokens} @${run.requestRate}`;
}

/** A run and what it measured: the same setup may be measured again. */
export function runResultKey(run: VllmRun): string {
  return `${runKey(run)} = ${run.requestThroughput}`;
}

/** The placement as people write it: 1P3D. */
export function placementOf(run: VllmRun): string {
  return isColocated(run) ? "colocated" : `${run.prefillEngines}P${run.decodeEngines}D`;
}

/**
 * The runs that found empty prefix caches: the first run of an input length after a launch. Every run has the same
 * prompts. The files do not say the order; a launch runs its low rates and short outputs first.
 */
export function coldRuns(runs: readonly VllmRun[]): ReadonlySet<string> {
  const first = new Map<string, VllmRun>();
  for (const run of runs) {
    const other = first.get(shapeKey(run));
    if (!other || comesBefore(run, other)) first.set(shapeKey(run), run);
  }
  return new Set([...first.values()].map(runKey));
}

function comesBefore(a: VllmRun, b: VllmRun): boolean {
  return a.requestRate === b.requestRate ? a.outputTokens < b.outputTokens : a.requestRate < b.requestRate;
}

function shapeKey(run: VllmRun): string {
  return `${run.experiment} ${placementOf(run)} ${run.inputTokens}`;
}

function seconds(ms: number | null): number | null {
  // A run with outputs of one token has a TPOT of 0: nothing was measured.
  return ms === null || ms === 0 ? null : ms / 1000;
}
