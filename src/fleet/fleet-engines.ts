import { checkTime, ownFields } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError, ConfigError, UnknownIdError } from "../errors";
import { checkProfile, type EngineProfile, type EngineProfileInput } from "../profile";
import type { Role } from "../roles";
import { Engine, type EngineState } from "./engine";
import { emptyReading, type FleetReading, readEngine } from "./fleet-reading";
import type { EngineOptions, FleetConfig, LoadSlo } from "./options";
import { checkPhase, type FleetRequest } from "./request";

/**
 * The engines of a fleet, in the order in which they joined: who is in it, their settings, and the readings that are
 * sums over them (semantics, section 7 and the snapshot of section 8).
 */
export class FleetEngines {
  private readonly config: FleetConfig;
  private readonly inOrder: Engine[] = [];
  private readonly byId = new Map<string, Engine>();
  /** Corrections of the decode engines, how many, and their median, as of the last look: they rarely change. */
  private readonly corrections = new Float64Array(MAX_ENGINES);
  private corrected = 0;
  private correction = 1;

  /** @param config as `resolveConfig` gives it, or the part of it that the fleet uses */
  constructor(config: FleetConfig) {
    this.config = config;
  }

  /** The engines in fleet order. */
  get engines(): readonly Engine[] {
    return this.inOrder;
  }

  /** The engine of that name, undefined if there is none. */
  find(engineId: string): Engine | undefined {
    return this.byId.get(engineId);
  }

  /**
   * The engine of that name.
   *
   * @throws UnknownIdError
   */
  engine(engineId: string): Engine {
    const engine = this.byId.get(engineId);
    if (engine === undefined) throw new UnknownIdError("engine", engineId);
    return engine;
  }

  /**
   * An engine joins, the last in fleet order. Its first interval starts at `nowS` (seconds).
   *
   * @throws ArgumentError for an id that is no string, empty or taken, or for a role; ProfileError, TimeError;
   * ConfigError beyond 256 engines
   */
  addEngine(options: EngineOptions, nowS: number): Engine {
    const given = ownFields("engine", options);
    const { id, role, profile = null } = given;
    checkTime("nowS", nowS);
    checkPhase("role", role);
    if (typeof id !== "string" || id === "") throw new ArgumentError("id", "must be a string that is not empty", id);
    if (this.byId.has(id)) throw new ArgumentError("id", "must be the id of no other engine", id);
    const size = this.inOrder.length + 1;
    if (size > MAX_ENGINES) throw new ConfigError("engines", `must be at most ${MAX_ENGINES}`, size);
    const engine = new Engine(given, checkedOrNull(id, profile), this.config, nowS);
    this.inOrder.push(engine);
    this.byId.set(id, engine);
    return engine;
  }

  /**
   * An engine leaves. Its residents leave with it and are nowhere: later events of theirs change nothing, and they can
   * be dispatched again.
   *
   * @returns the residents, prefill before decode
   * @throws UnknownIdError
   */
  removeEngine(engineId: string, nowS: number): FleetRequest[] {
    checkTime("nowS", nowS);
    const engine = this.engine(engineId);
    this.byId.delete(engineId);
    this.inOrder.splice(this.inOrder.indexOf(engine), 1);
    engine.inFleet = false;
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
    const engine = this.engine(engineId);
    engine.setProfile(checkedOrNull(engineId, profile));
  }

  /**
   * A monitoring pass ends at `nowS` (seconds): every engine publishes its interval and starts the next one.
   *
   * @throws TimeError
   */
  roll(nowS: number): void {
    checkTime("nowS", nowS);
    for (const engine of this.inOrder) engine.roll(nowS);
  }

  /** Number of engines with the role, available or not. */
  countByRole(role: Role): number {
    return this.count((engine) => engine.role === role);
  }

  /** Number of available engines with the role. */
  availableByRole(role: Role): number {
    return this.count((engine) => engine.role === role && engine.available);
  }

