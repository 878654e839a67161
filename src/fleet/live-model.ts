import type { EngineProfile } from "../profile";
import { type FitPrior, RunningFit, type RunningFitState, type Terms } from "./running-fit";

/** Least and largest of what was measured; Infinity and 0 before anything was. */
export interface MeasuredRange {
  readonly least: number;
  readonly largest: number;
}

/** State of a live model, for a handoff. */
export interface LiveModelState {
  readonly prefill: RunningFitState;
  readonly decode: RunningFitState;
  readonly prefillTokens: MeasuredRange;
  readonly decodeRequests: MeasuredRange;
  readonly decodeTokens: MeasuredRange;
  /** The most that an engine held while requests waited for decode; 0: none did. */
  readonly fullRequests: number;
  readonly fullTokens: number;
}

/** Facts of an engine that learning needs. */
export interface EngineLearning {
  readonly model: LiveModel;
  /** When its prefill residents began to keep it busy, or the last of them ended. */
  busySinceS: number;
  /** Whether it had no decode residents then. */
  alone: boolean;
}

/** Prefills, and seconds of one engine in decode, that are remembered. */
const PREFILL_MEMORY = 200;
const DECODE_MEMORY = 300;
/** Measurements of each kind that an unknown kind of engine needs before its model is in force. */
const LEAST_PREFILLS = 20;
const LEAST_DECODES = 10;
/** A profile's scale weighs as much as so many measurements. */
const SCALE_WEIGHT = 2;

/** An engine that nothing is known of has the proportions of the measured ones, which hardly differ in them. */
const UNKNOWN_PREFILL: FitPrior = {
  coefficients: [1e-9, 2e-5, 3e-2],
  anchors: prefillAnchors(8192),
  scaleWeight: 0,
};
const UNKNOWN_DECODE: FitPrior = {
  coefficients: [1.2e-7, 1.5e-4, 2e-2],
  anchors: decodeAnchors(64, 65_536),
  scaleWeight: 0,
};
/** Nothing bounds a batch, as far as it is known. */
const UNBOUNDED = 2 ** 32;

const NOTHING: MeasuredRange = { least: Number.POSITIVE_INFINITY, largest: 0 };

/**
 * Abilities of the engines of one kind, learned at work: the formulas of a profile, with the profile, if there is
 * one, as what is believed at first.
 */
export class LiveModel {
  /** First belief about it. */
  readonly prior: EngineProfile | null;
  readonly prefill: RunningFit;
  readonly decode: RunningFit;
  #profile: EngineProfile | null;
  #prefillTokens = NOTHING;
  #decodeRequests = NOTHING;
  #decodeTokens = NOTHING;
  #fullRequests = 0;
  #fullTokens = 0;

  constructor(prior: EngineProfile | null) {
    this.prior = prior;
    this.#profile = prior;
    this.prefill = new RunningFit(prior ? prefillPrior(prior) : UNKNOWN_PREFILL, PREFILL_MEMORY);
    this.decode = new RunningFit(prior ? decodePrior(prior) : UNKNOWN_DECODE, DECODE_MEMORY);
  }

  /** Belief about it now, by its last `publish`; null: too little is known. */
  get profile(): EngineProfile | null {
    return this.#profile;
  }

  /** Prompt tokens that were measured. */
  get prefillTokens(): MeasuredRange {
    return this.#prefillTokens;
  }

  /** Decode residents, and their tokens, that were measured. */
  get decodeRequests(): MeasuredRange {
    return this.#decodeRequests;
  }

  get decodeTokens(): MeasuredRange {
    return this.#decodeTokens;
  }

  /** A prefill of so many tokens took so long. */
  prefilled(tokens: number, seconds: number): void {
    this.prefill.add(tokens * tokens, tokens, 1, seconds);
    const { least, largest } = this.#prefillTokens;
    if (tokens < least || tokens > largest) this.#prefillTokens = widened(this.#prefillTokens, tokens);
  }

