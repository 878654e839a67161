import { Matrix, solve } from "ml-matrix";
import type { InferencexRow } from "./inferencex-rows";
import { type Factors, factorNames, predictServed, type Served } from "./serving-model";

/** Measurements beside their predictions, and how much each counts. TTFT has the start burst of the closed loop in it. */
const COMPARED: readonly { measured: keyof InferencexRow; predicted: keyof Served; weight: number }[] = [
  { measured: "medianTpotS", predicted: "tpotS", weight: 1 },
  { measured: "throughputPerGpu", predicted: "throughputPerGpu", weight: 1 },
  { measured: "medianTtftS", predicted: "ttftS", weight: 0.2 },
];

/** How far a factor may go from its prior by itself: a standard deviation of 1 / weight in units of the errors. */
const PRIOR_WEIGHT = 0.6;
const ROUNDS = 25;
const STEP = 1e-4;
/** Beyond this relative error a result counts less: some published runs are faulty. */
const LARGE_ERROR = 0.3;

/**
 * Fits the factors of some results: least squares of logarithms, held near the prior, so that a factor which the
 * results say nothing about stays there.
 */
export function fitServing(rows: readonly InferencexRow[], prior: Factors = {}): Factors {
  const names = [...new Set([...Object.keys(prior), ...rows.flatMap(factorNames)])].sort();
  let values = names.map((name) => prior[name] ?? 0);
  let damping = 1;
  let loss = lossOf(rows, names, values, prior);
  for (let round = 0; round < ROUNDS; round++) {
    const next = stepFrom(rows, names, values, prior, damping);
    const nextLoss = lossOf(rows, names, next, prior);
    damping = nextLoss < loss ? damping / 3 : damping * 4;
    if (nextLoss < loss) [values, loss] = [next, nextLoss];
  }
  return toFactors(names, values);
}

function toFactors(names: readonly string[], values: readonly number[]): Factors {
  return Object.fromEntries(names.map((name, index) => [name, values[index] as number]));
}

/** Logarithms of predicted over measured, weighted. */
function residualsOf(row: InferencexRow, factors: Factors): number[] {
  const served = predictServed(row, factors);
  return COMPARED.map(({ measured, predicted, weight }) => {
    const value = row[measured] as number | null;
    return value === null || value === 0 ? 0 : weight * Math.log(served[predicted] / value);
  });
}

function lossOf(rows: readonly InferencexRow[], names: readonly string[], values: readonly number[], prior: Factors) {
  const factors = toFactors(names, values);
  const errors = rows.flatMap((row) => residualsOf(row, factors)).map(huber);
  const moves = values.map((value, index) => (PRIOR_WEIGHT * (value - (prior[names[index] as string] ?? 0))) ** 2);
  return [...errors, ...moves].reduce((sum, value) => sum + value, 0);
}

function huber(error: number): number {
  const size = Math.abs(error);
  return size <= LARGE_ERROR ? size * size : LARGE_ERROR * (2 * size - LARGE_ERROR);
}

/** One damped Gauss-Newton step. */
function stepFrom(
  rows: readonly InferencexRow[],
  names: readonly string[],
  values: readonly number[],
  prior: Factors,
  damping: number,
): number[] {
  const factors = toFactors(names, values);
  const normal = Matrix.zeros(names.length, names.length);
  const right = new Array<number>(names.length).fill(0);
  const places = new Map(names.map((name, index) => [name, index]));
  for (const row of rows) addRow(row, factors, places, normal, right);
  for (const [index, name] of names.entries()) {
    const weight = PRIOR_WEIGHT ** 2;
    const diagonal = normal.get(index, index) + weight;
    normal.set(index, index, diagonal + damping * 0.1 * (diagonal + weight));
    right[index] = (right[index] as number) - weight * ((values[index] as number) - (prior[name] ?? 0));
  }
  const step = solve(normal, Matrix.columnVector(right)).to1DArray();
  return values.map((value, index) => value + (step[index] as number));
}

/** Adds a result to the normal equations. */
function addRow(
  row: InferencexRow,
  factors: Factors,
  places: ReadonlyMap<string, number>,
  normal: Matrix,
  right: number[],
): void {
  const now = residualsOf(row, factors);
  const names = [...new Set(factorNames(row))];
  const columns = names.map((name) => {
    const moved = residualsOf(row, { ...factors, [name]: (factors[name] ?? 0) + STEP });
    return moved.map((value, index) => (value - (now[index] as number)) / STEP);
  });
  for (const [index, residual] of now.entries()) {
    const weight = Math.min(1, LARGE_ERROR / Math.max(Math.abs(residual), 1e-12));
    for (const [a, name] of names.entries()) {
      const i = places.get(name) as number;
      const slope = (columns[a]?.[index] as number) * weight;
      right[i] = (right[i] as number) - slope * residual;
      for (const [b, other] of names.entries()) {
        const j = places.get(other) as number;
        normal.set(i, j, normal.get(i, j) + slope * (columns[b]?.[index] as number));
      }
    }
  }
}
