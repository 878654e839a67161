import { type EngineProfile, prefillS } from "../profile";

/** What a mix of requests needs to go on elsewhere: sums that forget. */
export interface OfferedMixState {
  readonly requests: number;
  readonly prefillTokens: number;
  readonly prefillSquares: number;
  readonly contextTokens: number;
  readonly outputTokens: number;
  readonly workS: number;
  readonly extrapolatedS: number;
}

/** One request of the mix. */
export interface MixedRequest {
  /** Input less cached. */
  readonly prefillTokens: number;
  /** Input and half of the expected output. */
  readonly contextTokens: number;
  /** Expected output; 0: none, or not known. */
  readonly outputTokens: number;
  /** Engine-seconds of it, and the part of them that is priced beyond what was measured. */
  readonly workS: number;
  readonly extrapolatedS: number;
}

/** Requests that are remembered: each later one takes so much of the weight of those before. */
const MEMORY = 500;

const NOTHING: OfferedMixState = {
  requests: 0,
  prefillTokens: 0,
  prefillSquares: 0,
  contextTokens: 0,
  outputTokens: 0,
  workS: 0,
  extrapolatedS: 0,
};

/** What requests are like: means over the last hundreds of them. Engines and models are compared by it. */
export class OfferedMix {
  #sums: { -readonly [Field in keyof OfferedMixState]: number } = { ...NOTHING };

  /** Whether nothing has come yet. */
  get empty(): boolean {
    return this.#sums.requests <= 0;
  }

  /** Mean context of a request in decode, in tokens. */
  get contextTokens(): number {
    return this.empty ? 0 : this.#sums.contextTokens / this.#sums.requests;
  }

  /** Mean output that is expected, in tokens. */
  get outputTokens(): number {
    return this.empty ? 0 : this.#sums.outputTokens / this.#sums.requests;
  }

  /** Share of the work that is priced beyond what was measured, 0 .. 1. */
  get extrapolatedShare(): number {
    const { workS, extrapolatedS } = this.#sums;
    return workS > 0 ? Math.min(1, extrapolatedS / workS) : 0;
  }

  /** Seconds of prefill that a request takes, in the mean. */
  prefillS(profile: EngineProfile): number {
    const { requests, prefillTokens, prefillSquares } = this.#sums;
    if (this.empty) return prefillS(profile, 0);
    const { ttftA, ttftB, ttftC } = profile;
    return (ttftA * prefillSquares + ttftB * prefillTokens) / requests + ttftC;
  }

  /** Adds a request. */
  add(request: MixedRequest): void {
    const sums = this.#sums;
    for (const field of FIELDS) sums[field] *= KEPT;
    this.#count(request, 1);
  }

  /** Takes one out that was added before. */
  remove(request: MixedRequest): void {
    this.#count(request, -1);
    const sums = this.#sums;
    for (const field of FIELDS) sums[field] = Math.max(0, sums[field]);
  }

  exportState(): OfferedMixState {
    return { ...this.#sums };
  }

  /** Holds what another mix held; null: nothing. */
  importState(state: OfferedMixState | null): void {
    this.#sums = { ...(state ?? NOTHING) };
  }

  #count({ prefillTokens, contextTokens, outputTokens, workS, extrapolatedS }: MixedRequest, sign: 1 | -1): void {
    const sums = this.#sums;
    sums.requests += sign;
    sums.prefillTokens += sign * prefillTokens;
    sums.prefillSquares += sign * prefillTokens * prefillTokens;
    sums.contextTokens += sign * contextTokens;
    sums.outputTokens += sign * outputTokens;
    sums.workS += sign * workS;
    sums.extrapolatedS += sign * extrapolatedS;
  }
}

const KEPT = 1 - 1 / MEMORY;
const FIELDS = Object.keys(NOTHING) as (keyof OfferedMixState)[];
