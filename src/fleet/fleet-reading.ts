import { checkTime } from "../check";
import type { LinkedList } from "../linked-list";
import { type EngineProfile, prefillS } from "../profile";
import type { Role } from "../roles";
import type { Engine, Resident } from "./engine";
import type { LoadSlo } from "./options";

/** The engines of one role. */
export interface RoleReading {
  /** Engines with the role, available or not. */
  engines: number;
  /** Those of them that are available. */
  available: number;
  /** Mean load over the `loaded` engines: `Fleet.poolLoad`. */
  load: number;
  loaded: number;
}

/** Reading of a fleet for a decision. */
export interface FleetReading {
  readonly pools: Readonly<Record<Role, RoleReading>>;
  /** Engines with decode residents. */
  activeDecodeEngines: number;
  /** Seconds of prefill work of all prefill residents. */
  residentPrefillS: number;
  /** Tokens of all decode residents, and their number. */
  residentDecodeTokens: number;
  residentDecodeRequests: number;
  /** Whether every engine's decode residents lie in its measured domain. */
  residentsInDomain: boolean;
}

/** Reads the engines of a fleet in one look. @throws TimeError */
export function readEngines(engines: readonly Engine[], nowS: number): FleetReading {
  checkTime("nowS", nowS);
  const reading = emptyReading();
  for (const engine of engines) readEngine(reading, engine, nowS);
  const { pools } = reading;
  for (const pool of [pools.prefill, pools.decode]) {
    if (pool.loaded > 0) pool.load /= pool.loaded;
  }
  return reading;
}

/** Mean load of a role over the engines that are in its pool; 0 if there are none. @throws TimeError */
export function poolLoad(engines: readonly Engine[], role: Role, nowS: number, slo: LoadSlo): number {
  checkTime("nowS", nowS);
  let load = 0;
  let loaded = 0;
  for (const engine of engines) {
    if (!engine.inPool(role)) continue;
    load += engine.load(role, nowS, slo);
    loaded += 1;
  }
  return loaded === 0 ? 0 : load / loaded;
}

/**
 * Seconds of prefill work of the requests that wait for prefill, each at the least price of the available prefill
 * engines with a profile; 0 if there are none (semantics, section 8).
 */
export function queuedPrefillS(queue: LinkedList<Resident>, engines: readonly Engine[]): number {
  if (queue.head === null) return 0;
  const available = engines.filter((engine) => engine.available && engine.role === "prefill");
  const profiles = available.flatMap((engine) => engine.profile ?? []);
  if (profiles.length === 0) return 0;
  let totalS = 0;
  for (const request of queue) {
    if (request.nextPhase === "prefill") totalS += leastPrefillS(profiles, request.prefillTokens);
  }
  return totalS;
}

function leastPrefillS(profiles: readonly EngineProfile[], tokens: number): number {
  let leastS = Number.POSITIVE_INFINITY;
  for (const profile of profiles) leastS = Math.min(leastS, prefillS(profile, tokens));
  return leastS;
}

function emptyReading(): FleetReading {
  return {
    pools: { prefill: emptyPool(), decode: emptyPool() },
    activeDecodeEngines: 0,
    residentPrefillS: 0,
    residentDecodeTokens: 0,
    residentDecodeRequests: 0,
    residentsInDomain: true,
  };
}

/** Adds an engine; the loads are sums until all are added. */
function readEngine(reading: FleetReading, engine: Engine, nowS: number): void {
  const { decodeRequests } = engine;
  const pool = reading.pools[engine.role];
  pool.engines += 1;
  if (engine.available) pool.available += 1;
  readLoad(reading.pools.prefill, engine, "prefill", nowS);
  readLoad(reading.pools.decode, engine, "decode", nowS);
  reading.residentPrefillS += engine.residentPrefillS();
  if (decodeRequests === 0) return;
  reading.activeDecodeEngines += 1;
  reading.residentDecodeRequests += decodeRequests;
  reading.residentDecodeTokens += engine.decodeTokens;
  if (!engine.coversDecodeResidents()) reading.residentsInDomain = false;
}

function readLoad(pool: RoleReading, engine: Engine, role: Role, nowS: number): void {
  if (!engine.inPool(role)) return;
  pool.load += engine.load(role, nowS);
  pool.loaded += 1;
}

function emptyPool(): RoleReading {
  return { engines: 0, available: 0, load: 0, loaded: 0 };
}
