import { checkTime } from "../check";
import { UnknownIdError } from "../errors";
import type { EngineProfileInput } from "../profile";
import type { Phase, Role } from "../roles";
import { DecodeCorrection } from "./decode-correction";
import type { Engine, EngineState, Resident } from "./engine";
import { EngineList } from "./engine-list";
import { FleetLearning } from "./fleet-learning";
import { type FleetReading, poolLoad, queuedPrefillS, readEngines } from "./fleet-reading";
import { checkPhase, checkShape, checkTokenCount, type RequestShape } from "./fleet-request";
import type { EngineOptions, FleetConfig, FleetOptions, LoadSlo } from "./options";
import { RequestMoves } from "./request-moves";

/**
 * The fleet: engines, the requests that are resident on them, and those that wait (semantics, section 7). It takes
 * records (`FleetRequest`) for callers that hold one per request; `FleetTracker` takes ids.
 *
 * Every event is O(1) and makes no garbage. An event that the request's state does not allow (a token of a request that
 * is not decoding, the end of one that has ended) changes nothing and returns false; what throws has changed nothing.
 * Times are seconds on one clock. Should it step back, no gap is negative and no prefill work is counted twice; a
 * token then costs time in proportion to the residents that are stamped later.
 *
 * @example
 * const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
 * const engine = fleet.addEngine({ id: "gpu-0", role: "decode", profile }, 0);
 * const request = new FleetRequest({ inputTokens: 812, requestedTokens: 256 }, 0);
 * fleet.dispatch(engine, request, "decode", 0.1);
 * fleet.token(request, 0.2);
 * fleet.finished(request, 0.3);
 */
export class Fleet {
  /** @internal What it learns, null where it does not. */
  readonly learning: FleetLearning | null;
  /** @internal Moves of requests whose arguments were checked before. */
  readonly moves: RequestMoves;
  readonly #config: FleetConfig;
  readonly #engines: EngineList;
  readonly #correction = new DecodeCorrection();

  /** @param config as `resolveConfig` gives it, or the part of it that the fleet uses */
  constructor(config: FleetConfig, { learns = false }: FleetOptions = {}) {
    this.#config = config;
    this.#engines = new EngineList(config);
    this.learning = learns ? new FleetLearning(config) : null;
    this.moves = new RequestMoves(this.learning);
  }

  /** The engines in fleet order. */
  get engines(): readonly Engine[] {
    return this.#engines.inOrder;
  }

  /** The engine of that name, undefined if there is none. */
  find(engineId: string): Engine | undefined {
    return this.#engines.find(engineId);
  }

  /**
   * The engine of that name.
   *
   * @throws UnknownIdError
   */
  engine(engineId: string): Engine {
    return this.#engines.get(engineId);
  }

  /**
   * An engine joins, the last in fleet order. Its first interval starts at `nowS` (seconds).
   *
   * @throws ArgumentError for an id that is no string, empty or taken, or for a role; ProfileError, TimeError;
   * ConfigError beyond 256 engines
   */
  addEngine(options: EngineOptions, nowS: number): Engine {
    const engine = this.#engines.add(options, nowS);
    this.learning?.models.enroll(engine);
    return engine;
  }

  /**
   * An engine leaves. Its residents leave with it and are nowhere: later events of theirs change nothing, and they can
   * be dispatched again.
   *
   * @returns the residents, prefill before decode
   * @throws UnknownIdError
   */
  removeEngine(engineId: string, nowS: number): Resident[] {
    checkTime("nowS", nowS);
    const engine = this.#engines.remove(engineId);
    const residents = [...engine.residents("prefill"), ...engine.residents("decode")];
    for (const request of residents) engine.leave(request, nowS);
    return residents;
  }

  /**
   * The engine has another role from now on, and keeps the work that it has.
   *
   * @throws UnknownIdError, ArgumentError
   */
  setRole(engineId: string, role: Role): void {
    checkPhase("role", role);
    this.engine(engineId).role = role;
  }

  /** Whether the engine can take work. @throws UnknownIdError */
  setAvailable(engineId: string, available: boolean): void {
    this.engine(engineId).available = Boolean(available);
  }

  /** Whether the engine keeps its role whatever the load. @throws UnknownIdError */
  setPinned(engineId: string, pinned: boolean): void {
    this.engine(engineId).pinned = Boolean(pinned);
  }

  /**
   * The engine has another profile from now on, or none (null). A refused one leaves the old one in force.
   * The prefill price in force stays until a prefill resident comes or goes.
   *
   * @throws UnknownIdError, ProfileError
   */
  setProfile(engineId: string, profile: EngineProfileInput | null): void {
    this.#engines.setProfile(engineId, profile);
    this.learning?.models.enroll(this.engine(engineId));
  }

  /**
   * A monitoring pass ends at `nowS` (seconds): every engine publishes its interval and starts the next one.
   *
   * @throws TimeError
   */
  roll(nowS: number): void {
    checkTime("nowS", nowS);
    for (const engine of this.engines) engine.roll(nowS);
    this.learning?.roll(this.engines, this.moves.waitsForDecode(), nowS);
  }

  /** Number of engines with the role, available or not. */
  countByRole(role: Role): number {
    return this.#sum((engine) => (engine.role === role ? 1 : 0));
  }

