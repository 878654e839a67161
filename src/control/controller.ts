import type { Accounting } from "../accounting/accounting";
import type { Config } from "../config";
import { addFacts, type Decision, type DecisionFacts, type Limit, type RoleMove } from "../decision/decision";
import { DecisionCounter } from "../decision/decision-counts";
import type { Reason } from "../decision/reasons";
import type { Fleet, FleetRequest } from "../fleet";
import { limitOf } from "../policies/limits";
import type { Policy, PolicyView } from "../policies/policy";
import { type CheckedDecision, decideBy } from "../policies/policy-guard";
import { viewOf } from "../policies/policy-view";
import { recordedFacts } from "../policies/record-facts";
import type { DemandEvidence, EvidenceReading } from "../scoring/evidence";
import type { Scope } from "../scoring/freeze-inputs";
import type { FleetProfiles } from "../scoring/profile-sets";
import type { Reading } from "../scoring/reading";
import { Confirmations, stepsInS } from "./confirmations";
import { actingOf, type ControllerOptions } from "./controller-options";
import { type ControllerState, finiteOf } from "./controller-state";
import { type CurrentSplit, currentSplit, splitAfter, splitLookedAt } from "./current-split";
import { earlyHold } from "./early-hold";
import { DECODE_FLOOR, decodeFloorShort, prefillFloorDonor, RECOVERY } from "./floors";
import { type MoveRequest, preferenceOf } from "./move-request";
import { Moves } from "./moves";
import { OfferPrices } from "./offer-prices";
import { PanicBypass, type PoolLoads, poolLoads } from "./panic";
import { Readings } from "./readings";
import { type Urgency, UrgentEvents, urgencyFacts } from "./urgency";

/** Decides which engine changes its role (semantics, sections 9 to 12): the order of a pass and of a step. */
export class Controller {
  readonly moves: Moves;
  readonly urgentEvents: UrgentEvents;
  readonly counter = new DecisionCounter();
  readonly policy: Policy;
  readonly #config: Config;
  readonly #accounting: Accounting;
  readonly #fleet: Fleet;
  readonly #scope: Scope;
  readonly #readings: Readings;
  readonly #panic: PanicBypass;
  readonly #confirmations = new Confirmations();
  readonly #prices: OfferPrices;
  #memory: Record<string, number> = {};
  #lastStepS: number;
  /** Whether the last attempt to move was an urgent one. */
  #urgentMove = false;
  #deciding = false;

  /** @throws ConfigError for an option */
  constructor(accounting: Accounting, fleet: Fleet, options: ControllerOptions = {}) {
    const { config, startedS } = accounting;
    const { policy, host, scope } = actingOf(options);
    this.#scope = scope;
    this.policy = policy;
    this.#config = config;
    this.#accounting = accounting;
    this.#fleet = fleet;
    this.#lastStepS = startedS;
    this.#panic = new PanicBypass(config);
    this.#readings = new Readings(accounting, fleet, scope);
    this.moves = new Moves(config, fleet, startedS, host);
    this.urgentEvents = new UrgentEvents(config, fleet);
    this.#prices = new OfferPrices(accounting, fleet, startedS);
  }

  /** Whether its policy is deciding now: what it decides from must not be changed then. */
  get deciding(): boolean {
    return this.#deciding;
  }

  /** Reading of the last decision that priced demand, null before one in this process. */
  get lastReading(): Reading | null {
    return this.#readings.last;
  }

  get evidence(): DemandEvidence {
    return this.#readings.evidence;
  }

  get profiles(): FleetProfiles {
    return this.#readings.profiles;
  }

  /** Reads what a decision would be made from now; it counts for nothing. */
  read(nowS: number): Reading {
    return this.#readings.read(nowS);
  }

  /** View of its policy now; it counts for nothing. */
  look(nowS: number): PolicyView {
    return this.#view(null, nowS);
  }

  /** The evidence outside a decision: `Readings.readEvidence`. */
  readEvidence(nowS: number): EvidenceReading {
    return this.#readings.readEvidence(nowS);
  }

