/** Terms of a value: three, each with a coefficient >= 0. */
export type Terms = readonly [number, number, number];

/** Belief before anything is measured. */
export interface FitPrior {
  readonly coefficients: Terms;
  /** Where the belief stands: as if it had been measured there. Three that no plane holds. */
  readonly anchors: readonly [Terms, Terms, Terms];
  /** How many measurements the coefficients weigh together, as far as their common scale goes; 0: it is unknown. */
  readonly scaleWeight: number;
}

/** State of a fit, for a handoff. */
export interface RunningFitState {
  readonly coefficients: Terms;
  readonly scale: number;
  readonly samples: number;
  readonly sums: readonly number[];
  readonly added: number;
  readonly outliers: number;
}

/** How many measurements the shape of the prior weighs: the proportions of its coefficients. */
const SHAPE_WEIGHT = 10;
/** A measurement that is so many times off is a stall, unless so many come in a row: then the engine has changed. */
const OUTLIER = 4;
const OUTLIERS_IN_A_ROW = 5;

/** No sum of squares of what is smaller overflows. */
const LARGEST = 1e100;

/** Places in the sums: products of terms, products with the value, values, squares of values, and the weight. */
export const FIT_SUMS = 12;
const VALUES = 9;
const SQUARES = 10;
const WEIGHT = 11;

/**
 * A linear model of three coefficients >= 0 that is fitted while it runs: least squares of relative errors over the
 * last measurements, with a prior that gives way. Each measurement only adds to sums (of products: so fits of equal
 * engines can be merged); `publish` solves them.
 *
 * The prior counts in two ways. Its scale weighs a few measurements: a profile that is 20 times off is corrected
 * within seconds. Its shape, at that scale, weighs 10: what measurements do not tell apart stays as it says.
 */
export class RunningFit {
  /** In force: as of the last `publish`. */
  coefficients: Terms;
  /** Measured by what the prior says: 1 is as it says. */
  scale = 1;
  /** Measurements that counted, ever. */
  samples = 0;
  readonly #prior: FitPrior;
  readonly #memory: number;
  #sums = new Float64Array(FIT_SUMS);
  /** Measurements since the last `publish`. */
  #added = 0;
  #outliers = 0;

  /** @param memory measurements after which one has lost most of its weight */
  constructor(prior: FitPrior, memory: number) {
    this.#prior = prior;
    this.#memory = memory;
    this.coefficients = prior.coefficients;
  }

  /** Mean relative error of the last measurements, against the coefficients in force; null without any. */
  get error(): number | null {
    const sums = this.#sums;
    const weight = sums[WEIGHT] as number;
    if (weight === 0) return null;
    const c = this.coefficients;
    let squares = sums[SQUARES] as number;
    for (let i = 0; i < 3; i += 1) {
      squares -= 2 * (c[i] as number) * (sums[6 + i] as number);
      for (let j = 0; j < 3; j += 1) squares += (c[i] as number) * (c[j] as number) * (sums[placeOf(i, j)] as number);
    }
    return Math.sqrt(Math.max(0, squares) / weight) / this.scale;
  }

