/**
 * Hashes of shapes. Clients choose lengths, and so might choose ones that collide: each factor is random, so that nobody
 * who does not know it finds more collisions than there are by chance (multiply-shift, strongly universal in the upper
 * half; Dietzfelbinger 1996). Answers do not depend on it.
 */

let factorA: u64 = 0x9e3779b97f4a7c15;
let factorB: u64 = 0xbf58476d1ce4e5b9;
let factorC: u64 = 0x94d049bb133111eb;

/** Draws the factors. Call it before the first window is made. */
export function seedHash(low: u32, high: u32): void {
  const seed = ((<u64>high) << 32) | <u64>low;
  factorA = mixed(seed + 0x9e3779b97f4a7c15);
  factorB = mixed(seed + 0x3c6ef372fe94f82a);
  factorC = mixed(seed + 0xdaa66d2c7ddf743f);
}

/** The finalizer of splitmix64. */
function mixed(seed: u64): u64 {
  let bits = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

@inline
export function hashOf(a: u32, b: u32, c: u32): u32 {
  return <u32>((<u64>a * factorA + <u64>b * factorB + <u64>c * factorC) >> 32);
}
