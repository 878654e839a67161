import type { ConfigInput } from "../config";
import type { PoolOptions } from "./create-pool";

/** An option of `createPool` that is no field of the configuration. */
export type PoolOption = Exclude<keyof PoolOptions, keyof ConfigInput>;

const NAMES: Readonly<Record<PoolOption, true>> = {
  slo: true,
  preset: true,
  engines: true,
  policy: true,
  urgent: true,
  applyMoves: true,
  whileUnavailable: true,
  strict: true,
  clock: true,
  journal: true,
  eventLog: true,
  onLogFault: true,
  module: true,
};

/** The options of `createPool` that are no fields of the configuration. */
export const POOL_OPTIONS = Object.keys(NAMES) as PoolOption[];

/** Whether a name is that of such an option. */
export function isPoolOption(name: string): name is PoolOption {
  return Object.hasOwn(NAMES, name);
}
