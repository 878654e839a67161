import { checkLength, checkNumber, checkTime, isNotNegative } from "../check";
import type { Clock } from "../clock";
import type { Config } from "../config";
import { ArgumentError } from "../errors";
import { UNKNOWN_TOKENS } from "../request-record";
import type { CellRow } from "../wasm/cell-rows";
import { Core } from "../wasm/core";
import type { OutcomesRegion, OutcomesState } from "../wasm/outcomes-region";
import type { LengthRange } from "../wasm/score-rows";
import type { WindowRegion, WindowState } from "../wasm/window-region";
import {
  type AccountingOptions,
  type AccountingSpecs,
  type AccountWindows,
  accountPlan,
  byWindow,
  WINDOW_NAMES,
  type WindowName,
} from "./account-plan";
import { type Demand, demandOf } from "./demand";
import { summarize, type WindowSummary } from "./demand-window";
import { LearnedLengths, type LearnedOutputs, type LearnedStatus } from "./learned-lengths";
import { type OfferedStatisticsState, OfferedWork } from "./offered-work";
import { type Offer, Offers, type OfferTotals } from "./offers";
import { isOutcome, metTpot, metTtft, type TerminalKind, timePerToken, timeToFirst } from "./outcome";
import { OutcomeWindow } from "./outcome-window";
import { Pricing } from "./pricing";
import type { ProfileSet } from "./profile-set";
import { ProfiledCore } from "./profiled-core";

/** Contents of the five windows, and how many offers are pending. */
export type DemandHistory = Readonly<Record<WindowName, WindowSummary>> & { readonly pending: number };

/** All that an account holds, but for its pending offers: what it needs to go on elsewhere. */
export interface AccountingState {
  readonly startedS: number;
  readonly offers: OfferTotals;
  readonly windows: Readonly<Record<WindowName, WindowState>>;
  readonly outcomes: OutcomesState;
  /** Null where none is kept. */
  readonly offeredWork: OfferedStatisticsState | null;
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
  readonly #profiled: ProfiledCore;
  readonly #windows: AccountWindows;
  readonly #outcomes: OutcomesRegion;
  readonly #learned: LearnedLengths;
  readonly #pricing: Pricing;
  /** A copy: the configuration has so many fields that V8 keeps it in a table, and takes 10 ns to read one. */
  readonly #slo: { readonly ttftS: number; readonly tpotS: number };

