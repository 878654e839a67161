import { Accounting, type DemandHistory, type LearnedOutputs } from "../accounting/accounting";
import type { Demand } from "../accounting/demand";
import type { Attainment } from "../accounting/outcome-window";
import { checkClock, checkTime, itemsOf, ownFields } from "../check";
import { monotonicClock } from "../clock";
import type { Config } from "../config";
import { Controller } from "../control/controller";
import type { Decision, RoleMove } from "../decision/decision";
import { ArgumentError, StateError, TimeError } from "../errors";
import { type EngineOptions, Fleet, type RequestId } from "../fleet";
import { MeasuredFleet } from "../fleet/measured-fleet";
import { type RestoreOptions, type RestoreReport, restorePoolSnapshot } from "../handoff/restore";
import { takePoolSnapshot } from "../handoff/take";
import { EventLog } from "../journal/event-log";
import type { LookQuery } from "../journal/event-rows";
import { Journal } from "../journal/journal";
import { resolvePolicy } from "../policies/policy-guard";
import type { EngineProfileInput } from "../profile";
import { type ScoreOptions, type SplitScore, scoreSplits } from "../scoring/scores";
import type { DecisionSnapshot } from "../scoring/scoring-inputs";
import { type WhatIf, type WhatIfOptions, whatIf } from "../scoring/what-if";
import { Anomalies } from "./anomalies";
import type { PoolParts } from "./create-pool";
import { DecisionTimes } from "./decision-times";
import { type HandleContext, isFuture } from "./handle-context";
import { HandleRecord, RequestHandle } from "./request";
import { RequestCounter } from "./request-counts";
import { atOf, idOf, type OpenOptions } from "./request-options";
import { type StateDocument, stateDocument } from "./state";
import { Timeline } from "./timeline";

export type { RestoreOptions, RestoreReport } from "../handoff/restore";

/** The accounts of one pool of engines: requests by handles, attainment, demand, and the scores of every split. */
export class Pool {
  readonly config: Config;
  readonly #clock: Timeline;
  readonly #accounting: Accounting;
  readonly #fleet: Fleet;
  readonly #controller: Controller;
  readonly #context: HandleContext;
  readonly #journal: Journal | null;
  readonly #events: EventLog | null;
  #decisionTimes = new DecisionTimes();

