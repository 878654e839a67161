import type { Accounting } from "../accounting/accounting";
import type { Config } from "../config";
import { addFacts, type Decision, type DecisionFacts, type Limit, type RoleMove } from "../decision/decision";
import { DecisionCounter, type DecisionCounterState } from "../decision/decision-counts";
import type { HeldReason, Reason } from "../decision/reasons";
import { ConfigError } from "../errors";
import type { Fleet, FleetRequest, Role } from "../fleet";
import { Capacities } from "../policies/capacities";
import { limitOf } from "../policies/limits";
import type { Policy, PolicyView } from "../policies/policy";
import { type CheckedDecision, decideBy, type PolicyName, resolvePolicy } from "../policies/policy-guard";
import { viewOf } from "../policies/policy-view";
import { DemandEvidence, type EvidenceReading, type EvidenceState } from "../scoring/evidence";
import { countInScope, enginesInScope, type Scope } from "../scoring/freeze-inputs";
import { FleetProfiles } from "../scoring/profile-sets";
import { type Reading, takeReading } from "../scoring/reading";
import { Confirmations, type ConfirmationsState } from "./confirmations";
import { decodeFloorShort, prefillFloorDonor } from "./floors";
import { type MoveRequest, Moves, type MovesState } from "./moves";
import { OfferPrices } from "./offer-prices";
import { PanicBypass, type PoolLoads } from "./panic";
import { type Urgency, type UrgentEvent, UrgentEvents } from "./urgency";

/** How a controller acts. */
export interface ControllerOptions {
  /**
   * What decides which split of the engines is best: `reactive`, as the spec says (default), `headroom`
   * (docs/policies.md), or a policy of one's own.
   */
  readonly policy?: PolicyName | Policy;
  /** Whether moves take effect at once, or the host applies them and says so. Default `auto`. */
  readonly applyMoves?: "auto" | "host";
  /**
   * What to do while an engine is unavailable: hold, as the spec says (default), or rebalance among the available
   * ones; splits then count these only.
   */
  readonly whileUnavailable?: "hold" | "rebalance";
}

/** What a controller needs to go on elsewhere, besides the account and the fleet. */
export interface ControllerState {
  readonly lastStepS: number;
  /** Whether the last attempt to move was an urgent one. */
  readonly urgentMove: boolean;
  /** Decode demand of the window in the last decision that priced it, in engines; 0 before one. */
  readonly longDecodeEngines: number;
  readonly panicSteps: number;
  readonly confirmations: ConfirmationsState;
  readonly evidence: EvidenceState;
  readonly moves: MovesState;
  readonly urgent: UrgentEvent | null;
  readonly decisions: DecisionCounterState;
  /** What the policy keeps. */
  readonly memory: Readonly<Record<string, number>>;
}

/** Decides which engine changes its role (semantics, sections 9 to 12): the order of a pass and of a step. */
export class Controller {
  readonly evidence: DemandEvidence;
  readonly moves: Moves;
  readonly urgentEvents: UrgentEvents;
  readonly counter = new DecisionCounter();
  readonly profiles = new FleetProfiles();
  readonly policy: Policy;
  readonly #config: Config;
  readonly #accounting: Accounting;
  readonly #fleet: Fleet;
  readonly #scope: Scope;
  readonly #panic: PanicBypass;
  readonly #confirmations = new Confirmations();
  readonly #prices: OfferPrices;
  #memory: Record<string, number> = {};
  #lastStepS: number;
  #lastReading: Reading | null = null;
  #longDecodeEngines = 0;
  /** Whether the last attempt to move was an urgent one. */
  #urgentMove = false;
  #deciding = false;

  /** @throws ConfigError for an option */
  constructor(accounting: Accounting, fleet: Fleet, options: ControllerOptions = {}) {
    const { config, startedS } = accounting;
    const { applyMoves = "auto", whileUnavailable = "hold", policy = "reactive" } = options;
    checkOption("applyMoves", applyMoves, ["auto", "host"]);
    checkOption("whileUnavailable", whileUnavailable, ["hold", "rebalance"]);
    this.#scope = whileUnavailable === "rebalance" ? "available" : "all";
    this.policy = resolvePolicy(policy);
    this.#config = config;
    this.#accounting = accounting;
    this.#fleet = fleet;
    this.#lastStepS = startedS;
    this.#panic = new PanicBypass(config);
    this.evidence = new DemandEvidence(config, accounting);
    this.moves = new Moves(config, fleet, startedS, applyMoves === "host");
    this.urgentEvents = new UrgentEvents(config, fleet);
    this.#prices = new OfferPrices(accounting, fleet);
    this.#prices.refresh(startedS);
  }

