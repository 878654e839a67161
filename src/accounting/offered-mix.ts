import { type EngineProfile, prefillS } from "../profile";

/** State of a mix of requests, for a handoff: sums that forget. */
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
const KEPT = 1 - 1 / MEMORY;
/** Places in the sums. */
const SUMS = 7;
const REQUESTS = 0;
const PREFILL = 1;
const SQUARES = 2;
const CONTEXT = 3;
const OUTPUT = 4;
const WORK = 5;
const EXTRAPOLATED = 6;

/** The mean request: means over the last hundreds of them. Engines and models are compared by it. */
export class OfferedMix {
  /** Of requests, prefill tokens, their squares, context, output, work, and work beyond what was measured. */
  readonly #sums = new Float64Array(SUMS);

  /** Whether nothing has come yet. */
  get empty(): boolean {
    return this.#of(REQUESTS) <= 0;
  }

  /** Mean context of a request in decode, in tokens. */
  get contextTokens(): number {
    return this.empty ? 0 : this.#of(CONTEXT) / this.#of(REQUESTS);
  }

  /** Mean output that is expected, in tokens. */
  get outputTokens(): number {
    return this.empty ? 0 : this.#of(OUTPUT) / this.#of(REQUESTS);
  }

  /** Share of the work that is priced beyond what was measured, 0 .. 1. */
  get extrapolatedShare(): number {
    const workS = this.#of(WORK);
    return workS > 0 ? Math.min(1, this.#of(EXTRAPOLATED) / workS) : 0;
  }

  /** Seconds of prefill that a request takes, in the mean. */
  prefillS(profile: EngineProfile): number {
    if (this.empty) return prefillS(profile, 0);
    const { ttftA, ttftB, ttftC } = profile;
    return (ttftA * this.#of(SQUARES) + ttftB * this.#of(PREFILL)) / this.#of(REQUESTS) + ttftC;
  }

  /** Adds a request. */
  add(request: MixedRequest): void {
    const sums = this.#sums;
    for (let place = 0; place < SUMS; place += 1) sums[place] = (sums[place] as number) * KEPT;
    this.#count(request, 1);
  }

  /** Takes one out that was added before. */
  remove(request: MixedRequest): void {
    const sums = this.#sums;
    this.#count(request, -1);
    for (let place = 0; place < SUMS; place += 1) sums[place] = Math.max(0, sums[place] as number);
  }

  exportState(): OfferedMixState {
    return {
      requests: this.#of(REQUESTS),
      prefillTokens: this.#of(PREFILL),
      prefillSquares: this.#of(SQUARES),
      contextTokens: this.#of(CONTEXT),
      outputTokens: this.#of(OUTPUT),
      workS: this.#of(WORK),
      extrapolatedS: this.#of(EXTRAPOLATED),
    };
  }

  /** Holds what another mix held; null: nothing. */
  importState(state: OfferedMixState | null): void {
    this.#sums.fill(0);
    if (state === null) return;
    const { requests, prefillTokens, prefillSquares, contextTokens, outputTokens, workS, extrapolatedS } = state;
    this.#sums.set([requests, prefillTokens, prefillSquares, contextTokens, outputTokens, workS, extrapolatedS]);
  }

  #count(request: MixedRequest, sign: 1 | -1): void {
    const { prefillTokens } = request;
    this.#change(REQUESTS, sign);
    this.#change(PREFILL, sign * prefillTokens);
    this.#change(SQUARES, sign * prefillTokens * prefillTokens);
    this.#change(CONTEXT, sign * request.contextTokens);
    this.#change(OUTPUT, sign * request.outputTokens);
    this.#change(WORK, sign * request.workS);
    this.#change(EXTRAPOLATED, sign * request.extrapolatedS);
  }

  #change(place: number, by: number): void {
    this.#sums[place] = this.#of(place) + by;
  }

  #of(place: number): number {
    return this.#sums[place] as number;
  }
}