  /** A value was measured for these terms. */
  add(t0: number, t1: number, t2: number, value: number): void {
    const [p0, p1, p2] = this.#prior.coefficients;
    const believed = p0 * t0 + p1 * t1 + p2 * t2;
    if (!(believed > 0 && believed < LARGEST) || this.#isStall(t0, t1, t2, value)) return;
    const weight = 1 / believed;
    const u0 = t0 * weight;
    const u1 = t1 * weight;
    const u2 = t2 * weight;
    const v = value * weight;
    const sums = this.#sums;
    sums[0] = (sums[0] as number) + u0 * u0;
    sums[1] = (sums[1] as number) + u0 * u1;
    sums[2] = (sums[2] as number) + u0 * u2;
    sums[3] = (sums[3] as number) + u1 * u1;
    sums[4] = (sums[4] as number) + u1 * u2;
    sums[5] = (sums[5] as number) + u2 * u2;
    sums[6] = (sums[6] as number) + u0 * v;
    sums[7] = (sums[7] as number) + u1 * v;
    sums[8] = (sums[8] as number) + u2 * v;
    sums[VALUES] = (sums[VALUES] as number) + v;
    sums[SQUARES] = (sums[SQUARES] as number) + v * v;
    sums[WEIGHT] = (sums[WEIGHT] as number) + 1;
    this.#added += 1;
    this.samples += 1;
  }

  /** Puts into force what was measured, and lets older measurements fade. */
  publish(): void {
    if (this.#added === 0) return;
    const sums = this.#sums;
    const { scaleWeight } = this.#prior;
    this.scale = ((sums[VALUES] as number) + scaleWeight) / ((sums[WEIGHT] as number) + scaleWeight);
    this.coefficients = this.#solve();
    this.forget(this.#memory / (this.#memory + this.#added));
    this.#added = 0;
  }

  /** Measurements keep only this share of their weight, 0 .. 1. */
  forget(kept: number): void {
    for (let place = 0; place < FIT_SUMS; place += 1) this.#sums[place] = (this.#sums[place] as number) * kept;
  }

  /** Adds what the fit of an equal engine has measured. It is in force from the next measurement on. */
  merge({ sums, samples }: RunningFitState): void {
    for (let place = 0; place < FIT_SUMS; place += 1) {
      this.#sums[place] = (this.#sums[place] as number) + (sums[place] as number);
    }
    this.samples += samples;
  }

  exportState(): RunningFitState {
    const { coefficients, scale, samples } = this;
    return { coefficients, scale, samples, sums: [...this.#sums], added: this.#added, outliers: this.#outliers };
  }

  /** Goes on from another fit. */
  importState({ coefficients, scale, samples, sums, added, outliers }: RunningFitState): void {
    this.coefficients = coefficients;
    this.scale = scale;
    this.samples = samples;
    this.#sums = Float64Array.from(sums);
    this.#added = added;
    this.#outliers = outliers;
  }

  /** Whether a measurement is to be left out. Too many in a row: what was measured before them is. */
  #isStall(t0: number, t1: number, t2: number, value: number): boolean {
    const [c0, c1, c2] = this.coefficients;
    const expected = c0 * t0 + c1 * t1 + c2 * t2;
    const known = (this.#sums[WEIGHT] as number) >= OUTLIERS_IN_A_ROW;
    if (!known || (value <= OUTLIER * expected && OUTLIER * value >= expected)) {
      this.#outliers = 0;
      return false;
    }
    this.#outliers += 1;
    if (this.#outliers < OUTLIERS_IN_A_ROW) return true;
    this.#outliers = 0;
    this.forget(0);
    return false;
  }

  /** The coefficients: one that would be negative is 0, the most negative one first. */
  #solve(): Terms {
    const matrix = this.#sums.slice(0, 9);
    const { coefficients, anchors } = this.#prior;
    const weight = SHAPE_WEIGHT / anchors.length;
    for (const anchor of anchors) {
      const believed = dot(coefficients, anchor);
      if (!(believed > 0 && believed < LARGEST)) continue;
      for (let i = 0; i < 3; i += 1) {
        const u = (anchor[i] as number) / believed;
        matrix[6 + i] = (matrix[6 + i] as number) + weight * this.scale * u;
        for (let j = i; j < 3; j += 1) {
          const place = placeOf(i, j);
          matrix[place] = (matrix[place] as number) + (weight * u * (anchor[j] as number)) / believed;
        }
      }
    }
    return notNegative(matrix);
  }
}

function notNegative(matrix: Float64Array): Terms {
  const kept = [0, 1, 2];
  while (kept.length > 0) {
    const solved = solve(matrix, kept);
    const least = Math.min(...solved);
    if (least >= 0) {
      const of = (term: number) => solved[kept.indexOf(term)] ?? 0;
      return [of(0), of(1), of(2)];
    }
    kept.splice(solved.indexOf(least), 1);
  }
  return [0, 0, 0];
}

/** Gaussian elimination of the kept terms, each scaled to a diagonal of 1: terms differ by ten powers of ten. */
function solve(matrix: Float64Array, kept: readonly number[]): number[] {
  const lengths = kept.map((i) => Math.sqrt(matrix[placeOf(i, i)] as number) || 1);
  const rows = kept.map((i, row) => [
    ...kept.map(
      (j, column) => (matrix[placeOf(i, j)] as number) / ((lengths[row] as number) * (lengths[column] as number)),
    ),
    (matrix[6 + i] as number) / (lengths[row] as number),
  ]);
  const size = kept.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const pivotRow = rows[pivot] as number[];
    // Two terms that no measurement tells apart: the later one is left out.
    const diagonal = pivotRow[pivot] as number;
    if (!(diagonal > TOLERANCE)) {
      pivotRow.fill(0);
      continue;
    }
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = ((rows[row] as number[])[pivot] as number) / diagonal;
      for (let column = pivot; column <= size; column += 1) {
        (rows[row] as number[])[column] =
          ((rows[row] as number[])[column] as number) - factor * (pivotRow[column] as number);
      }
    }
  }
  return rows.map((row, place) => {
    const diagonal = row[place] as number;
    return diagonal > TOLERANCE ? (row[size] as number) / diagonal / (lengths[place] as number) : 0;
  });
}

const TOLERANCE = 1e-12;

function placeOf(i: number, j: number): number {
  return i <= j ? 3 * i - (i * (i - 1)) / 2 + (j - i) : placeOf(j, i);
}

function dot(coefficients: Terms, terms: Terms): number {
  return coefficients[0] * terms[0] + coefficients[1] * terms[1] + coefficients[2] * terms[2];
}
