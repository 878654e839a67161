import { checkWhole, isPositive, ownFields } from "../check";
import { ArgumentError } from "../errors";
import { HEADROOM } from "../policies/headroom";

/** How the desired fleet is computed. */
export interface DesiredOptions {
  /** Standard deviations of load that each role shall have to spare, > 0. Default 3. */
  readonly spreads?: number;
  /** The most engines of a role, and of the fleet, whole numbers >= 1. Default: no bound. */
  readonly maxPrefill?: number;
  readonly maxDecode?: number;
  readonly maxEngines?: number;
}

/** Options with a value in every field. */
export type CheckedDesired = Required<DesiredOptions>;

/** @throws ArgumentError */
export function checkDesired(given: DesiredOptions): CheckedDesired {
  const { spreads = HEADROOM.ample, maxPrefill, maxDecode, maxEngines } = ownFields("options", given);
  if (!isPositive(spreads)) throw new ArgumentError("spreads", "must be > 0", spreads);
  return {
    spreads,
    maxPrefill: checkMost("maxPrefill", maxPrefill, 1),
    maxDecode: checkMost("maxDecode", maxDecode, 1),
    maxEngines: checkMost("maxEngines", maxEngines, 2),
  };
}

function checkMost(field: string, value: number | undefined, least: number): number {
  if (value === undefined) return Number.MAX_SAFE_INTEGER;
  checkWhole(field, value, least);
  return value;
}