  /** One monitoring pass: the decode floor, the residency sample, a step, the end of the interval. */
  pass(nowS: number): Decision[] {
    const withdrawn = this.#withdrawBroken(nowS);
    const short = decodeFloorShort(this.#config, this.#fleet);
    const restored = short ? [this.#restoreFloor(DECODE_FLOOR, nowS)] : [];
    this.#accounting.sampleResidency(this.#fleet.residencySample(), nowS);
    const decided = short ? [] : this.#step(nowS, true);
    this.#endInterval(nowS);
    return [...withdrawn, ...restored, ...decided];
  }

  /** A monitoring pass without its decisions: the residency sample, the end of the interval. */
  sample(nowS: number): void {
    this.#accounting.sampleResidency(this.#fleet.residencySample(), nowS);
    this.#endInterval(nowS);
  }

  /** The urgent step, between monitoring passes: it leaves their cadence alone. */
  urgent(nowS: number): Decision[] {
    return this.#step(nowS, false);
  }

  /** Projects a waiting request, and arms an urgent event if it will miss its TTFT. Whether it is over. */
  arm(request: FleetRequest, nowS: number): boolean {
    return this.urgentEvents.arm(request, nowS);
  }

  /** The host has moved the engine that was proposed; null if none was. */
  confirmMove(engineId: string, nowS: number): RoleMove | null {
    this.moves.withdrawBroken(nowS);
    const move = this.moves.confirm(engineId, nowS);
    if (move) this.#moved(move, nowS);
    return move;
  }

  /** @internal All that it needs to go on elsewhere. */
  exportState(): ControllerState {
    return {
      lastStepS: this.#lastStepS,
      urgentMove: this.#urgentMove,
      longDecodeEngines: this.#readings.longDecodeEngines,
      panicSteps: this.#panic.steps,
      confirmations: this.#confirmations.exportState(),
      evidence: this.evidence.exportState(),
      moves: this.moves.exportState(),
      urgent: this.urgentEvents.exportState(),
      decisions: this.counter.exportState(),
      memory: finiteOf(this.#memory),
    };
  }

  /** @internal Goes on from another controller, over an account and a fleet that do. */
  importState(state: ControllerState, nowS: number): void {
    this.#lastStepS = state.lastStepS;
    this.#urgentMove = state.urgentMove;
    this.#readings.importLong(state.longDecodeEngines);
    this.#panic.importSteps(state.panicSteps);
    this.#confirmations.importState(state.confirmations);
    this.evidence.importState(state.evidence);
    this.moves.importState(state.moves, nowS);
    this.urgentEvents.importState(state.urgent);
    this.counter.importState(state.decisions);
    this.#memory = { ...state.memory };
    this.#prices.refresh(nowS);
  }

  #endInterval(nowS: number): void {
    this.#fleet.roll(nowS);
    this.#prices.refresh(nowS);
  }

  #step(nowS: number, inPass: boolean): Decision[] {
    const donor = this.moves.pending ? null : prefillFloorDonor(this.#config, this.#fleet);
    if (donor) {
      if (inPass) this.#lastStepS = nowS;
      return [this.#restoreFloor({ target: "prefill", by: "floor_recovery", donor }, nowS)];
    }
    const loads = poolLoads(this.#fleet, nowS);
    this.#panic.note(loads);
    const urgency = this.urgentEvents.take(nowS);
    if (!urgency && !(inPass && this.policy.every === "pass") && nowS - this.#lastStepS < this.#config.stepS) return [];
    if (inPass) this.#lastStepS = nowS;
    return [this.#decide(urgency, loads, nowS)];
  }

  #restoreFloor(request: MoveRequest, nowS: number): Decision {
    const current = this.#currentSplit();
    const prefill = splitAfter(current, request);
    if (this.moves.pending === null) return this.#attempt(request, prefill, current, nowS);
    const limit = limitOf("move_pending", 1, 0);
    return this.#record(prefill, { by: request.by, reason: "move_pending", result: "held", limit }, current, nowS);
  }

  /** A proposal that would break a floor by now is no longer one. */
  #withdrawBroken(nowS: number): Decision[] {
    const withdrawn = this.moves.withdrawBroken(nowS);
    if (withdrawn === null) return [];
    const current = this.#currentSplit();
    return [this.#record(splitAfter(current, withdrawn), { ...withdrawn, result: "blocked" }, current, nowS)];
  }

  #decide(urgency: Urgency | null, loads: PoolLoads, nowS: number): Decision {
    const urgentFacts = urgency ? urgencyFacts(urgency, this.#currentSplit()) : {};
    const early = earlyHold(this.moves.pending, this.#fleet, this.#scope);
    if (early) {
      const prefill = splitLookedAt(this.#currentSplit(), urgency !== null);
      return this.#hold(early[0], prefill, urgentFacts, early[1], nowS);
    }
    const view = this.#view(urgency, nowS);
    this.#deciding = true;
    const decision = decideBy(this.policy, view);
    this.#deciding = false;
    const { refutedPhase = null } = decision.facts;
    if (refutedPhase !== null) this.#fleet.learning?.doubt(refutedPhase);
    const facts = addFacts(recordedFacts(this.policy, decision, view), urgentFacts);
    // A custom policy does not tell what its split is compared with.
    const { prefillEngines: currentPrefill, decodeEngines: currentDecode } = view;
    if (decision.prefill !== currentPrefill) addFacts(facts, { currentPrefill, currentDecode });
    if (decision.action === "move") return this.#confirm(decision, facts, loads, nowS);
    return this.#hold(decision.reason, decision.prefill, facts, decision.limit ?? null, nowS);
  }

  #view(urgency: Urgency | null, nowS: number) {
    return viewOf({
      nowS,
      accounting: this.#accounting,
      fleet: this.#fleet,
      scope: this.#scope,
      moveS: this.moves.lastMoveS,
      memory: this.#memory,
      capacities: () => this.#readings.capacities(),
      relief: urgency && this.urgentEvents.relief(urgency, nowS),
      read: () => this.#readings.readForDecision(nowS),
    });
  }

  /** Step 9: the proposal has to win several steps in a row. */
  #confirm(
    move: Extract<CheckedDecision, { action: "move" }>,
    facts: DecisionFacts,
    loads: PoolLoads,
    nowS: number,
  ): Decision {
    const { prefill, confirmations: required } = move;
    const confirmations = this.#confirmations.confirm(move);
    const confirmed = addFacts(facts, { confirmations, requiredConfirmations: required });
    const by = this.policy.name;
    if (confirmations < required) {
      const clearsInS = stepsInS(required - confirmations, this.#config.stepS, nowS - this.#lastStepS);
      const limit = limitOf("confirmations", confirmations, required, clearsInS);
      return this.#record(prefill, { by, reason: "confirming", result: "held", limit }, confirmed, nowS);
    }
    const target = prefill > this.#currentSplit().currentPrefill ? "prefill" : "decode";
    const capacities = this.#accounting.offeredWork && this.#readings.capacities();
    const bypassCooldown = this.#panic.holds(loads);
    const request = { target, by, bypassCooldown, ...preferenceOf(capacities, target) } as const;
    return this.#attempt(request, prefill, confirmed, nowS);
  }

  /** Step 10: the moves, one engine after the other until the split is reached or a gate stops them. */
  #attempt(request: MoveRequest, prefill: number, facts: DecisionFacts, nowS: number): Decision {
    const current = this.#currentSplit().currentPrefill;
    const outcome = this.moves.moveSeveral(request, Math.abs(prefill - current), nowS);
    const { result, moves } = outcome;
    this.#confirmations.reset();
    this.#urgentMove = facts.urgentSignals !== undefined;
    if (result === "applied") for (const move of moves) this.#moved(move, nowS);
    // As far as it came.
    const gained = request.target === "prefill" ? moves.length : -moves.length;
    const reached = moves.length > 0 ? current + gained : prefill;
    return this.#record(reached, { by: request.by, ...outcome }, facts, nowS);
  }

  /** A move has taken effect, at once or by the host. */
  #moved({ to }: RoleMove, nowS: number): void {
    if (to === "decode") this.evidence.recordRisk(RECOVERY, nowS);
    if (this.#urgentMove) this.urgentEvents.rearm(nowS);
  }

  #hold(reason: Reason, prefill: number, facts: DecisionFacts, limit: Limit | null, nowS: number): Decision {
    this.#confirmations.reset();
    return this.#record(prefill, { by: this.policy.name, reason, result: "held", limit }, facts, nowS);
  }

  #record(
    prefill: number,
    verdict: Pick<Decision, "by" | "reason" | "result" | "limit"> & { readonly moves?: readonly RoleMove[] },
    facts: DecisionFacts,
    nowS: number,
  ): Decision {
    const { currentPrefill, currentDecode } = this.#currentSplit();
    const decode = currentPrefill + currentDecode - prefill;
    const { by, reason, result, moves = [], limit } = verdict;
    const decision: Decision = addFacts(facts, { at: nowS, prefill, decode, moves, by, reason, result, limit });
    this.counter.count(decision);
    return decision;
  }

  #currentSplit(): CurrentSplit {
    return currentSplit(this.#fleet, this.#scope);
  }
}
