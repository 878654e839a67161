/**
 * Seconds from `fromS` to `toS`: 0 where the clock went back, and never so many that a product with 0 could be NaN.
 */
export function elapsedS(fromS: number, toS: number): number {
  return Math.min(Number.MAX_VALUE, Math.max(0, toS - fromS));
}