  /**
   * @param config as `resolveConfig` or `configFromJson` give it
   * @throws ProfileError, ArgumentError for an engine, MemoryError, TimeError
   */
  constructor(config: Config, parts: PoolParts = {}) {
    const { engines = [], clock = monotonicClock(), strict = false, urgent = false, module, ...others } = parts;
    const { journal, eventLog, onLogFault, ...control } = others;
    const { policy: given, ...acting } = control;
    const policy = resolvePolicy(given ?? "reactive");
    const { offeredWork = false, signals = offeredWork } = policy;
    checkClock(clock);
    this.config = config;
    this.#clock = new Timeline(clock);
    this.#accounting = new Accounting(config, this.#clock, module, { offeredWork });
    this.#fleet = offeredWork || signals ? new MeasuredFleet(config) : new Fleet(config);
    for (const engine of itemsOf("engines", engines)) this.#fleet.addEngine(engine, this.#accounting.startedS);
    this.#controller = new Controller(this.#accounting, this.#fleet, control);
    const subject = {
      config,
      fleet: this.#fleet,
      startedS: this.#accounting.startedS,
      // A log can name a policy, not hold it.
      options: { urgent, ...acting, ...(given && { policy: policy.name }) },
      riskEvents: this.#controller.evidence.riskEvents,
    };
    this.#journal = journal ? new Journal(journal, subject, onLogFault) : null;
    this.#events = eventLog ? new EventLog(eventLog, subject, onLogFault) : null;
    this.#context = {
      urgent: urgent ? this.#controller : null,
      accounting: this.#accounting,
      fleet: this.#fleet,
      clock: this.#clock,
      anomalies: new Anomalies(strict),
      counter: new RequestCounter(),
      events: this.#events,
    };
  }

  /**
   * A request's first byte arrived: an offer of unknown size. A bad time of the router's own counts as an anomaly, and
   * the request is opened now.
   *
   * @throws TimeError for a bad time of the clock, and in strict mode for one of the router's own
   */
  open(options?: OpenOptions): RequestHandle {
    // Read before anything is counted: a getter of the router's may throw.
    const id = options ? nameOf(idOf(options)) : null;
    const given = options ? this.#given(options) : undefined;
    const openedS = given === undefined ? this.#now() : this.#openedS(given);
    const offer = this.#accounting.offers.open(openedS);
    this.#context.counter.opened();
    return new RequestHandle(this.#context, offer, id, this.#events?.open(openedS, given, id) ?? 0);
  }

  /**
   * How many requests of the last `windowS` seconds kept their promises.
   *
   * @param windowS > 0, at most four windows. Default: one window
   * @throws ArgumentError
   */
  attainment(windowS = this.config.windowS): Attainment {
    return this.#accounting.outcomes.attainment(windowS);
  }

  /** The demand of the window in engines, under the profiles that exist. */
  demand(): Demand {
    const nowS = this.#look("demand");
    this.#accounting.learn(nowS);
    const profiles = this.#controller.profiles.existing(this.#fleet.engines);
    return this.#accounting.price(nowS, this.config.windowS, profiles, this.#fleet.decodeCorrection());
  }

  /** Load of each role: 1 is the SLO's limit (semantics, section 7). */
  loads(): { prefill: number; decode: number } {
    const nowS = this.#now();
    return { prefill: this.#fleet.poolLoad("prefill", nowS), decode: this.#fleet.poolLoad("decode", nowS) };
  }

  /** Engines of each role, available or not. */
  split(): { prefill: number; decode: number } {
    return { prefill: this.#fleet.countByRole("prefill"), decode: this.#fleet.countByRole("decode") };
  }

  /** What the demand windows hold. */
  history(): DemandHistory {
    return this.#accounting.history(this.#look("history"));
  }

  /** Output lengths learned from completions. */
  learned(): LearnedOutputs {
    return this.#accounting.learned(this.#look("learned"));
  }

  /** Freezes what a decision would be made from now. */
  decisionSnapshot(): DecisionSnapshot {
    return this.#controller.read(this.#look("decision_snapshot")).snapshot;
  }

  /** Scores of every split 1 .. n - 1, of a snapshot or of now. */
  scores(options: ScoreOptions & { readonly snapshot?: DecisionSnapshot } = {}): SplitScore[] {
    const { snapshot = this.decisionSnapshot(), ...how } = ownFields("options", options);
    return scoreSplits(this.#accounting, snapshot, how);
  }

  /**
   * Scores every split of a fleet that might be, without touching state.
   *
   * @param options what would be different; with `snapshot` (that of a decision, say) its residents, queue and time
   * count instead of those of now
   * @throws ArgumentError, ProfileError
   * @example
   * pool.whatIf({ addDecode: 1 }).best?.objective;
   */
  whatIf(options: WhatIfOptions & { readonly snapshot?: DecisionSnapshot } = {}): WhatIf {
    const { snapshot = this.decisionSnapshot(), ...changes } = ownFields("options", options);
    return whatIf(this.#accounting, this.#fleet, snapshot, changes);
  }

  /** The snapshot that the last decision which priced demand was made from, null before one. */
  get lastSnapshot(): DecisionSnapshot | null {
    return this.#controller.lastReading?.snapshot ?? null;
  }

  /**
   * One monitoring pass: samples the residents' decode work, decides, and publishes the loads of the interval. Call it
   * every `monitorIntervalS`.
   */
  pass(): { decisions: Decision[] } {
    const nowS = this.#changing("pass");
    this.#journal?.passBegins(nowS);
    const decisions = this.#timed(nowS, this.#controller.pass(nowS));
    this.#events?.decide("pass", nowS, decisions);
    this.#journal?.passEnds(decisions, nowS);
    return { decisions };
  }

  /** A pass that decides nothing: for routers that settle the roles themselves. It takes the place of `pass()`. */
  sample(): void {
    const nowS = this.#changing("sample");
    this.#controller.sample(nowS);
    this.#events?.sample(nowS);
  }

  /** The urgent step, between passes: call it when `wait()` may have armed one (`urgentPending`). */
  urgent(): { decisions: Decision[] } {
    const nowS = this.#changing("urgent");
    const decisions = this.#timed(nowS, this.#controller.urgent(nowS));
    this.#events?.decide("urgent", nowS, decisions);
    this.#journal?.decided(decisions, nowS);
    return { decisions };
  }

  /** Whether a waiting request will miss its TTFT, so that an urgent step is due. False unless `urgent` is on. */
  get urgentPending(): boolean {
    return this.#controller.urgentEvents.pending;
  }

  /** The newest decisions, at most 100, the last one newest. After a restore it begins with the other pool's last one. */
  get newestDecisions(): readonly Decision[] {
    return this.#controller.counter.newest;
  }

  /** The move that waits for the host (`applyMoves: "host"`), null if none does. */
  get pendingMove(): RoleMove | null {
    return this.#controller.moves.pending;
  }

  /**
   * The host has moved an engine to the role that was proposed: it counts from now on.
   *
   * @returns the move, null if none of that engine was proposed
   */
  moved(engineId: string): RoleMove | null {
    const nowS = this.#changing("moved");
    const move = this.#controller.confirmMove(engineId, nowS);
    this.#events?.answer("moved", engineId, nowS);
    this.#journal?.answered("applied", move, nowS);
    return move;
  }

  /**
   * The host could not move an engine: the proposal is withdrawn, and counts as a refusal.
   *
   * @returns the move, null if none of that engine was proposed
   */
  moveFailed(engineId: string): RoleMove | null {
    const nowS = this.#changing("moveFailed");
    const move = this.#controller.moves.withdraw(engineId, nowS);
    this.#events?.answer("move_failed", engineId, nowS);
    this.#journal?.answered("failed", move, nowS);
    return move;
  }

  /**
   * Something showed that decode cannot spare an engine now: the evidence for a move to prefill begins anew.
   *
   * @param kind what it was, for the records: `first_token_timeout`, or a name of the router's own
   */
  recordRisk(kind: string): void {
    if (typeof kind !== "string" || kind === "") throw new ArgumentError("kind", "must be a name", kind);
    const nowS = this.#changing("recordRisk");
    this.#controller.evidence.recordRisk(kind, nowS);
    this.#events?.risk(kind, nowS);
    this.#journal?.riskRecorded(nowS);
  }

  /**
   * An engine joins the pool.
   *
   * @throws ArgumentError, ProfileError, ConfigError
   */
  addEngine(engine: EngineOptions): void {
    const nowS = this.#changing("addEngine");
    const added = this.#fleet.addEngine(engine, nowS);
    this.#events?.addEngine(added, nowS);
  }

  /**
   * An engine leaves. Its residents are on no engine from then on: retry them, or end them.
   *
   * @returns their handles
   * @throws UnknownIdError
   */
  removeEngine(engineId: string): RequestHandle[] {
    const nowS = this.#changing("removeEngine");
    const residents = this.#fleet.removeEngine(engineId, nowS);
    const handles = residents.flatMap((record) => (record instanceof HandleRecord ? record.handle : []));
    for (const handle of handles) handle.engineRemoved();
    const withdrawn = this.#controller.moves.withdraw(engineId, nowS);
    this.#events?.removeEngine(engineId, nowS);
    this.#journal?.answered("failed", withdrawn, nowS);
    return handles;
  }

  /** Whether an engine can take work. @throws UnknownIdError */
  setAvailable(engineId: string, available: boolean): void {
    this.#refuseWhileDeciding("setAvailable");
    this.#fleet.setAvailable(engineId, available);
    this.#events?.set("available", this.#fleet.engine(engineId));
  }

  /** Whether an engine must keep its role. @throws UnknownIdError */
  setPinned(engineId: string, pinned: boolean): void {
    this.#refuseWhileDeciding("setPinned");
    this.#fleet.setPinned(engineId, pinned);
    this.#events?.set("pinned", this.#fleet.engine(engineId));
  }

  /**
   * Puts another profile of an engine into force, or none (null). A refused one leaves the old one in force.
   *
   * @throws UnknownIdError, ProfileError
   */
  setProfile(engineId: string, profile: EngineProfileInput | null): void {
    this.#refuseWhileDeciding("setProfile");
    this.#fleet.setProfile(engineId, profile);
    this.#events?.set("profile", this.#fleet.engine(engineId));
  }

  /** The pool as one JSON-safe document, in the names of the wire. */
  state(): StateDocument {
    const { anomalies, counter } = this.#context;
    const nowS = this.#look("state");
    return stateDocument({
      nowS,
      accounting: this.#accounting,
      fleet: this.#fleet,
      controller: this.#controller,
      anomalies: anomalies.counts(),
      requests: counter.counts(),
      decisionTimes: this.#decisionTimes.counts(),
      journal: this.#journal?.counts() ?? null,
      eventLog: this.#events?.counts() ?? null,
    });
  }

  /**
   * Everything that another process needs to go on with these accounts, in one compact binary with a version and a
   * checksum. Requests in flight stay with this process: neither they nor their pending offers are in it.
   *
   * @throws StateError where the clock is so far from 0 that buckets and times cannot be told apart
   */
  snapshot(): Uint8Array {
    this.#refuseWhileDeciding("snapshot");
    // To the windows it is what that query is.
    const nowS = this.#look("history");
    return takePoolSnapshot({ ...this.#context, controller: this.#controller }, nowS);
  }

  /**
   * Goes on with the accounts of another pool. What this pool held before is gone, and its time is the other one's from
   * now on: one offset is added to its clock, and to the times that the router gives. What cannot be restored changes
   * nothing.
   *
   * @throws SnapshotError for bytes that are no whole snapshot, or one of differently kept windows; StateError while
   * requests are in flight; ArgumentError, TimeError
   * @example
   * const pool = await createPool(options);
   * pool.restore(bytes, { elapsedS: 2.5 });
   */
  restore(bytes: Uint8Array, options?: RestoreOptions): RestoreReport {
    this.#refuseWhileDeciding("restore");
    const { elapsedS = 0 } = options === undefined ? {} : ownFields("options", options);
    const report = restorePoolSnapshot({ ...this.#context, controller: this.#controller }, bytes, elapsedS);
    this.#decisionTimes = new DecisionTimes();
    const nowS = report.takenAtS + elapsedS;
    this.#events?.restore(bytes, elapsedS, nowS);
    this.#journal?.restored(nowS);
    return report;
  }

  /** Seconds that the times of this pool, in its state, decisions and handles, are ahead of its clock; 0 until a restore. */
  get clockOffsetS(): number {
    return this.#clock.offsetS;
  }

  #given(options: OpenOptions): number | undefined {
    const at = this.#clock.at(atOf(options));
    return at !== undefined && isFuture(this.#context, at) ? undefined : at;
  }

  #openedS(atS: number): number {
    if (Number.isFinite(atS)) return atS;
    this.#context.anomalies.count("invalid_time", () => new TimeError("at", atS));
    return this.#now();
  }

  /** The time of a query that moves the windows on: it may have a part in what is decided later. */
  #look(query: LookQuery): number {
    const nowS = this.#now();
    this.#events?.look(query, nowS);
    return nowS;
  }

  /** Counts how long a step took that began at `startS`, if it decided anything. */
  #timed(startS: number, decisions: Decision[]): Decision[] {
    if (decisions.length > 0) this.#decisionTimes.record(this.#clock.now() - startS);
    return decisions;
  }

  /** The time of a call that changes more than one request. */
  #changing(call: string): number {
    this.#refuseWhileDeciding(call);
    return this.#now();
  }

  /** A policy that calls the pool would have it decide within a decision, or change what it decides from. */
  #refuseWhileDeciding(call: string): void {
    if (this.#controller.deciding) throw new StateError(call, "deciding", "pool");
  }

  #now(): number {
    const nowS = this.#clock.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }
}

/** A request's name ends up in documents: what cannot stand there is none. */
function nameOf(id: unknown): RequestId | null {
  return typeof id === "string" || typeof id === "number" ? id : null;
}
