import { checkLength, checkNumber, checkTime, isNotNegative, isPositive, readArgument } from "../check";
import type { Clock } from "../clock";
import { bucketWidthS, type Config, RETAINED_WINDOWS } from "../config";
import { ArgumentError } from "../errors";
import { checkSnapshot, type DecisionSnapshot, freezeSnapshot } from "../scoring/scoring-inputs";
import { Core, type CorePlan } from "../wasm/core";
import type { OutcomesRegion, OutcomesSpec, OutcomesState } from "../wasm/outcomes-region";
import type { LengthRange } from "../wasm/score-rows";
import type { WindowRegion, WindowSpec, WindowState } from "../wasm/window-region";
import { type Demand, demandOf } from "./demand";
import { summarize, type WindowSummary } from "./demand-window";
import { MeasuredOffers } from "./measured-offers";
import { type OfferedStatisticsState, OfferedWork } from "./offered-work";
import { Offers, type OfferTotals } from "./offers";
import { OutcomeWindow } from "./outcome-window";
import { NO_PROFILES, ProfileSet } from "./profile-set";

/** The five demand windows (semantics, section 1), in the order in which the core holds them. */
export const WINDOW_NAMES = ["arrivals", "expectedDecode", "observedDecode", "residency", "unsized"] as const;

/** Name of a demand window. */
export type WindowName = (typeof WINDOW_NAMES)[number];

/** What the five windows hold, and how many offers are pending. */
export type DemandHistory = Readonly<Record<WindowName, WindowSummary>> & { readonly pending: number };

/** Learned output lengths (semantics, section 5): rows [pow2 input, pow2 requested, ratio] and [pow2 input, output]. */
export interface LearnedOutputs {
  /** False while an overflow cell is retained: then nothing is learned. */
  readonly inForce: boolean;
  readonly ratios: readonly (readonly [inputTokens: number, requestedTokens: number, ratio: number])[];
  readonly outputs: readonly (readonly [inputTokens: number, outputTokens: number])[];
}

/** Whether learned output lengths are in force, and if not, why and how long. */
export interface LearnedStatus {
  readonly inForce: boolean;
  /** Share of the retained completions that lie in overflow cells; null if there are none. */
  readonly overflowShare: number | null;
  /** Seconds until the newest overflow cell expires, if no other one comes; null while lengths are learned. */
  readonly returnsInS: number | null;
}

/** All that an account holds, but for its pending offers: what it needs to go on elsewhere. */
export interface AccountingState {
  readonly startedS: number;
  readonly offers: OfferTotals;
  readonly windows: Readonly<Record<WindowName, WindowState>>;
  readonly outcomes: OutcomesState;
  /** Null where none is kept. */
  readonly offeredWork: OfferedStatisticsState | null;
}

/** What an account keeps besides. */
export interface AccountingOptions {
  /** Whether statistics of offered work are kept, second by second. Default false. */
  readonly offeredWork?: boolean;
}

/** What the windows of an account keep, and how finely. */
export interface AccountingSpecs {
  readonly windows: Readonly<Record<WindowName, WindowSpec>>;
  readonly outcomes: OutcomesSpec;
}

/**
 * The account of one pool: offers, completions, outcomes and residency in one core, and the demand that they add up
 * to (semantics, sections 1 to 6). Times are seconds of the given clock.
 */
export class Accounting {
  readonly config: Config;
  readonly offers: Offers;
  readonly outcomes: OutcomeWindow;
  /** @internal Statistics of offered work, null where none are kept. */
  readonly offeredWork: OfferedWork | null;
  #startedS: number;
  readonly #core: Core;
  readonly #windows: Readonly<Record<WindowName, WindowRegion>>;
  #profiles: ProfileSet = NO_PROFILES;
  #frozen: DecisionSnapshot | null = null;
  /** @internal The snapshot that was taken of it last: it needs no check. */
  newestSnapshot: DecisionSnapshot | null = null;

