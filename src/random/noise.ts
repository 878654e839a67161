import { NORMAL_QUANTILES } from "./quantiles";
import type { Random } from "./random";

/** Bits that pick one of the 2 x 512 quantiles. */
const INDEX_BITS = 10;

/**
 * Lognormal noise of mean 1: what a measured time is a multiple of. A draw picks one of 1,024 equally likely values,
 * the lognormal at the midpoints of so many slices of probability, scaled to a mean of exactly 1. Cutting off the
 * tails costs 0.1% of the coefficient of variation at 0.1, and 1.6% at 1.
 *
 * Nothing but + - * / and sqrt makes the values: Math.exp and Math.log differ between engines in the last bit.
 */
export class LognormalNoise {
  readonly #values: Float64Array;

  /** @param cv coefficient of variation (standard deviation / mean), 0 .. 1; 0: every draw is 1 */
  constructor(cv: number) {
    const sigma = Math.sqrt(ln(1 + cv * cv));
    const above = NORMAL_QUANTILES.map((z) => exp(sigma * z));
    const values = [...above, ...above.map((value) => 1 / value)];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    this.#values = Float64Array.from(values, (value) => value / mean);
  }

  /** The next factor, > 0, drawn with one number of `random`. */
  draw(random: Random): number {
    return this.#values[random.uint32() >>> (32 - INDEX_BITS)] as number;
  }
}

/** A draw of the standard normal distribution, in one number of `random`: one of 1,024 equally likely quantiles. */
export function normalDraw(random: Random): number {
  const index = random.uint32() >>> (32 - INDEX_BITS);
  const half = NORMAL_QUANTILES.length;
  return index < half ? (NORMAL_QUANTILES[index] as number) : -(NORMAL_QUANTILES[index - half] as number);
}

/** e^x for |x| < 16, to about 1e-13: the series of x / 256, which converges at once, squared 8 times. */
function exp(x: number): number {
  const small = x / 256;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 10; n++) {
    term *= small / n;
    sum += term;
  }
  for (let squarings = 0; squarings < 8; squarings++) sum *= sum;
  return sum;
}

/** Natural logarithm for 1 <= x <= 2, by the series of the inverse hyperbolic tangent. */
function ln(x: number): number {
  const ratio = (x - 1) / (x + 1);
  let power = ratio;
  let sum = 0;
  for (let n = 1; n <= 39; n += 2) {
    sum += power / n;
    power *= ratio * ratio;
  }
  return 2 * sum;
}
