import type { EngineProfile } from "../profile";

const HALF = 0x1_0000;

/**
 * Sums over the prefill residents of an engine: their number, and of their prefill lengths x the sums of x and x^2. A
 * square may need 64 bits, so x is split into 16-bit halves and the three products are summed apart: every sum is a
 * whole number that f64 holds exactly (up to 2^21 residents of 2^32 - 1 tokens). Nothing drifts, however many come and
 * go.
 */
export class PrefillSums {
  /** Number of residents. */
  requests = 0;
  /** Sum of their prefill lengths, in tokens. */
  tokens = 0;
  #highSquares = 0;
  #crossProducts = 0;
  #lowSquares = 0;

  /** Counts a resident of `tokens` prefill tokens, 0 .. 2^32 - 1. */
  add(tokens: number): void {
    this.#count(tokens, 1);
  }

  /** Takes one out again. */
  remove(tokens: number): void {
    this.#count(tokens, -1);
  }

  /** Sum of prefill_time over the residents, in seconds; 0 without a profile (semantics, section 7). */
  seconds(profile: EngineProfile | null): number {
    if (profile === null) return 0;
    const squares = this.#highSquares * HALF * HALF + this.#crossProducts * 2 * HALF + this.#lowSquares;
    return profile.ttftA * squares + profile.ttftB * this.tokens + profile.ttftC * this.requests;
  }

  #count(tokens: number, sign: number): void {
    const high = Math.floor(tokens / HALF);
    const low = tokens % HALF;
    this.requests += sign;
    this.tokens += sign * tokens;
    this.#highSquares += sign * high * high;
    this.#crossProducts += sign * high * low;
    this.#lowSquares += sign * low * low;
  }
}
