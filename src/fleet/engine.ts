import { checkTime } from "../check";
import { elapsedS } from "../clock";
import { LinkedList } from "../linked-list";
import { coversDecode, type EngineProfile, maxKvTokens, prefillS } from "../profile";
import { NO_TOKEN_S, type RequestRecord } from "../request-record";
import type { Phase, Role } from "../roles";
import { DecodeResidents } from "./decode-residents";
import type { EngineLearning } from "./live-model";
import type { EngineOptions, FleetConfig, LoadSlo } from "./options";
import { PrefillPrice, type PrefillPriceState } from "./prefill-price";
import { PrefillSums } from "./prefill-sums";
import { DecodeModel, TokenGaps, type TokenGapsState } from "./token-gaps";

/** A request that is, was or may be resident on an engine. */
export type Resident = RequestRecord<Engine>;

/** State of an engine for a handoff, but for its residents and its profile. */
export interface EngineState
  extends Readonly<Pick<Engine, "id" | "role" | "available" | "pinned" | "lastMoveS" | "correction">> {
  readonly price: PrefillPriceState;
  readonly gaps: TokenGapsState;
}

/**
 * One engine: its settings, its residents of both phases and what they taught (semantics, section 7). Read it; change
 * it through `Fleet`, which makes the engines. All its sums run along: no event and no reading looks at every resident.
 */
export class Engine {
  readonly id: string;
  role: Role;
  available: boolean;
  pinned: boolean;
  /** Null: not measured yet. */
  profile: EngineProfile | null = null;
  /** When a role move was last applied to it, in seconds; null: never (section 11, dwell). */
  lastMoveS: number | null = null;
  /** False once it was removed from its fleet. */
  inFleet = true;
  /** How much longer its token gaps are than its profile says, inside the configured bounds; 1: as it says. */
  correction = 1;
  /** @internal What is learned from it; null: nothing is. */
  learning: EngineLearning | null = null;

  readonly #config: FleetConfig;
  #decodeModel: DecodeModel | null = null;
  /** In order of dispatch. */
  readonly #prefilling = new LinkedList<Resident>();
  readonly #decoding = new DecodeResidents<Resident>();
  readonly #prefillSums = new PrefillSums();
  /** When the first of them became the first. */
  #firstSinceS = 0;
  #price: PrefillPrice;
  #gaps = new TokenGaps();

  /** @param nowS when it joins, in seconds: its first interval starts */
  constructor(options: EngineOptions, profile: EngineProfile | null, config: FleetConfig, nowS: number) {
    this.id = options.id;
    this.role = options.role;
    this.available = Boolean(options.available ?? true);
    this.pinned = Boolean(options.pinned ?? false);
    this.#config = config;
    this.#price = new PrefillPrice(nowS);
    this.setProfile(profile);
  }

  /** Number of prefill residents. */
  get prefillRequests(): number {
    return this.#prefillSums.requests;
  }

  /** Number of decode residents. */
  get decodeRequests(): number {
    return this.#decoding.requests;
  }

  /** Tokens (input + output so far) of the decode residents. */
  get decodeTokens(): number {
    return this.#decoding.tokens;
  }

  /** Tokens that prefill has to work on (input - cached) of the prefill residents. */
  get prefillTokens(): number {
    return this.#prefillSums.tokens;
  }

  /** Mean token gap of the last interval that had gaps, in seconds; 0 before one. */
  get meanGapS(): number {
    return this.#gaps.meanS;
  }

  /**
   * Mean over the last whole interval of what the prefill residents cost, in seconds of work; 0 before the first roll.
   */
  get meanPrefillPriceS(): number {
    return this.#price.meanS;
  }

  /**
   * Prefill residents, in order of dispatch; decode residents: those without a token here first, then by last token.
   */
  *residents(phase: Phase): Generator<Resident, void> {
    if (phase === "prefill") yield* this.#prefilling;
    else yield* this.#decoding;
  }

  /** @internal Appends the prefill residents, in order of dispatch. */
  prefillInto(requests: Resident[]): void {
    this.#prefilling.copyInto(requests);
  }

  /** Sum of prefill_time over the prefill residents by its profile, or another one, in seconds; 0 without one. */
  residentPrefillS(profile: EngineProfile | null = this.profile): number {
    return this.#prefillSums.seconds(profile);
  }

