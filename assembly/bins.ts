/**
 * Geometric bins, for shapes beyond the exact ones of a bucket: a length is rounded up to the end of its bin, so that
 * nothing is priced too low. How much too high, docs/overflow.md measures: 3% at most with these widths.
 */

/** 24 bins to an octave, none wider than 1/24 of its length. */
export function binEnd(tokens: u32): u32 {
  if (tokens < 32) return tokens;
  const top = 31 - clz<u32>(tokens);
  const upperHalf = (tokens >> (top - 1)) & 1;
  return roundUp(tokens, top - 5 + upperHalf);
}

/** 32 bins to an octave, none wider than 1/32 of its length: for a shape of one length, priced by its square. */
export function fineBinEnd(tokens: u32): u32 {
  return tokens < 32 ? tokens : roundUp(tokens, 26 - clz<u32>(tokens));
}

/** The class of a length: the exponent of the smallest power of two at or above it. */
export function classOf(tokens: u32): i32 {
  return tokens <= 1 ? 0 : 32 - <i32>clz<u32>(tokens - 1);
}

/** The end of the octave: the smallest power of two at or above a length. */
export function octaveEnd(tokens: u32): u32 {
  return roundUp(tokens, <u32>classOf(tokens));
}

/** Up to a multiple of 2^shift, at most 2^32 - 1. */
function roundUp(tokens: u32, shift: u32): u32 {
  const rest = <u32>(((<u64>1) << shift) - 1);
  const up = (<u64>tokens + rest) & ~(<u64>rest);
  return up > u32.MAX_VALUE ? u32.MAX_VALUE : <u32>up;
}
