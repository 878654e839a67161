import { Matrix, SVD, solve } from "ml-matrix";

/** A point of a linear model: what it is made of, what was measured, and how much it counts. */
export interface FitPoint {
  readonly terms: readonly number[];
  readonly value: number;
  readonly weight: number;
}

/** A linear model whose coefficients are never negative. */
export interface Fit {
  readonly coefficients: readonly number[];
  /** Mean of the absolute relative errors of the points. */
  readonly mape: number;
  /** The same, each point predicted by a fit without it. */
  readonly heldOutMape: number;
  /** Condition of the terms, each scaled to length 1: how far they can be told apart. */
  readonly condition: number;
}

/** Fits by least squares: a term whose coefficient would be negative is left out, the most negative one first. */
export function fitPoints(points: readonly FitPoint[]): Fit {
  const coefficients = coefficientsOf(points);
  const heldOut = points.map((point, index) =>
    errorOf(point, coefficientsOf(points.filter((_, other) => other !== index))),
  );
  return {
    coefficients,
    mape: mean(points.map((point) => errorOf(point, coefficients))),
    heldOutMape: mean(heldOut),
    condition: new SVD(scaled(points, allTerms(points)).matrix).condition,
  };
}

/** Prediction of a model for some terms. */
export function predicted(terms: readonly number[], coefficients: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0);
}

function coefficientsOf(points: readonly FitPoint[]): number[] {
  let kept = allTerms(points);
  for (;;) {
    const solved = solveFor(points, kept);
    const worst = Math.min(...solved);
    if (worst >= 0) return allTerms(points).map((term) => solved[kept.indexOf(term)] ?? 0);
    kept = kept.filter((_, index) => index !== solved.indexOf(worst));
  }
}

function solveFor(points: readonly FitPoint[], kept: readonly number[]): number[] {
  const { matrix, lengths } = scaled(points, kept);
  const values = Matrix.columnVector(points.map(({ value, weight }) => value * weight));
  const solution = solve(matrix, values, true).to1DArray();
  return solution.map((coefficient, index) => coefficient / (lengths[index] as number));
}

/** The weighted terms, each column scaled to length 1: terms differ by ten powers of ten. */
function scaled(points: readonly FitPoint[], kept: readonly number[]) {
  const columns = kept.map((term) => points.map(({ terms, weight }) => (terms[term] as number) * weight));
  const lengths = columns.map((column) => Math.hypot(...column));
  const unit = columns.map((column, index) => column.map((value) => value / (lengths[index] as number)));
  return { matrix: new Matrix(unit).transpose(), lengths };
}

function allTerms(points: readonly FitPoint[]): number[] {
  return (points[0]?.terms ?? []).map((_, index) => index);
}

function errorOf({ terms, value }: FitPoint, coefficients: readonly number[]): number {
  return Math.abs(predicted(terms, coefficients) / value - 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
