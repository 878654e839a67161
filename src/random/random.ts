/** Purposes of randomness. Each has a generator of its own, so that none shifts the draws of another. */
export const RANDOM_STREAMS = {
  estimate: 1,
  fate: 2,
  cut: 3,
  prefillNoise: 4,
  decodeNoise: 5,
  engineSpeed: 6,
  moveFate: 7,
} as const;

const TWO_32 = 2 ** 32;
// Odd and with well-mixed bits: 2^32 / golden ratio, and the two multipliers of MurmurHash3's finalizer.
const WEYL = 0x9e3779b9;
const MIX_A = 0x85ebca6b;
const MIX_B = 0xc2b2ae35;

/**
 * A seeded generator (xoshiro128**). It uses integer arithmetic only, so that the same seed gives the same numbers in
 * every JavaScript engine.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /**
   * @param seed whole, 0 .. 2^53 - 1
   * @param stream which of the seed's independent streams, such as a concern and an engine's index; whole, 0 .. 2^32 - 1
   */
  constructor(seed: number, ...stream: readonly number[]) {
    let hash = mix(seed >>> 0) ^ Math.floor(seed / TWO_32);
    for (const part of stream) hash = mix((hash + WEYL) ^ part);
    const next = () => {
      hash = (hash + WEYL) | 0;
      return mix(hash);
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    // The one state that xoshiro cannot leave is all zeros.
    this.#d = next() | 1;
  }

  /** The next whole number, 0 .. 2^32 - 1, all alike likely. */
  uint32(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result >>> 0;
  }

  /** The next number of the open interval (0, 1). */
  uniform(): number {
    return (this.uint32() + 0.5) / TWO_32;
  }
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), MIX_A);
  bits = Math.imul(bits ^ (bits >>> 13), MIX_B);
  return bits ^ (bits >>> 16);
}
