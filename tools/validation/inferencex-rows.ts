import { requireColumns, type Table, type TableRow } from "./table";

/** One published result of a disaggregated fleet. Measured times in seconds; null: not measured. */
export interface InferencexRow {
  readonly hardware: string;
  readonly framework: string;
  readonly model: string;
  readonly precision: string;
  readonly specMethod: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly concurrency: number;
  readonly prefill: Workers;
  readonly decode: Workers;
  readonly medianTtftS: number | null;
  readonly medianTpotS: number | null;
  /** Tokens a second, of inputs and outputs, over all GPUs of both roles. */
  readonly throughputPerGpu: number | null;
}

/** The engines of one role. */
export interface Workers {
  readonly workers: number;
  readonly tp: number;
  readonly ep: number;
  readonly dpAttention: boolean;
  /** Over all of its engines. */
  readonly gpus: number;
}

const NAMES = ["hardware", "framework", "model", "precision", "spec_method", "isl", "osl", "conc"];
const WORKERS = ["num_workers", "tp"].flatMap((name) => [`prefill_${name}`, `decode_${name}`]);
const GPUS = ["num_prefill_gpu", "num_decode_gpu"];
const MEASURED = ["median_ttft", "median_tpot", "tput_per_gpu"];

/** Whether the header is that of such results. */
export function hasInferencexRows({ columns }: Table): boolean {
  return columns.includes("prefill_num_workers") && columns.includes("decode_num_workers");
}

/** @throws TableError that names the column */
export function readInferencexRows(table: Table): InferencexRow[] {
  requireColumns(table, [...NAMES, ...WORKERS, ...GPUS, ...MEASURED]);
  return table.rows.map(readRow);
}

function readRow(row: TableRow): InferencexRow {
  return {
    hardware: row.text("hardware").toLowerCase(),
    framework: row.text("framework").toLowerCase(),
    model: row.text("model").toLowerCase(),
    precision: row.text("precision").toLowerCase(),
    specMethod: row.text("spec_method").toLowerCase() || "none",
    inputTokens: row.count("isl", 1),
    outputTokens: row.count("osl", 1),
    concurrency: row.count("conc", 1),
    prefill: readWorkers(row, "prefill"),
    decode: readWorkers(row, "decode"),
    medianTtftS: row.measured("median_ttft"),
    medianTpotS: row.measured("median_tpot"),
    throughputPerGpu: row.measured("tput_per_gpu"),
  };
}

function readWorkers(row: TableRow, role: "prefill" | "decode"): Workers {
  const workers = row.count(`${role}_num_workers`);
  const gpus = row.count(`num_${role}_gpu`);
  const tp = Math.max(1, row.measured(`${role}_tp`) ?? 1);
  const ep = Math.max(1, row.measured(`${role}_ep`) ?? 1);
  const perEngine = gpus / Math.max(1, workers);
  if (tp === 1 && ep === 1 && perEngine > 1) return { workers, gpus, ...assumedSizes(perEngine) };
  return { workers, gpus, tp, ep, dpAttention: /^(true|1)$/i.test(row.text(`${role}_dp_attention`)) };
}

/** One node of most kinds. */
const NODE_GPUS = 8;

/** Sizes of 1 for an engine of several GPUs were not written down: only engines beyond a node split by requests. */
function assumedSizes(perEngine: number) {
  const wide = perEngine > NODE_GPUS;
  return { tp: perEngine, ep: wide ? perEngine : 1, dpAttention: wide };
}

/** Results whose prediction makes sense: some engine in each role. */
export function isDisaggregated({ prefill, decode }: InferencexRow): boolean {
  return prefill.gpus > 0 && decode.gpus > 0;
}

/** Names of results that can be compared: they differ in their fleets and the concurrency only. */
export function groupKey(row: InferencexRow): string {
  const { hardware, framework, model, precision, specMethod, inputTokens, outputTokens } = row;
  return [hardware, framework, model, precision, specMethod, `${inputTokens}/${outputTokens}`].join(" ");
}

/** Hardware, framework and model. */
export function systemKey({ hardware, framework, model }: InferencexRow): string {
  return `${hardware} ${framework} ${model}`;
}

/** A published result: no two of them were measured alike. */
export function resultKey(row: InferencexRow): string {
  return `${groupKey(row)} ${configurationKey(row)} c${row.concurrency} ${row.medianTpotS} ${row.throughputPerGpu}`;
}

/** The fleet: workers and sizes of both roles, as prefill+decode. */
export function configurationKey({ prefill, decode }: InferencexRow): string {
  return `${workersKey(prefill)}+${workersKey(decode)}`;
}

function workersKey({ workers, tp, ep, dpAttention, gpus }: Workers): string {
  return `${workers}x${gpus / Math.max(1, workers)}gpu-tp${tp}-ep${ep}${dpAttention ? "-dp" : ""}`;
}

/**
 * The fitted half: every second configuration of each group, the first one included, in the order of their names: a
 * file's order of rows changes nothing.
 */
export function fittedHalf(rows: readonly InferencexRow[]): InferencexRow[] {
  return Object.values(groupBy(rows, groupKey)).flatMap((group) => {
    const configurations = [...new Set(group.map(configurationKey))].sort();
    const fitted = new Set(configurations.filter((_, index) => index % 2 === 0));
    return group.filter((row) => fitted.has(configurationKey(row)));
  });
}

/** Rows by a key, in the order in which the keys come. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {};
  for (const row of rows) {
    const key = keyOf(row);
    groups[key] ??= [];
    groups[key].push(row);
  }
  return groups;
}