  /** Number of engines with decode residents. */
  activeDecodeEngines(): number {
    return this.count((engine) => engine.decodeRequests > 0);
  }

  /**
   * Load of a pool: the mean load over the available engines that have the role or still hold residents of that
   * phase; 0 if there are none.
   *
   * @param slo what it is a ratio of; by default the configuration's
   * @throws TimeError
   */
  poolLoad(role: Role, nowS: number, slo: LoadSlo = this.config): number {
    checkTime("nowS", nowS);
    let load = 0;
    let engines = 0;
    for (const engine of this.inOrder) {
      if (!engine.inPool(role)) continue;
      load += engine.load(role, nowS, slo);
      engines += 1;
    }
    return engines === 0 ? 0 : load / engines;
  }

  /**
   * Engines' worth of decode work that is resident: the sample that each monitoring pass adds to the residency window.
   */
  residencySample(): number {
    return this.sum((engine) => engine.decodeWork());
  }

  /**
   * Seconds of prefill work of all prefill residents, each priced by its own engine's profile (0 where it has none).
   */
  residentPrefillS(): number {
    return this.sum((engine) => engine.residentPrefillS());
  }

  /** Tokens of all decode residents. */
  residentDecodeTokens(): number {
    return this.sum((engine) => engine.decodeTokens);
  }

  /** Number of all decode residents. */
  residentDecodeRequests(): number {
    return this.sum((engine) => engine.decodeRequests);
  }

  /** Whether every engine with decode residents has a profile, and they lie in the domain that it was measured in. */
  residentsInDomain(): boolean {
    return this.inOrder.every((engine) => engine.coversDecodeResidents());
  }

  /**
   * The fleet's decode correction: the median over the engines with the decode role, 1 if there are none (section 6).
   */
  decodeCorrection(): number {
    const { corrections } = this;
    let engines = 0;
    let changed = false;
    for (const engine of this.inOrder) {
      if (engine.role !== "decode") continue;
      if (corrections[engines] !== engine.correction) changed = true;
      corrections[engines] = engine.correction;
      engines += 1;
    }
    if (changed || engines !== this.corrected) this.correction = medianOf(corrections.slice(0, engines));
    this.corrected = engines;
    return this.correction;
  }

  /** What a decision reads of the fleet, in one look (semantics, section 8). */
  read(nowS: number): FleetReading {
    checkTime("nowS", nowS);
    const reading = emptyReading();
    for (const engine of this.inOrder) readEngine(reading, engine, nowS);
    const { pools } = reading;
    for (const pool of [pools.prefill, pools.decode]) {
      if (pool.loaded > 0) pool.load /= pool.loaded;
    }
    return reading;
  }

  /** @internal What is known of the engines if their residents leave at `nowS`, in fleet order. */
  exportState(nowS: number): EngineState[] {
    return this.inOrder.map((engine) => engine.exportState(nowS));
  }

  /** @internal Goes on from what was known elsewhere of the engines of the same ids; the other ones start anew. */
  importState(states: readonly EngineState[], nowS: number): void {
    for (const engine of this.inOrder) engine.restart(nowS);
    for (const state of states) this.byId.get(state.id)?.importState(state);
  }

  private count(holds: (engine: Engine) => boolean): number {
    return this.sum((engine) => (holds(engine) ? 1 : 0));
  }

  private sum(of: (engine: Engine) => number): number {
    return this.inOrder.reduce((total, engine) => total + of(engine), 0);
  }
}

function medianOf(corrections: Float64Array): number {
  const { length } = corrections;
  if (length === 0) return 1;
  const sorted = corrections.sort();
  const lower = sorted[(length - 1) >> 1] as number;
  return (lower + (sorted[length >> 1] as number)) / 2;
}

/** Nothing is none; what is false, 0 or "" is a profile that is refused. */
function checkedOrNull(engineId: string, profile: EngineProfileInput | null | undefined): EngineProfile | null {
  return profile === null || profile === undefined ? null : checkProfile(engineId, profile);
}