  /** Number of available engines with the role. */
  availableByRole(role: Role): number {
    return this.#sum((engine) => (engine.role === role && engine.available ? 1 : 0));
  }

  /**
   * Load of a pool: the mean load over the available engines that have the role or still hold residents of that
   * phase; 0 if there are none.
   *
   * @param slo what it is a ratio of; by default the configuration's
   * @throws TimeError
   */
  poolLoad(role: Role, nowS: number, slo: LoadSlo = this.#config): number {
    return poolLoad(this.engines, role, nowS, slo);
  }

  /**
   * Engines' worth of decode work that is resident: the sample that each monitoring pass adds to the residency window.
   */
  residencySample(): number {
    return this.#sum((engine) => engine.decodeWork());
  }

  /**
   * Seconds of prefill work of all prefill residents, each priced by its own engine's profile (0 where it has none).
   */
  residentPrefillS(): number {
    return this.#sum((engine) => engine.residentPrefillS());
  }

  /**
   * The fleet's decode correction: the median over the engines with the decode role, 1 if there are none (section 6).
   */
  decodeCorrection(): number {
    return this.#correction.of(this.engines);
  }

  /** Reads the fleet for a decision, in one look (semantics, section 8). */
  read(nowS: number): FleetReading {
    return readEngines(this.engines, nowS);
  }

  /** @internal What is known of the engines if their residents leave at `nowS`, in fleet order. */
  exportState(nowS: number): EngineState[] {
    return this.engines.map((engine) => engine.exportState(nowS));
  }

  /** @internal Goes on from what was known elsewhere of the engines of the same ids; the other ones start anew. */
  importState(states: readonly EngineState[], nowS: number): void {
    for (const engine of this.engines) engine.restart(nowS);
    for (const state of states) this.find(state.id)?.importState(state);
  }

  /** Number of waiting requests. */
  get waitingRequests(): number {
    return this.moves.waiting;
  }

  /** The waiting requests, first come first. */
  waiting(): Iterable<Resident> {
    return this.moves.queue;
  }

  /**
   * The request waits for a phase: it leaves its engine, if it is on one (a retry), and joins the end of the queue. One
   * that waits already keeps its place.
   *
   * @throws ArgumentError for a phase, TimeError
   */
  wait(request: Resident, phase: Phase, nowS: number): void {
    checkPhase("phase", phase);
    checkTime("nowS", nowS);
    this.moves.wait(request, phase, nowS);
  }

  /**
   * The request becomes a resident of `engine`, from the queue, another engine, another phase or nowhere. Each decode
   * dispatch starts the token clock anew: the gap until the first token there is not counted.
   *
   * @throws ArgumentError for a phase, TimeError, UnknownIdError for an engine that left the fleet
   */
  dispatch(engine: Engine, request: Resident, phase: Phase, nowS: number): void {
    checkPhase("phase", phase);
    checkTime("nowS", nowS);
    if (!engine.inFleet) throw new UnknownIdError("engine", engine.id);
    this.moves.dispatch(engine, request, phase, nowS);
  }

  /**
   * Prefill of the request ended with its first token: it leaves prefill and is nowhere until it is dispatched to
   * decode.
   *
   * @returns false if it is not in prefill
   * @throws TimeError
   */
  firstToken(request: Resident, nowS: number): boolean {
    checkTime("nowS", nowS);
    return this.moves.firstToken(request, nowS);
  }

  /**
   * The request streamed `count` more tokens (whole, 1 .. 2^32 - 1). Several that came together count as if evenly
   * spaced since its last one: as that many calls at such times. They give no gap where it has had no token at all.
   *
   * @returns false if it is not in decode
   * @throws TimeError, ArgumentError for a count
   */
  token(request: Resident, nowS: number, count = 1): boolean {
    checkTime("nowS", nowS);
    checkTokenCount(count);
    return this.moves.token(request, nowS, count);
  }

  /**
   * The request ended: it leaves whatever it is in.
   *
   * @returns false if it is in nothing: not dispatched yet, in transit, or ended before
   * @throws TimeError
   */
  finished(request: Resident, nowS: number): boolean {
    checkTime("nowS", nowS);
    if (request.state === "none") return false;
    this.moves.leave(request, nowS);
    return true;
  }

  /**
   * The request's lengths are others than thought (repricing), wherever it is.
   *
   * @throws ArgumentError
   */
  resize(request: Resident, shape: RequestShape): void {
    const { inputTokens, requestedTokens, cachedTokens = 0, outputTokens = request.outputTokens } = checkShape(shape);
    this.moves.resize(request, inputTokens, requestedTokens, cachedTokens, outputTokens);
  }

  /** The requests with work still to come (section 8): prefill residents in fleet order, then the waiting ones. */
  pending(): Resident[] {
    const requests: Resident[] = [];
    for (const engine of this.engines) engine.prefillInto(requests);
    this.moves.queue.copyInto(requests);
    return requests;
  }

  /**
   * Seconds of prefill work of the requests that wait for prefill, each at the least price of the available prefill
   * engines with a profile; 0 if there are none (section 8).
   */
  queuedPrefillS(): number {
    return queuedPrefillS(this.moves.queue, this.engines);
  }

  #sum(of: (engine: Engine) => number): number {
    return this.engines.reduce((total, engine) => total + of(engine), 0);
  }
}
