import type { Role } from "../roles";
import type { Engine } from "./engine";

/** The engines of one role. */
export interface PoolReading {
  /** Engines with the role, available or not. */
  engines: number;
  /** Those of them that are available. */
  available: number;
  /** Mean load over the `loaded` engines: `Fleet.poolLoad`. */
  load: number;
  loaded: number;
}

/** What a decision reads of a fleet. */
export interface FleetReading {
  readonly pools: Readonly<Record<Role, PoolReading>>;
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

export function emptyReading(): FleetReading {
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
export function readEngine(reading: FleetReading, engine: Engine, nowS: number): void {
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

function readLoad(pool: PoolReading, engine: Engine, role: Role, nowS: number): void {
  if (!engine.inPool(role)) return;
  pool.load += engine.load(role, nowS);
  pool.loaded += 1;
}

function emptyPool(): PoolReading {
  return { engines: 0, available: 0, load: 0, loaded: 0 };
}
