import { ownFields } from "../check";
import { type ConfigInput, resolveConfig } from "../config";
import { compileCoreAsync } from "../wasm/loader";
import { Pool } from "./pool";
import type { PoolParts } from "./pool-parts";
import { type Preset, presetOf } from "./presets";
import { checkSlo, type Slo } from "./slo";

/** Options of a pool: the SLOs, its parts, and any field of the configuration. */
export interface PoolOptions extends PoolParts, Omit<ConfigInput, "ttftSloS" | "tpotSloS"> {
  /** The SLOs of every request, in seconds. */
  readonly slo: Slo;
  /** Settings for a kind of router, which the other options override. Default: the specification's defaults. */
  readonly preset?: Preset;
}

/**
 * Creates a pool. It compiles the core off the critical path.
 *
 * @throws ConfigError, ProfileError, MemoryError, ArgumentError
 * @example
 * const pool = await createPool({
 *   slo: { ttftS: 1, tpotS: 0.05 },
 *   engines: [
 *     { id: "gpu-0", role: "prefill", profile },
 *     { id: "gpu-1", role: "decode", profile },
 *   ],
 * });
 */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const given = ownFields("options", options);
  if (given.module === undefined) await compileCoreAsync();
  return createPoolSync(given);
}

/**
 * The same at once; the first pool of a process compiles the core (about a millisecond).
 *
 * @throws ConfigError, ProfileError, MemoryError, ArgumentError
 */
export function createPoolSync(options: PoolOptions): Pool {
  const { slo, preset, engines, clock, desired, strict, module, urgent, policy, applyMoves, ...rest } = ownFields(
    "options",
    options,
  );
  const { whileUnavailable, journal, eventLog, onLogFault, ...fields } = rest;
  const { ttftS, tpotS } = checkSlo(slo);
  const settings = presetOf(preset);
  const config = resolveConfig({ ...settings.config, ...defined(fields), ttftSloS: ttftS, tpotSloS: tpotS });
  const acting = { urgent, policy, applyMoves, whileUnavailable };
  const parts = { engines, clock, desired, strict, module, ...acting, journal, eventLog, onLogFault };
  return new Pool(config, { ...settings.parts, ...defined(parts) });
}

/** The fields that have a value. */
function defined<T extends object>(fields: T): { [Field in keyof T]: Exclude<T[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
