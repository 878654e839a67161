import type { DemandHistory } from "../accounting/accounting";
import type { Attainment } from "../accounting/attainment";
import type { LearnedOutputs } from "../accounting/learned-lengths";
import type { Config } from "../config";
import type { Decision, RoleMove } from "../decision/decision";
import type { EngineOptions } from "../fleet";
import type { LearnedProfile } from "../fleet/learned-profile";
import type { RestoreOptions, RestoreReport } from "../handoff/restore";
import type { EngineProfileInput } from "../profile";
import type { DesiredEngines } from "../scaling/desired";
import type { DesiredOptions } from "../scaling/desired-options";
import type { ScoreOptions, SplitScore } from "../scoring/scores";
import type { ScoringInputs } from "../scoring/scoring-inputs";
import type { WhatIf, WhatIfOptions } from "../scoring/what-if";
import { type Accounts, beginAccounts } from "./accounts";
import { PoolCommands } from "./commands";
import { HandleContext } from "./handle-context";
import { openRequest } from "./open-request";
import type { PoolDemand, PoolLoads } from "./pool-demand";
import type { PoolParts } from "./pool-parts";
import { PoolQueries } from "./queries";
import type { RequestHandle } from "./request";
import type { OpenOptions } from "./request-options";
import type { StateDocument } from "./state";

export type { RestoreOptions, RestoreReport } from "../handoff/restore";

/** The accounts of one pool of engines: requests by handles, attainment, demand, and the scores of every split. */
export class Pool {
  readonly config: Config;
  readonly #accounts: Accounts;
  readonly #context: HandleContext;
  readonly #queries: PoolQueries;
  readonly #commands: PoolCommands;

  /**
   * @param config as `resolveConfig` or `configFromJson` give it
   * @throws ProfileError, ArgumentError for an engine, MemoryError, TimeError
   */
  constructor(config: Config, parts: PoolParts = {}) {
    this.config = config;
    this.#accounts = beginAccounts(config, parts);
    this.#context = new HandleContext(this.#accounts);
    this.#queries = new PoolQueries(this.#accounts);
    this.#commands = new PoolCommands(this.#accounts);
  }

  /** @internal The parts of a pool, for those who keep accounts of several. */
  static accountsOf(pool: Pool): Accounts {
    return pool.#accounts;
  }