  /** @internal The same, less what is done of the first one if they are served one after the other, in seconds. */
  remainingPrefillS(profile: EngineProfile, nowS: number): number {
    const first = this.#prefilling.head;
    if (first === null) return 0;
    const doneS = Math.min(elapsedS(this.#firstSinceS, nowS), prefillS(profile, first.prefillTokens));
    return this.#prefillSums.seconds(profile) - doneS;
  }

  /** Prefill load: a ratio of the TTFT objective, >= 0; 0 without a profile. */
  prefillLoad(ttftSloS = this.#config.ttftSloS): number {
    if (this.profile === null) return 0;
    return Math.max(this.residentPrefillS(), this.#price.meanS) / ttftSloS;
  }

  /**
   * Longest time since the last token, among decode residents that have had one here, in seconds; 0 if there are none.
   *
   * @throws TimeError
   */
  stalledGapS(nowS: number): number {
    checkTime("nowS", nowS);
    const longest = this.#decoding.longestStalled;
    return longest === null ? 0 : elapsedS(longest.lastTokenS, nowS);
  }

  /**
   * Decode load: how much of the TPOT objective beyond an idle engine's interval the gaps take, >= 0; 0 with no decode
   * resident.
   *
   * @throws TimeError
   */
  decodeLoad(nowS: number, tpotSloS = this.#config.tpotSloS): number {
    const stalledS = this.stalledGapS(nowS);
    if (this.decodeRequests === 0) return 0;
    const observedS = Math.max(this.#gaps.meanS, stalledS);
    const idleS = this.#decodeModel === null ? 0 : this.#decodeModel.intervalS(0, 0) * this.correction;
    return idleS >= tpotSloS ? observedS / tpotSloS : Math.max(0, observedS - idleS) / (tpotSloS - idleS);
  }

  /** Whether it counts in the pool of a role: available, and with that role or residents of that phase. */
  inPool(role: Role): boolean {
    const residents = role === "prefill" ? this.prefillRequests : this.decodeRequests;
    return this.available && (this.role === role || residents > 0);
  }

  /** The load of one phase: `prefillLoad` or `decodeLoad`. */
  load(phase: Phase, nowS: number, { ttftSloS, tpotSloS }: LoadSlo = this.#config): number {
    return phase === "prefill" ? this.prefillLoad(ttftSloS) : this.decodeLoad(nowS, tpotSloS);
  }

  /**
   * Engines' worth of decode work on it: resident tokens over the most that keep the TPOT objective. 0 with no decode
   * resident, no profile, or where not even one token keeps the objective.
   */
  decodeWork(): number {
    if (this.decodeRequests === 0 || this.profile === null) return 0;
    const ceiling = maxKvTokens(this.profile, this.#config.tpotSloS / this.correction, this.decodeRequests);
    return ceiling > 0 ? this.decodeTokens / ceiling : 0;
  }

  /** Whether its decode residents lie in the domain that its profile was measured in; true if it has none. */
  coversDecodeResidents(): boolean {
    if (this.decodeRequests === 0) return true;
    return this.profile !== null && coversDecode(this.profile, this.decodeRequests, this.decodeTokens);
  }

  /** @internal A checked profile, or none. */
  setProfile(profile: EngineProfile | null): void {
    this.profile = profile;
    this.#decodeModel = profile && new DecodeModel(profile);
  }

  /** @internal A request, which is nowhere, becomes a resident. */
  enter(request: Resident, phase: Phase, nowS: number): void {
    request.engine = this;
    request.state = phase;
    if (phase === "prefill") this.#enterPrefill(request, nowS);
    else this.#decoding.enter(request);
  }

  /** @internal A resident leaves. */
  leave(request: Resident, nowS: number): void {
    if (request.state === "prefill") this.#leavePrefill(request, nowS);
    else this.#decoding.leave(request);
    request.engine = null;
    request.state = "none";
  }

  /** @internal `count` tokens of a decode resident came, evenly spaced since its last one. */
  token(request: Resident, nowS: number, count: number): void {
    if (request.lastTokenS !== NO_TOKEN_S) this.#measureGaps(request, nowS, count);
    this.#decoding.token(request, nowS, count);
  }

  /** @internal The lengths of a resident changed from these. The price in force stays until one comes or goes. */
  resized(request: Resident, prefillTokens: number, tokens: number): void {
    if (request.state === "decode") return this.#decoding.addTokens(request.tokens - tokens);
    this.#prefillSums.remove(prefillTokens);
    this.#prefillSums.add(request.prefillTokens);
  }

  /** @internal A monitoring pass ends. */
  roll(nowS: number): void {
    this.#price.roll(nowS);
    const { decodeCorrectionMin, decodeCorrectionMax, decodeCorrectionAlpha, decodeCorrectionMinSamples } =
      this.#config;
    if (this.learning !== null) this.#gaps.teach(this.learning.model);
    const meanRatio = this.#gaps.roll(decodeCorrectionMinSamples);
    if (meanRatio === null) return;
    const target = Math.min(decodeCorrectionMax, Math.max(decodeCorrectionMin, meanRatio));
    this.correction += decodeCorrectionAlpha * (target - this.correction);
  }

  /** @internal What is known of it if its residents leave at `nowS`. */
  exportState(nowS: number): EngineState {
    const { id, role, available, pinned, lastMoveS, correction } = this;
    const price = this.#price.exportState(nowS);
    const gaps = this.#gaps.exportState(this.prefillRequests > 0 ? nowS : null);
    return { id, role, available, pinned, lastMoveS, correction, price, gaps };
  }

  /** @internal What its interval has measured up to `nowS`, while its residents stay. */
  measured(nowS: number): Pick<EngineState, "price" | "gaps"> {
    return { price: this.#price.exportState(nowS), gaps: this.#gaps.exportState(null) };
  }

  /** @internal Puts other measurements of the interval in the place of its own. */
  importMeasured({ price, gaps }: Pick<EngineState, "price" | "gaps">): void {
    this.#price.importState(price);
    this.#gaps.importState(gaps);
  }

  /** @internal Goes on from what was known of it elsewhere. It has no residents. */
  importState(state: EngineState): void {
    const { decodeCorrectionMin, decodeCorrectionMax } = this.#config;
    this.role = state.role;
    this.available = state.available;
    this.pinned = state.pinned;
    this.lastMoveS = state.lastMoveS;
    this.correction = Math.min(decodeCorrectionMax, Math.max(decodeCorrectionMin, state.correction));
    this.#price.importState(state.price);
    this.#gaps.importState(state.gaps);
  }

  /** @internal Forgets all that it taught: its first interval starts at `nowS`. It has no residents. */
  restart(nowS: number): void {
    this.lastMoveS = null;
    this.correction = 1;
    this.#price = new PrefillPrice(nowS);
    this.#gaps = new TokenGaps();
  }

  #measureGaps(request: Resident, nowS: number, count: number): void {
    const gapS = elapsedS(request.lastTokenS, nowS) / count;
    // The first decode gap holds transfer and queueing: it is no gap of this engine's.
    const uncounted = request.decodeGapStarted ? 0 : 1;
    const counted = count - uncounted;
    if (counted === 0) return;
    this.#gaps.add(gapS, counted, request.lastTokenS + gapS * uncounted, this.prefillRequests > 0);
    this.#gaps.addLoad(gapS, counted, this.decodeTokens + uncounted, this.decodeRequests);
    if (this.#decodeModel === null) return;
    this.#gaps.addRatios(gapS, counted, this.#decodeModel, this.decodeTokens + uncounted, this.decodeRequests);
  }

  #enterPrefill(request: Resident, nowS: number): void {
    // An attempt starts here: tokens of an earlier one say nothing about its gaps.
    request.lastTokenS = NO_TOKEN_S;
    if (this.#prefilling.head === null) this.#firstSinceS = nowS;
    this.#prefilling.append(request);
    this.#prefillSums.add(request.prefillTokens);
    this.#prefillChanged(nowS);
  }

  #leavePrefill(request: Resident, nowS: number): void {
    if (this.#prefilling.head === request) this.#firstSinceS = nowS;
    this.#prefilling.remove(request);
    this.#prefillSums.remove(request.prefillTokens);
    this.#prefillChanged(nowS);
  }

  #prefillChanged(nowS: number): void {
    this.#gaps.prefillChanged(nowS);
    this.#price.change(this.residentPrefillS(), nowS);
  }
}