  /** Whether its policy is deciding now: what it decides from must not be changed then. */
  get deciding(): boolean {
    return this.#deciding;
  }

  /** What the last decision that priced demand has read, null before one in this process. */
  get lastReading(): Reading | null {
    return this.#lastReading;
  }

  /** Reads what a decision would be made from now; it counts for nothing. */
  read(nowS: number): Reading {
    return takeReading(this.#accounting, this.#fleet, this.profiles, this.evidence, nowS, this.#scope);
  }

  /** What its policy would look at now; it counts for nothing. */
  look(nowS: number): PolicyView {
    return this.#view(null, nowS);
  }

  /**
   * The evidence outside a decision (section 9): the short horizon priced afresh, the long one as the last decision
   * that priced demand had it, 0 before one.
   */
  readEvidence(nowS: number): EvidenceReading {
    this.#accounting.learn(nowS);
    const profiles = this.profiles.existing(enginesInScope(this.#fleet, this.#scope));
    const correction = this.#fleet.decodeCorrection();
    const short = this.#accounting.priceDecode(nowS, this.#config.evidenceSpanS, profiles, correction);
    return this.evidence.read(nowS, { short, long: this.#longDecodeEngines });
  }

  /** One monitoring pass: the decode floor, the residency sample, a step, the end of the interval. */
  pass(nowS: number): Decision[] {
    const short = decodeFloorShort(this.#config, this.#fleet);
    const restored = short && !this.moves.pending ? [this.#restoreFloor(DECODE_FLOOR, nowS)] : [];
    this.#accounting.sampleResidency(this.#fleet.residencySample(), nowS);
    const decided = short ? [] : this.#step(nowS, true);
    this.#fleet.roll(nowS);
    this.#prices.refresh(nowS);
    return [...restored, ...decided];
  }

  /** A monitoring pass without its decisions: the residency sample, the end of the interval. */
  sample(nowS: number): void {
    this.#accounting.sampleResidency(this.#fleet.residencySample(), nowS);
    this.#fleet.roll(nowS);
    this.#prices.refresh(nowS);
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
    const move = this.moves.confirm(engineId, nowS);
    if (move) this.#moved(move, nowS);
    return move;
  }

  /** @internal All that it needs to go on elsewhere. */
  exportState(): ControllerState {
    return {
      lastStepS: this.#lastStepS,
      urgentMove: this.#urgentMove,
      longDecodeEngines: this.#longDecodeEngines,
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
    this.#longDecodeEngines = state.longDecodeEngines;
    this.#lastReading = null;
    this.#panic.importSteps(state.panicSteps);
    this.#confirmations.importState(state.confirmations);
    this.evidence.importState(state.evidence);
    this.moves.importState(state.moves, nowS);
    this.urgentEvents.importState(state.urgent);
    this.counter.importState(state.decisions);
    this.#memory = { ...state.memory };
    this.#prices.refresh(nowS);
  }

  #step(nowS: number, inPass: boolean): Decision[] {
    const donor = this.moves.pending ? null : prefillFloorDonor(this.#config, this.#fleet);
    if (donor) {
      if (inPass) this.#lastStepS = nowS;
      return [this.#restoreFloor({ target: "prefill", by: "floor_recovery", donor }, nowS)];
    }
    const loads = this.#loads(nowS);
    this.#panic.note(loads);
    const urgency = this.urgentEvents.take(nowS);
    if (!urgency && !(inPass && this.policy.every === "pass") && nowS - this.#lastStepS < this.#config.stepS) return [];
    if (inPass) this.#lastStepS = nowS;
    return [this.#decide(urgency, loads, nowS)];
  }

  #restoreFloor(request: MoveRequest, nowS: number): Decision {
    const current = this.#currentSplit();
    // A role that has no engine cannot give one.
    const prefill = Math.max(0, current.currentPrefill + (request.target === "prefill" ? 1 : -1));
    return this.#attempt(request, prefill, current, nowS);
  }

  #decide(urgency: Urgency | null, loads: PoolLoads, nowS: number): Decision {
    const urgentFacts = urgency ? this.#urgentFacts(urgency) : {};
    const early = this.#earlyHold();
    if (early) {
      const [reason, limit] = early;
      const { currentPrefill, currentDecode } = this.#currentSplit();
      // An urgent step looks at one more prefill engine, if there is one.
      const prefill = urgency && currentDecode > 0 ? currentPrefill + 1 : currentPrefill;
      return this.#hold(reason, prefill, urgentFacts, limit, nowS);
    }
    const view = this.#view(urgency, nowS);
    this.#deciding = true;
    const decision = decideBy(this.policy, view);
    this.#deciding = false;
    const facts = addFacts(decision.facts, urgentFacts);
    // A policy of one's own does not tell what its split is compared with.
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
      capacities: () => this.#capacities(),
      relief: urgency && this.urgentEvents.relief(urgency, nowS),
      read: () => this.#readForDecision(nowS),
    });
  }

  #capacities(): Capacities {
    return new Capacities(enginesInScope(this.#fleet, this.#scope), this.#accounting.offeredWork);
  }

  #readForDecision(nowS: number): Reading {
    const reading = this.read(nowS);
    this.#lastReading = reading;
    this.#longDecodeEngines = reading.demand.decodeDemand;
    return reading;
  }

  /** Step 3, and a proposal that the host has not answered yet. */
  #earlyHold(): [HeldReason, Limit] | null {
    const { pending } = this.moves;
    if (pending) return ["move_pending", limitOf("move_pending", 1, 0)];
    if (this.#scope === "available") return null;
    const unavailable = this.#fleet.engines.filter(({ available }) => !available).length;
    return unavailable > 0 ? ["fleet_unavailable", limitOf("engines_unavailable", unavailable, 0)] : null;
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
      const limit = limitOf("confirmations", confirmations, required, this.#stepsInS(required - confirmations, nowS));
      return this.#record(prefill, { by, reason: "confirming", result: "held", limit }, confirmed, nowS);
    }
    const target = prefill > this.#count("prefill") ? "prefill" : "decode";
    const capacities = this.#accounting.offeredWork && this.#capacities();
    const request: MoveRequest = {
      target,
      by,
      bypassCooldown: this.#panic.holds(loads),
      ...(capacities && { prefers: (engine, other) => capacities.prefers(target, engine, other) }),
    };
    return this.#attempt(request, prefill, confirmed, nowS);
  }

  /** Step 10: the moves, one engine after the other until the split is reached or a gate stops them. */
  #attempt(request: MoveRequest, prefill: number, facts: DecisionFacts, nowS: number): Decision {
    const current = this.#count("prefill");
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
    const decode = this.#count("prefill") + this.#count("decode") - prefill;
    const { by, reason, result, moves = [], limit } = verdict;
    const decision: Decision = addFacts(facts, { at: nowS, prefill, decode, moves, by, reason, result, limit });
    this.counter.count(decision);
    return decision;
  }

  /** Seconds to the last of so many steps to come, at the earliest. An urgent call leaves the cadence as it was. */
  #stepsInS(steps: number, nowS: number): number {
    const { stepS } = this.#config;
    return Math.max(0, stepS - (nowS - this.#lastStepS)) + (steps - 1) * stepS;
  }

  #urgentFacts({ facts }: Urgency): DecisionFacts {
    return addFacts(
      {
        ...this.#currentSplit(),
        decisionBasis: "projected_ttft_recovery",
        eligibilityRule: "projected_ttft_recovery",
      } as const,
      facts,
    );
  }

  #currentSplit() {
    return { currentPrefill: this.#count("prefill"), currentDecode: this.#count("decode") };
  }

  #count(role: Role): number {
    return countInScope(this.#fleet, role, this.#scope);
  }

  #loads(nowS: number): PoolLoads {
    return { prefill: this.#fleet.poolLoad("prefill", nowS), decode: this.#fleet.poolLoad("decode", nowS) };
  }
}

const DECODE_FLOOR: MoveRequest = { target: "decode", by: "decode_floor", bypassCooldown: true };

/** The risk event of a move to decode (step 10, and the restored decode floor). */
const RECOVERY = "p_to_d_recovery";

function finiteOf(memory: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(memory).filter(([, value]) => Number.isFinite(value)));
}

function checkOption(field: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) throw new ConfigError(field, `must be ${allowed.join(" or ")}`, value);
}
