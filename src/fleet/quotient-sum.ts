/** Largest length of a block in units of its first divisor: its divisors lie within 1 % of their middle. */
const BLOCK_REACH = 0.02;

/**
 * Sum of numerator / (first + step i) for i = 0 .. count - 1, to f64 precision. It costs O(log count), so that no
 * count, however large, holds up a router.
 *
 * @param numerator >= 0, finite
 * @param first > 0, finite
 * @param step >= 0, finite
 * @param count whole, >= 0
 */
export function quotientSum(numerator: number, first: number, step: number, count: number): number {
  let sum = 0;
  let done = 0;
  while (done < count) {
    const start = first + step * done;
    const reach = Math.max(1, Math.floor((BLOCK_REACH * start) / step));
    const length = Math.min(count - done, reach);
    sum += length === 1 ? numerator / start : blockSum(numerator, start, step, length);
    done += length;
  }
  return sum;
}

// 1 / (middle + d) is a power series in d / middle. Over a block the odd powers of d cancel, the sums of the even ones
// are polynomials in its length, and the eighth power is below the precision of f64. No logarithm: its last bit differs
// between engines.
function blockSum(numerator: number, start: number, step: number, length: number): number {
  const middle = start + (step * (length - 1)) / 2;
  const ratioSquared = (step / middle) ** 2;
  const square = length * length;
  const second = (square - 1) / 12;
  const fourth = ((square - 1) * (3 * square - 7)) / 240;
  const sixth = ((square - 1) * ((3 * square - 18) * square + 31)) / 1344;
  const series = 1 + ratioSquared * (second + ratioSquared * (fourth + ratioSquared * sixth));
  return (numerator / middle) * length * series;
}
