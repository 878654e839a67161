/**
 * Rounds for display: `digits` decimals, half to even on the exact binary value; null for what is not finite. Only
 * documents are rounded (state, journal, metrics), never what is computed with.
 */
export function rounded(value: number, digits?: number): number | null;
export function rounded(value: number | null, digits?: number): number | null;
export function rounded(value: number | null, digits = 6): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  if (Number.isInteger(value)) return value + 0;
  const factor = 10 ** digits;
  const scaled = value * factor;
  const fraction = scaled - Math.floor(scaled);
  // Far from a tie, the error of the product cannot change the outcome. + 0 makes -0 a plain 0.
  if (Math.abs(scaled) < 1e11 && Math.abs(fraction - 0.5) > 1e-4) return Math.round(scaled) / factor + 0;
  return roundedExactly(value, digits);
}

function roundedExactly(value: number, digits: number): number {
  // toFixed reads the exact binary value; beyond 1e21 every number is whole.
  if (Math.abs(value) >= 1e21) return value;
  const magnitude = Math.abs(value);
  const up = Number(magnitude.toFixed(digits));
  return Math.sign(value) * (isTie(magnitude, digits) ? evenTie(magnitude, digits) : up) + 0;
}

/** A tie ends exactly with a 5 after the last digit that is kept. */
function isTie(magnitude: number, digits: number): boolean {
  const exact = magnitude.toFixed(Math.min(100, digits + 60));
  return /^50*$/.test(exact.slice(exact.indexOf(".") + 1 + digits));
}

function evenTie(magnitude: number, digits: number): number {
  const down = magnitude.toFixed(digits + 1).slice(0, -1);
  const lastDigit = Number(down.replace(/\.$/, "").slice(-1));
  return lastDigit % 2 === 0 ? Number(down) : Number(magnitude.toFixed(digits));
}