  /**
   * A request's first byte arrived: an offer of unknown size. A bad time of the router's own counts as an anomaly, and
   * the request is opened now.
   *
   * @throws TimeError for a bad time of the clock, and in strict mode for one of the router's own
   */
  open(options?: OpenOptions): RequestHandle {
    return openRequest(this.#context, options);
  }

  /**
   * How many requests of the last `windowS` seconds met their SLOs.
   *
   * @param windowS > 0, at most four windows. Default: one window
   * @throws ArgumentError
   */
  attainment(windowS = this.config.windowS): Attainment {
    return this.#accounts.accounting.outcomes.attainment(windowS);
  }

  /** The demand of the window in engines, under the profiles that exist; null without any engine. */
  demand(): PoolDemand {
    return this.#queries.demand();
  }

  /**
   * The least fleet that keeps the load of each role with 3 spreads to spare: how many engines an autoscaler should ask
   * for. `valid` is false, and every number null, while the load is unknown.
   *
   * @param options in place of those that the pool was created with
   * @throws ArgumentError
   * @example
   * const { valid, prefill, decode, engines, reason } = pool.desired();
   */
  desired(options?: DesiredOptions): DesiredEngines {
    return this.#queries.desired(options);
  }

  /** Load of each role: 1 is the SLO's limit (semantics, section 7); null without any engine. */
  loads(): PoolLoads {
    return this.#queries.loads();
  }

  /** Engines of each role, available or not. */
  split(): { prefill: number; decode: number } {
    return this.#queries.split();
  }

  /** Contents of the demand windows. */
  history(): DemandHistory {
    return this.#queries.history();
  }

  /** Output lengths learned from completions. */
  learned(): LearnedOutputs {
    return this.#queries.learned();
  }

  /**
   * The profile that engines of this kind have taught while they worked: those of one profile, or all without one. Give
   * it to `setProfile` of the next pool, or write it to a file as `narwhal-slo fit --event-log` does.
   *
   * @returns null where engines are not measured: that needs the policy `headroom` or `queue`
   * @throws UnknownIdError
   * @example
   * const learned = pool.learnedProfile("gpu-0");
   * if (learned?.profile && learned.decode.samples > 300) pool.setProfile("gpu-0", learned.profile);
   */
  learnedProfile(engineId: string): LearnedProfile | null {
    return this.#queries.learnedProfile(engineId);
  }

  /** Freezes what a decision would be made from now. */
  decisionSnapshot(): ScoringInputs {
    return this.#queries.decisionSnapshot();
  }

  /** Scores of every split 1 .. n - 1, of a snapshot or of now. */
  scores(options: ScoreOptions & { readonly snapshot?: ScoringInputs } = {}): SplitScore[] {
    return this.#queries.scores(options);
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
  whatIf(options: WhatIfOptions & { readonly snapshot?: ScoringInputs } = {}): WhatIf {
    return this.#queries.whatIf(options);
  }

  /** The snapshot that the last decision which priced demand was made from, null before one. */
  get lastSnapshot(): ScoringInputs | null {
    return this.#accounts.controller.lastReading?.snapshot ?? null;
  }

  /**
   * One monitoring pass: samples the residents' decode work, decides, and publishes the loads of the interval. Call it
   * every `monitorIntervalS`.
   */
  pass(): { decisions: Decision[] } {
    return this.#commands.pass();
  }

  /** A pass that decides nothing: for routers that settle the roles themselves. It takes the place of `pass()`. */
  sample(): void {
    this.#commands.sample();
  }

  /** The urgent step, between passes: call it when `wait()` may have armed one (`urgentPending`). */
  urgent(): { decisions: Decision[] } {
    return this.#commands.urgent();
  }

  /** Whether a waiting request will miss its TTFT, so that an urgent step is due. False unless `urgent` is on. */
  get urgentPending(): boolean {
    return this.#accounts.controller.urgentEvents.pending;
  }

  /** The newest decisions, at most 100, the last one newest. After a restore it begins with the other pool's last one. */
  get newestDecisions(): readonly Decision[] {
    return this.#accounts.controller.counter.newest;
  }

  /** The move that waits for the host (`applyMoves: "host"`), null if none does. */
  get pendingMove(): RoleMove | null {
    return this.#accounts.controller.moves.pending;
  }

  /**
   * The host has moved an engine to the role that was proposed: it counts from now on.
   *
   * @returns the move, null if none of that engine was proposed
   */
  moved(engineId: string): RoleMove | null {
    return this.#commands.moved(engineId);
  }

  /**
   * The host could not move an engine: the proposal is withdrawn, and counts as a refusal.
   *
   * @returns the move, null if none of that engine was proposed
   */
  moveFailed(engineId: string): RoleMove | null {
    return this.#commands.moveFailed(engineId);
  }

  /**
   * Something showed that decode cannot spare an engine now: the evidence for a move to prefill begins anew.
   *
   * @param kind what it was, for the records: `first_token_timeout`, or a name of the router's own
   */
  recordRisk(kind: string): void {
    this.#commands.recordRisk(kind);
  }

  /**
   * An engine joins the pool.
   *
   * @throws ArgumentError, ProfileError, ConfigError
   */
  addEngine(engine: EngineOptions): void {
    this.#commands.addEngine(engine);
  }

  /**
   * An engine leaves. Its residents are on no engine from then on: retry them, or end them.
   *
   * @returns their handles
   * @throws UnknownIdError
   */
  removeEngine(engineId: string): RequestHandle[] {
    return this.#commands.removeEngine(engineId);
  }

  /** Whether an engine can take work. @throws UnknownIdError */
  setAvailable(engineId: string, available: boolean): void {
    this.#commands.setAvailable(engineId, available);
  }

  /** Whether an engine must keep its role. @throws UnknownIdError */
  setPinned(engineId: string, pinned: boolean): void {
    this.#commands.setPinned(engineId, pinned);
  }

  /**
   * Puts another profile of an engine into force, or none (null). A refused one leaves the old one in force.
   *
   * @throws UnknownIdError, ProfileError
   */
  setProfile(engineId: string, profile: EngineProfileInput | null): void {
    this.#commands.setProfile(engineId, profile);
  }

  /** The pool as one JSON-safe document, in the names of the wire. */
  state(): StateDocument {
    return this.#queries.state();
  }

  /**
   * Everything that another process needs to go on with these accounts, in one compact binary with a version and a
   * checksum. Requests in flight stay with this process: neither they nor their pending offers are in it.
   *
   * @throws StateError where the clock is so far from 0 that buckets and times cannot be told apart
   */
  snapshot(): Uint8Array {
    return this.#commands.snapshot();
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
    return this.#commands.restore(bytes, options);
  }

  /** Seconds that the times of this pool, in its state, decisions and handles, are ahead of its clock; 0 until a restore. */
  get clockOffsetS(): number {
    return this.#accounts.clock.offsetS;
  }
}