  /** Token gaps of an engine were so long, with so many tokens of so many requests on it. */
  decoded(tokens: number, requests: number, gapS: number): void {
    this.decode.add(tokens, requests, 1, gapS);
    this.#decodeRequests = widened(this.#decodeRequests, requests);
    this.#decodeTokens = widened(this.#decodeTokens, tokens);
  }

  /** Requests wait for decode, and an engine holds so much: it has room for no more. */
  full(requests: number, tokens: number): void {
    this.#fullRequests = Math.max(this.#fullRequests, requests);
    this.#fullTokens = Math.max(this.#fullTokens, tokens);
  }

  /** Puts into force what was measured. */
  publish(): void {
    this.prefill.publish();
    this.decode.publish();
    this.#refresh();
  }

  exportState(): LiveModelState {
    return {
      prefill: this.prefill.exportState(),
      decode: this.decode.exportState(),
      prefillTokens: this.#prefillTokens,
      decodeRequests: this.#decodeRequests,
      decodeTokens: this.#decodeTokens,
      fullRequests: this.#fullRequests,
      fullTokens: this.#fullTokens,
    };
  }

  /** Goes on from another model of the same prior. */
  importState(state: LiveModelState): void {
    this.prefill.importState(state.prefill);
    this.decode.importState(state.decode);
    this.#prefillTokens = state.prefillTokens;
    this.#decodeRequests = state.decodeRequests;
    this.#decodeTokens = state.decodeTokens;
    this.#fullRequests = state.fullRequests;
    this.#fullTokens = state.fullTokens;
    this.#refresh();
  }

  #refresh(): void {
    const { prior, prefill, decode } = this;
    if (!prior && (prefill.samples < LEAST_PREFILLS || decode.samples < LEAST_DECODES)) return;
    const [ttftA, ttftB, ttftC] = prefill.coefficients;
    const [tpotSlope, tpotRequestSlope, tpotIntercept] = decode.coefficients;
    const learned = { ttftA, ttftB, ttftC, tpotSlope, tpotRequestSlope, tpotIntercept };
    this.#profile = { ...(prior ?? this.#unboundedProfile()), ...learned };
  }

  #unboundedProfile(): Omit<EngineProfile, `tt${string}` | `tpot${string}`> {
    return {
      decodeMinRequests: 1,
      decodeMaxRequests: UNBOUNDED,
      decodeMinKvTokens: 1,
      decodeMaxKvTokens: this.#fullTokens || UNBOUNDED,
    };
  }
}

function widened({ least, largest }: MeasuredRange, value: number): MeasuredRange {
  return { least: Math.min(least, value), largest: Math.max(largest, value) };
}

function prefillPrior({ ttftA, ttftB, ttftC, prefillMaxTokens = 8192 }: EngineProfile): FitPrior {
  return {
    coefficients: [ttftA, ttftB, ttftC],
    anchors: prefillAnchors(prefillMaxTokens),
    scaleWeight: SCALE_WEIGHT,
  };
}

function decodePrior(profile: EngineProfile): FitPrior {
  const { tpotSlope, tpotRequestSlope, tpotIntercept, decodeMaxRequests, decodeMaxKvTokens } = profile;
  return {
    coefficients: [tpotSlope, tpotRequestSlope, tpotIntercept],
    anchors: decodeAnchors(decodeMaxRequests, decodeMaxKvTokens),
    scaleWeight: SCALE_WEIGHT,
  };
}

function prefillAnchors(most: number): [Terms, Terms, Terms] {
  const at = (tokens: number): Terms => [tokens * tokens, tokens, 1];
  return [at(most / 16), at(most / 4), at(most)];
}

function decodeAnchors(requests: number, tokens: number): [Terms, Terms, Terms] {
  return [
    [tokens / 16, requests / 8, 1],
    [tokens / 8, requests / 2, 1],
    [tokens / 2, requests / 2, 1],
  ];
}
