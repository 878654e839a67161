import { CELL, CELL_FIELDS } from "../wasm/cell-rows";
import type { MergeRule, WindowSpec } from "../wasm/window-region";
import { shapeCells } from "../wasm/window-region";

/** One cell that is put together: its row. */
type Row = Float64Array;

/**
 * One bucket of a window from those of several routers: cells of one shape become one. Shapes beyond those that the
 * window holds go to its overflow cohort, which counts each request and none for less than it is.
 */
export function foldCells(spec: WindowSpec, parts: readonly Float64Array[]): Float64Array {
  const held = parts.filter((rows) => rows.length > 0);
  const only = held[0];
  if (only === undefined) return new Float64Array(0);
  const exact = new Map<string, Row>();
  let cohort: Row | null = null;
  for (const rows of held) {
    for (let at = 0; at < rows.length; at += CELL_FIELDS) {
      const row = rows.slice(at, at + CELL_FIELDS);
      if (row[CELL.overflow] !== 0) cohort = merged(cohort, row, spec.merge);
      else addExact(exact, row);
    }
  }
  const cells = [...exact.values()].sort(byArrival);
  for (const row of cells.splice(shapeCells(spec))) cohort = merged(cohort, row, spec.merge);
  if (cohort !== null) cells.push(cohort);
  return flattened(cells);
}

function addExact(exact: Map<string, Row>, row: Row): void {
  const key = `${row[CELL.a]},${row[CELL.b]},${row[CELL.c]}`;
  const known = exact.get(key);
  if (known === undefined) exact.set(key, row);
  else count(known, row);
}

function count(into: Row, row: Row): void {
  const lastS = field(into, CELL.lastS);
  const otherS = field(row, CELL.lastS);
  if (otherS > lastS) into[CELL.lastCertain] = field(row, CELL.lastCertain);
  else if (otherS === lastS && row[CELL.lastCertain] === 1) into[CELL.lastCertain] = 1;
  into[CELL.firstS] = Math.min(field(into, CELL.firstS), field(row, CELL.firstS));
  into[CELL.lastS] = Math.max(lastS, otherS);
  into[CELL.count] = field(into, CELL.count) + field(row, CELL.count);
}

/** A cohort that takes a cell in, by the rule of its window. */
function merged(cohort: Row | null, row: Row, rule: MergeRule): Row {
  if (cohort === null) {
    const first = row.slice();
    first[CELL.overflow] = 1;
    return first;
  }
  const into = rule === "first" && field(row, CELL.firstS) < field(cohort, CELL.firstS) ? valued(cohort, row) : cohort;
  if (rule !== "first") enlarge(into, row, rule);
  count(into, row);
  return into;
}

function enlarge(into: Row, row: Row, rule: MergeRule): void {
  const isOpen = rule === "expected" && (into[CELL.b] === 0 || row[CELL.b] === 0);
  for (const place of [CELL.a, CELL.b, CELL.c]) into[place] = Math.max(field(into, place), field(row, place));
  if (isOpen) into[CELL.b] = 0;
}

function valued(into: Row, row: Row): Row {
  for (const place of [CELL.a, CELL.b, CELL.c]) into[place] = field(row, place);
  return into;
}

function byArrival(one: Row, other: Row): number {
  for (const place of [CELL.firstS, CELL.a, CELL.b, CELL.c]) {
    const difference = field(one, place) - field(other, place);
    if (difference !== 0) return difference;
  }
  return 0;
}

function flattened(cells: readonly Row[]): Float64Array {
  const rows = new Float64Array(cells.length * CELL_FIELDS);
  for (const [place, row] of cells.entries()) rows.set(row, place * CELL_FIELDS);
  return rows;
}

function field(row: Row, place: number): number {
  return row[place] as number;
}