  /** @throws MemoryError when the configuration needs more than `maxMemoryBytes`, TimeError */
  constructor(
    config: Config,
    clock: Clock,
    module?: WebAssembly.Module,
    { offeredWork = false }: AccountingOptions = {},
  ) {
    this.config = config;
    this.#startedS = clock.now();
    checkTime("clock.now()", this.#startedS);
    this.#core = new Core({ ...accountPlan(config), offeredWork }, this.#startedS, config.maxMemoryBytes, module);
    const [arrivals, expectedDecode, observedDecode, residency, unsized] = this.#core.windows as FiveWindows;
    this.#windows = { arrivals, expectedDecode, observedDecode, residency, unsized };
    const offered = { sized: this.#core.offersIn(arrivals, expectedDecode), unsized };
    this.offeredWork = this.#core.offeredWork && new OfferedWork(this.#core.offeredWork, config);
    this.offers = this.offeredWork
      ? new MeasuredOffers(offered, this.offeredWork, config.offerTimeoutS)
      : new Offers(offered, config.offerTimeoutS);
    this.outcomes = new OutcomeWindow({ region: this.#outcomes, clock });
    // Until something is learned, a request is expected to take what it asks for.
    this.learn(this.#startedS);
  }

  /** When the account began: demand is spread over no more time than it has seen. */
  get startedS(): number {
    return this.#startedS;
  }

  /** Bytes of the core's memory; they never change. */
  get memoryBytes(): number {
    return this.#core.memoryBytes;
  }

  /**
   * A request completed: its output length is learned from.
   *
   * @throws ArgumentError, TimeError
   */
  complete(inputTokens: number, requestedTokens: number, observedTokens: number, nowS: number): void {
    checkLength("inputTokens", inputTokens);
    checkLength("requestedTokens", requestedTokens);
    checkLength("observedTokens", observedTokens);
    checkTime("nowS", nowS);
    this.completeChecked(inputTokens, requestedTokens, observedTokens, nowS);
  }

  /** @internal `complete` of what was checked before. */
  completeChecked(inputTokens: number, requestedTokens: number, observedTokens: number, nowS: number): void {
    this.#windows.observedDecode.add(inputTokens, requestedTokens, observedTokens, nowS, nowS);
    this.offeredWork?.learn(inputTokens, requestedTokens, observedTokens);
  }

  /**
   * Samples the decode work of the residents, in engines' worth.
   *
   * @throws ArgumentError unless it is finite and >= 0, TimeError
   */
  sampleResidency(engines: number, nowS: number): void {
    if (!(isNotNegative(engines) && engines < Number.POSITIVE_INFINITY)) {
      throw new ArgumentError("engines", "must be finite and >= 0", engines);
    }
    checkTime("nowS", nowS);
    // + 0 makes -0 a plain 0, which is another bit pattern.
    this.#windows.residency.addReal(engines + 0, nowS);
  }

  /** Relearns output lengths from the completions of the last 4 W; `expectedOutput` and `price` use them. */
  learn(nowS: number): boolean {
    checkTime("nowS", nowS);
    return this.#core.learn(this.#windows.observedDecode, nowS - RETAINED_WINDOWS * this.config.windowS, nowS);
  }

  /** What is learned as of now. */
  learned(nowS: number): LearnedOutputs {
    const inForce = this.learn(nowS);
    return {
      inForce,
      ratios: this.#core.learned("ratios"),
      outputs: this.#core.learned("outputs").map(([inputTokens, , outputTokens]) => [inputTokens, outputTokens]),
    };
  }

  /** Whether output lengths are learned now; if an overflow forbids it, how much is in overflow, and for how long. */
  learnedStatus(nowS: number): LearnedStatus {
    checkTime("nowS", nowS);
    const { observedDecode } = this.#windows;
    const longS = RETAINED_WINDOWS * this.config.windowS;
    const observations = observedDecode.count(nowS - longS, nowS);
    const overflow = observedDecode.overflow(nowS - longS);
    const overflowLastS = this.config.overflow === "binned" ? null : overflow.lastS;
    return {
      inForce: overflowLastS === null,
      overflowShare: observations > 0 ? overflow.count / observations : null,
      returnsInS: overflowLastS === null ? null : overflowLastS + longS - nowS,
    };
  }

  /** Output tokens to expect by what was learned last; 0 if not known. @throws ArgumentError */
  expectedOutput(inputTokens: number, requestedTokens: number): number {
    checkLength("inputTokens", inputTokens);
    checkLength("requestedTokens", requestedTokens);
    return this.#core.expectedOutput(inputTokens, requestedTokens);
  }

  /**
   * Prices the demand of the last `horizonS` in engines (semantics, section 6), by what was learned last.
   *
   * @param correction the fleet's decode correction, > 0
   * @param tpotSloS the promise that decode capacity keeps; by default the configuration's
   * @throws ArgumentError, TimeError
   */
  price(
    nowS: number,
    horizonS: number,
    profiles: ProfileSet,
    correction: number,
    tpotSloS = this.config.tpotSloS,
  ): Demand {
    this.#startPricing(nowS, horizonS, profiles, correction);
    if (!isPositive(tpotSloS)) throw new ArgumentError("tpotSloS", "must be > 0 s", tpotSloS);
    const { windowS } = this.config;
    const { arrivals, expectedDecode: expected, observedDecode, unsized } = this.#windows;
    const row = this.#core.price(
      { arrivals, expected, unsized },
      {
        cutS: nowS - horizonS,
        spanS: this.#spanS(nowS, horizonS),
        nowS,
        tpotSloS,
        correction,
      },
    );
    return demandOf(row, {
      residentEngines: this.#residentEngines(nowS),
      pending: this.offers.pending,
      scale: this.#tolerated(nowS, horizonS),
      arrivals: this.arrivalCount(nowS - windowS, nowS),
      outputObservations: observedDecode.count(nowS - RETAINED_WINDOWS * windowS, nowS),
    });
  }

  /** The decode demand alone, in engines: `price(...).decodeEngines`. */
  priceDecode(nowS: number, horizonS: number, profiles: ProfileSet, correction: number): number {
    this.#startPricing(nowS, horizonS, profiles, correction);
    const inputs = { cutS: nowS - horizonS, nowS, tpotSloS: this.config.tpotSloS, correction };
    const scale = this.#tolerated(nowS, horizonS) ?? 1;
    const workS = this.#core.decodeSeconds(this.#windows.expectedDecode, inputs) * scale;
    return Math.max(this.#residentEngines(nowS), workS / this.#spanS(nowS, horizonS));
  }

  /** Arrivals at or after `sinceS`: sized, lost before their size was known, and pending. */
  arrivalCount(sinceS: number, nowS: number): number {
    checkNumber("sinceS", sinceS);
    checkTime("nowS", nowS);
    this.offers.expire(nowS);
    const { arrivals, unsized } = this.#windows;
    return arrivals.count(sinceS, nowS) + unsized.count(sinceS, nowS) + this.offers.pending;
  }

  /** Sized arrivals that are known to lie at or after `sinceS`, and the oldest of them (section 1, evidence). */
  arrivalEvidence(sinceS: number, nowS: number): { count: number; oldestS: number | null } {
    checkNumber("sinceS", sinceS);
    checkTime("nowS", nowS);
    return this.#windows.arrivals.evidence(sinceS, nowS);
  }

  /** Least and largest offered input, and requested output, of the window. */
  offeredRanges(nowS: number): { inputs: LengthRange; outputs: LengthRange } {
    checkTime("nowS", nowS);
    const sinceS = nowS - this.config.windowS;
    return {
      inputs: this.#core.lengthRange(this.#windows.arrivals, sinceS, nowS),
      outputs: this.#core.lengthRange(this.#windows.expectedDecode, sinceS, nowS),
    };
  }

  /** Prefill tokens of the window as they are priced, and the part of them that lies in overflow cohorts. */
  overflowTokens(nowS: number): { all: number; overflow: number } {
    checkTime("nowS", nowS);
    const sinceS = nowS - this.config.windowS;
    const all = this.#windows.arrivals.sum(sinceS, nowS);
    return { all, overflow: this.#windows.arrivals.overflow(sinceS).tokens };
  }

  /** What the five windows hold. */
  history(nowS: number): DemandHistory {
    checkTime("nowS", nowS);
    this.offers.expire(nowS);
    const summaries = byWindow((name) => summarize(this.#windows[name], nowS));
    return { ...summaries, pending: this.offers.pending };
  }

  /**
   * @internal Lends the core with a snapshot frozen in it and its profiles in force, for `scoreSplit`.
   *
   * @throws ArgumentError for one that no pool has made
   */
  frozenCore(snapshot: DecisionSnapshot): Core {
    const known = this.#frozen === snapshot;
    if (snapshot === null || (!known && this.newestSnapshot !== snapshot)) checkSnapshot(snapshot);
    this.#use(snapshot.profiles);
    if (!known) freezeSnapshot(this.#core, snapshot);
    this.#frozen = snapshot;
    return this.#core;
  }

  /** @internal What a snapshot of it must fit. */
  get specs(): AccountingSpecs {
    return { windows: byWindow((name) => this.#windows[name].spec), outcomes: this.#outcomes.spec };
  }

  /** @internal All that it holds at `nowS`, but for its pending offers. */
  exportState(nowS: number): AccountingState {
    return {
      startedS: this.#startedS,
      offers: this.offers.counts(),
      windows: byWindow((name) => this.#windows[name].exportState(nowS)),
      outcomes: this.#outcomes.exportState(),
      offeredWork: this.offeredWork?.exportState() ?? null,
    };
  }

  /** @internal Holds what another account of the same specs held. It has no pending offers. */
  importState({ startedS, offers, windows, outcomes, offeredWork }: AccountingState, nowS: number): void {
    this.#startedS = startedS;
    this.offers.importTotals(offers);
    for (const name of WINDOW_NAMES) this.#windows[name].importState(windows[name]);
    this.#outcomes.importState(outcomes);
    this.offeredWork?.importState(offeredWork, nowS);
    this.learn(nowS);
  }

  get #outcomes(): OutcomesRegion {
    return this.#core.outcomes as OutcomesRegion;
  }

  #startPricing(nowS: number, horizonS: number, profiles: ProfileSet, correction: number): void {
    checkTime("nowS", nowS);
    if (!isPositive(correction)) throw new ArgumentError("correction", "must be > 0", correction);
    if (!isPositive(horizonS)) throw new ArgumentError("horizonS", "must be > 0 s", horizonS);
    this.offers.expire(nowS);
    this.#use(profiles);
  }

  /** Demand is spread over no more time than the account has seen, and at least over a step. */
  #spanS(nowS: number, horizonS: number): number {
    return Math.min(horizonS, Math.max(this.config.stepS, nowS - this.startedS));
  }

  /**
   * Offers to sized ones of the horizon, where so few are unsized that they count as if they had the mean shape of the
   * sized ones; null where the size of all is known, or of too few.
   */
  #tolerated(nowS: number, horizonS: number): number | null {
    const { unsizedTolerance } = this.config;
    if (unsizedTolerance === 0) return null;
    const unsized = this.#windows.unsized.count(nowS - horizonS, nowS) + this.offers.pending;
    if (unsized === 0) return null;
    const sized = this.#windows.arrivals.count(nowS - horizonS, nowS);
    return unsized <= unsizedTolerance * (sized + unsized) ? (sized + unsized) / sized : null;
  }

  #residentEngines(nowS: number): number {
    return this.#core.meanResidency(this.#windows.residency, nowS - this.config.windowS, nowS);
  }

  #use(profiles: ProfileSet): void {
    if (profiles === this.#profiles) return;
    const rule = "must be a ProfileSet";
    const isSet = readArgument("profiles", rule, profiles, () => profiles instanceof ProfileSet);
    if (!isSet) throw new ArgumentError("profiles", rule, profiles);
    this.#core.useProfiles(profiles.weights);
    this.#profiles = profiles;
  }
}

function byWindow<T>(of: (name: WindowName) => T): Record<WindowName, T> {
  return Object.fromEntries(WINDOW_NAMES.map((name) => [name, of(name)])) as Record<WindowName, T>;
}

type FiveWindows = readonly [WindowRegion, WindowRegion, WindowRegion, WindowRegion, WindowRegion];

/**
 * Bins of a bucket for each exact shape, with `overflow: "binned"`. Measured at 10,000 requests a second
 * (docs/overflow.md): for arrivals and expected decode the least that keep demand within 3%, in steps of a half; for
 * completions an eighth comes to just 3%.
 */
const BINS = { arrivals: 2, expectedDecode: 3.5, observedDecode: 0.25 };

/** The table of the five windows (semantics, section 1) and the outcome window (section 2). */
function accountPlan(config: Config): CorePlan {
  const { windowS, maxShapes, monitorIntervalS, overflow } = config;
  const bins = (perShape: number) => (overflow === "binned" ? Math.round(maxShapes * perShape) : 0);
  const bucketS = bucketWidthS(config);
  const longS = RETAINED_WINDOWS * windowS;
  return {
    windows: [
      { retainedS: windowS, bucketS, maxShapes, bins: bins(BINS.arrivals), merge: "max" },
      { retainedS: windowS, bucketS, maxShapes, bins: bins(BINS.expectedDecode), merge: "expected" },
      { retainedS: longS, bucketS, maxShapes, bins: bins(BINS.observedDecode), merge: "first" },
      { retainedS: windowS, bucketS, maxShapes, merge: "real" },
      { retainedS: windowS, bucketS, maxShapes: 1, merge: "first" },
    ],
    outcomes: { widthS: monitorIntervalS, retainedS: longS },
    learnFrom: WINDOW_NAMES.indexOf("observedDecode"),
  };
}
