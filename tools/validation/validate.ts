import { type CheckedLink, checkLinks, hasTransfers } from "./check-links";
import { type CheckedResult, checkResults } from "./check-results";
import { type CheckedRun, checkRuns } from "./check-runs";
import { type CheckedSwitch, checkSwitches, hasSwitches } from "./check-switches";
import { hasInferencexRows, readInferencexRows } from "./inferencex-rows";
import { type ShippedFit, shippedRuns } from "./shipped-fit";
import { readTable, type Table, TableError } from "./table";
import { hasVllmRuns, readVllmRuns } from "./vllm-runs";

/** Measurements of all kinds, each beside what the models say. */
export interface Validation {
  readonly runs: readonly CheckedRun[];
  readonly results: readonly CheckedResult[];
  readonly links: readonly CheckedLink[];
  readonly switches: readonly CheckedSwitch[];
  /** Results without an engine for each role, which are left out. */
  readonly colocatedResults: number;
}

/** Column by which a file's kind is known. */
const KINDS = ["prefill_engines", "prefill_num_workers", "transfer_ms", "direction"] as const;

/**
 * Checks files of any kind, told apart by their headers.
 *
 * @throws TableError that names file and column
 */
export function validate(files: readonly string[], fit: ShippedFit): Validation {
  const tables = files.map(readTable);
  const unknown = tables.find((table) => !isKnown(table));
  if (unknown) throw unknownHeader(unknown);
  const runs = tables.filter(hasVllmRuns).flatMap(readVllmRuns);
  const rows = tables.filter(hasInferencexRows).flatMap(readInferencexRows);
  const results = checkResults(rows, fit.serving);
  return {
    runs: checkRuns(runs, fit.fleet, shippedRuns()),
    results,
    links: tables.filter(hasTransfers).flatMap(checkLinks),
    switches: tables.filter(hasSwitches).flatMap(checkSwitches),
    colocatedResults: rows.length - results.length,
  };
}

function isKnown(table: Table): boolean {
  return [hasVllmRuns, hasInferencexRows, hasTransfers, hasSwitches].some((has) => has(table));
}

function unknownHeader({ file, columns }: Table): TableError {
  const rule = `is unknown; a file must have one of ${KINDS.join(", ")}`;
  return new TableError(file, columns[0] ?? null, rule);
}
