/**
 * Hashes of shapes. Clients choose lengths, and so might choose ones that collide: each factor is random, so that nobody
 * who does not know it finds more collisions than there are by chance (multiply-shift, strongly universal in the upper
 * half; Dietzfelbinger 1996). Answers do not depend on it.
 */

let factorA: u64 = 0;
let factorB: u64 = 0;
let factorC: u64 = 0;

/** Draws the factors. Call it before the first window is made. */
export function seedHash(low: u32, high: u32): void {
  const seed = joined(high, low);
  const step = joined(0x9e3779b9, 0x7f4a7c15);
  factorA = mixed(seed + step);
  factorB = mixed(seed + 2 * step);
  factorC = mixed(seed + 3 * step);
}

/** The finalizer of splitmix64. */
function mixed(seed: u64): u64 {
  let bits = (seed ^ (seed >> 30)) * joined(0xbf58476d, 0x1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * joined(0x94d049bb, 0x133111eb);
  return bits ^ (bits >> 31);
}

function joined(high: u32, low: u32): u64 {
  return ((<u64>high) << 32) | <u64>low;
}

export function hashOf(a: u32, b: u32, c: u32): u32 {
  return <u32>((<u64>a * factorA + <u64>b * factorB + <u64>c * factorC) >> 32);
}

// An instance that nobody seeds hashes all the same.
seedHash(0, 0);