  /** @throws MemoryError when the configuration needs more than `maxMemoryBytes`, TimeError */
  constructor(
    config: Config,
    clock: Clock,
    module?: WebAssembly.Module,
    { offeredWork = false }: AccountingOptions = {},
  ) {
    this.config = config;
    this.#slo = { ttftS: config.ttftSloS, tpotS: config.tpotSloS };
    this.#startedS = clock.now();
    checkTime("clock.now()", this.#startedS);
    this.#core = new Core({ ...accountPlan(config), offeredWork }, this.#startedS, config.maxMemoryBytes, module);
    this.#profiled = new ProfiledCore(this.#core);
    this.#windows = byWindow((_, index) => this.#core.windows[index] as WindowRegion);
    this.#outcomes = this.#core.outcomes as OutcomesRegion;
    const { arrivals, expectedDecode, observedDecode, unsized } = this.#windows;
    const offered = { sized: this.#core.offersIn(arrivals, expectedDecode), unsized };
    this.offeredWork = this.#core.offeredWork && new OfferedWork(this.#core.offeredWork, config);
    this.offers = new Offers(offered, { timeoutS: config.offerTimeoutS, work: this.offeredWork });
    this.#learned = new LearnedLengths(this.#core, observedDecode, config);
    this.#pricing = new Pricing({ config, core: this.#profiled, windows: this.#windows, offers: this.offers });
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
    this.#learnFrom(inputTokens, requestedTokens, observedTokens, nowS);
  }

  /**
   * @internal A request ended at `nowS`, with what its record says.
   *
   * @param outputTokens its output length, which is learned; `UNKNOWN_TOKENS` where nobody told it
   */
  endChecked(request: Offer, kind: TerminalKind, nowS: number, outputTokens: number): void {
    if (outputTokens !== UNKNOWN_TOKENS && kind === "completed" && request.isSized) {
      this.#learnFrom(request.inputTokens, request.requestedOrOpen, outputTokens, nowS);
    }
    if (request.offerState === "pending") this.#endUnsized(request, kind, nowS);
    if (isOutcome(kind)) this.#judge(request, kind, nowS);
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
    return this.#learned.learn(nowS);
  }

  /** Lengths learned as of now. */
  learned(nowS: number): LearnedOutputs {
    return this.#learned.read(nowS);
  }

  /** Whether output lengths are learned now; if an overflow forbids it, how much is in overflow, and for how long. */
  learnedStatus(nowS: number): LearnedStatus {
    return this.#learned.status(nowS);
  }

  /** Output tokens to expect by what was learned last; 0: none, or not known. @throws ArgumentError */
  expectedOutput(inputTokens: number, requestedTokens: number): number {
    return this.forecastOutput(inputTokens, requestedTokens) ?? 0;
  }

  /** @internal `expectedOutput` that tells none (0) from not known (null). */
  forecastOutput(inputTokens: number, requestedTokens: number): number | null {
    return this.#learned.forecast(inputTokens, requestedTokens);
  }

  /**
   * Prices the demand of the last `horizonS` in engines (semantics, section 6), by what was learned last.
   *
   * @param correction the fleet's decode correction, > 0
   * @param tpotSloS the SLO that decode capacity keeps; by default the configuration's
   * @throws ArgumentError, TimeError
   */
  price(
    nowS: number,
    horizonS: number,
    profiles: ProfileSet,
    correction: number,
    tpotSloS = this.config.tpotSloS,
  ): Demand {
    const { startedS, config } = this;
    const priced = this.#pricing.price({ nowS, horizonS, profiles, correction, startedS }, tpotSloS);
    return demandOf(priced.row, {
      residentEngines: priced.residentEngines,
      pending: this.offers.pending,
      scale: priced.scale,
      arrivals: this.arrivalCount(nowS - config.windowS, nowS),
      outputObservations: this.#learned.observations(nowS),
    });
  }

  /** The decode demand alone, in engines: `price(...).decodeDemand`. */
  priceDecode(nowS: number, horizonS: number, profiles: ProfileSet, correction: number): number {
    return this.#pricing.priceDecode({ nowS, horizonS, profiles, correction, startedS: this.startedS });
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

  /** The cells of a window of demand now: a copy of each. */
  cells(name: WindowName, nowS: number): CellRow[] {
    checkTime("nowS", nowS);
    return this.#windows[name].cells(nowS - this.config.windowS, nowS);
  }

  /** Prefill tokens of the window as they are priced, and the part of them that lies in overflow cohorts. */
  overflowTokens(nowS: number): { all: number; overflow: number } {
    checkTime("nowS", nowS);
    const sinceS = nowS - this.config.windowS;
    const all = this.#windows.arrivals.sum(sinceS, nowS);
    return { all, overflow: this.#windows.arrivals.overflow(sinceS).tokens };
  }

  /** Contents of the five windows. */
  history(nowS: number): DemandHistory {
    checkTime("nowS", nowS);
    this.offers.expire(nowS);
    const summaries = byWindow((name) => summarize(this.#windows[name], nowS));
    return { ...summaries, pending: this.offers.pending };
  }

  /** @internal Lends its core, with these profiles in force, for what is scored in it. @throws ArgumentError */
  coreWith(profiles: ProfileSet): Core {
    return this.#profiled.with(profiles);
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

  /** @internal What one window holds at `nowS`, in its buckets from an index on. */
  exportWindow(name: WindowName, nowS: number, fromIndex?: number): WindowState {
    return this.#windows[name].exportState(nowS, fromIndex);
  }

  /** @internal Outcomes in the buckets from an index on. */
  exportOutcomes(fromIndex: number): OutcomesState {
    return this.#outcomes.exportState(fromIndex);
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

  #learnFrom(inputTokens: number, requestedTokens: number, observedTokens: number, nowS: number): void {
    this.#windows.observedDecode.add(inputTokens, requestedTokens, observedTokens, nowS, nowS);
    this.offeredWork?.learn(inputTokens, requestedTokens, observedTokens);
  }

  #endUnsized(offer: Offer, kind: TerminalKind, nowS: number): void {
    if (kind === "invalid") this.offers.invalidate(offer);
    else this.offers.lose(offer, nowS);
  }

  #judge({ arrivedS, firstTokenS, lastStreamedS, streamedTokens }: Offer, kind: TerminalKind, nowS: number): void {
    const { ttftS: ttftSloS, tpotS: tpotSloS } = this.#slo;
    const ttftS = timeToFirst(arrivedS, firstTokenS);
    const tpotS = timePerToken(firstTokenS, lastStreamedS, streamedTokens);
    this.#outcomes.record(metTtft(kind, ttftS, ttftSloS), metTpot(kind, ttftS, tpotS, tpotSloS), nowS);
  }
}
