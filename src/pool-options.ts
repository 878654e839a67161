/** The options of `createPool` that are no fields of the configuration. */
export const POOL_OPTIONS = [
  "slo",
  "preset",
  "engines",
  "policy",
  "urgent",
  "applyMoves",
  "whileUnavailable",
  "desired",
  "strict",
  "clock",
  "journal",
  "eventLog",
  "onLogFault",
  "module",
] as const;

/** An option of `createPool` that is no field of the configuration. */
export type PoolOption = (typeof POOL_OPTIONS)[number];

/** Whether a name is that of such an option. */
export function isPoolOption(name: string): name is PoolOption {
  return POOL_OPTIONS.some((option) => option === name);
}
